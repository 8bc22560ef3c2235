// A compiled model as text, for `kerf dump` and tests.
#pragma once

#include <string>

#include "model/compiled_model.h"

namespace kerf::model {

auto Print(const CompiledModel& model) -> std::string;

// Parts of it, for who has no whole model.
auto PrintShapes(const Tape& tape) -> std::string;
auto PrintCode(const Tape& tape, CodeId id, std::string_view indent) -> std::string;

}  // namespace kerf::model
