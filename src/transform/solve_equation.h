// One equation solved for one variable by symbols: calls that give it, what is linear in it, and inverses of
// functions.
#pragma once

#include "expr/linear_split.h"
#include "expr/walk.h"
#include "transform/work.h"

namespace kerf::transform {

class EquationSolver {
 public:
  explicit EquationSolver(Work& work);

  // Of the equation with representatives put in. The factor of a solution that is not linear is 1.
  auto Solve(EqnId equation, VarId var) -> expr::Solution;

 private:
  auto SolveCall(EqnId equation, VarId var) -> expr::Solution;
  auto TryInverse(EqnId equation, VarId var) -> ExprId;

  Work& work_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Rewriter rewriter_;
  expr::LinearSplitter splitter_;
};

}  // namespace kerf::transform
