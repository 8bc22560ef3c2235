// The table of variables of a model.
#pragma once

#include "model/variables.h"
#include "transform/work.h"

namespace kerf::compile {

auto MakeVariables(const transform::Work& work) -> model::Variables;

}  // namespace kerf::compile
