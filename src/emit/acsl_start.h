// The start of an ACSL program: values that are known before it.
#pragma once

#include "transform/work.h"

namespace kerf::emit {

// Equations of the start v = expression, where the expression follows from parameters and start values,
// become start values of v, or the values of parameters. True for these, by EqnId; the others are left.
auto TakeStartEquations(transform::Work& work) -> std::vector<bool>;

// Parameters in an order in which each stands behind those that its value needs, otherwise as they are:
// INITIAL runs from top to bottom.
auto ByNeed(const dae::Dae& dae, const std::vector<expr::VarId>& parameters) -> std::vector<expr::VarId>;

}  // namespace kerf::emit
