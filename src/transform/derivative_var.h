// The variable that stands for the time derivative of another.
#pragma once

#include "dae/model.h"

namespace kerf::transform {

// A new variable "der(x)", linked with x both ways.
auto AddDerivativeVar(dae::Dae& dae, expr::VarId base) -> expr::VarId;

}  // namespace kerf::transform
