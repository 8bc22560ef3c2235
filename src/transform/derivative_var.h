// Variables that stand for the time derivative of another, and for its value just before an event.
#pragma once

#include "dae/model.h"

namespace kerf::transform {

// A new variable "der(x)", linked with x both ways.
auto AddDerivativeVar(dae::Dae& dae, expr::VarId base) -> expr::VarId;
// The variable "pre(x)", linked with x both ways; made where there is none yet.
auto PreviousVar(dae::Dae& dae, expr::VarId base) -> expr::VarId;

}  // namespace kerf::transform
