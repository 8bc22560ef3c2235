// Messages of a model that was compiled in this process, rendered from its equations when they are asked for.
#pragma once

#include <memory>
#include <vector>

#include "model/messages.h"
#include "transform/work.h"

namespace kerf::compile {

// Any thread may ask.
auto MakeLazyMessages(std::shared_ptr<const transform::Work> work) -> std::shared_ptr<const model::Messages>;

auto PlaceOf(const diag::Span& span) -> model::Place;
auto PlaceOf(const dae::Dae& dae, flat::OriginId origin) -> model::Place;

}  // namespace kerf::compile
