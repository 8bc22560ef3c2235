// Equations that only numbers show to depend on each other are replaced by what follows from them, so that
// the structure tells the truth.
#pragma once

#include <span>
#include <vector>

#include "expr/walk.h"
#include "transform/linear_dependencies.h"

namespace kerf::transform {

// An equation in place of one of those that it is a sum of.
struct Combined {
  EqnId equation;
  ExprId lhs;
  ExprId rhs;
};

// A variable that stands for a derivative, and what it is the derivative of.
struct MadeDerivative {
  VarId made;
  VarId base;
};

// Whether the equation takes part in sums: it holds all the time and has two sides.
auto CanBeCombined(const dae::Dae& dae, EqnId equation) -> bool;
// Whether an unknown may cancel in an equation: it has several places there, or a factor that is zero.
auto MayCancel(const Work& work, expr::Walker& walker, EqnId equation, VarId unknown) -> bool;
// What the answers to a question come to.
auto CombineDependent(Work& work, const DependencyQuestion& question) -> std::vector<Combined>;
// Of the structure, which is matched: of each block of simultaneous equations, or of all if some unknown or
// equation has no partner.
auto FindCombined(Work& work) -> std::vector<Combined>;
// What the equations were comes back.
auto Replace(dae::Dae& dae, std::span<const Combined> combined) -> std::vector<Combined>;
// The equations with the derivatives that `dae` has, or gets, in place of those made elsewhere, which are in
// the order in which they were made. A variable that gets a derivative is a state.
auto WithDerivativesOf(dae::Dae& dae, std::span<const Combined> combined,
                       std::span<const MadeDerivative> made) -> std::vector<Combined>;

}  // namespace kerf::transform
