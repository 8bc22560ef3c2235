// States that are chosen during the run, as variables and equations.
#pragma once

#include <vector>

#include "dae/model.h"

namespace kerf::transform {

// Completes a set of which candidates, eliminated variables and constraints are known: adds its states with
// their derivatives, the selection, and the equations between them and the candidates,
//
//   s = A·x,   der(s) = A·der(x)
//
// with A such that at first `selected` are the states. Each candidate has a derivative.
void AddStateSet(dae::Dae& dae, dae::StateSet set, const std::vector<expr::VarId>& selected);

}  // namespace kerf::transform
