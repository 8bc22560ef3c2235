// The truth of relations as code over the values of variables.
#pragma once

#include "model/compiled_model.h"
#include "transform/work.h"

namespace kerf::compile {

auto MakeHeldConditions(const transform::Work& work) -> model::HeldConditions;

}  // namespace kerf::compile
