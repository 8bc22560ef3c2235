// The ways to solve an equation, in order.
#include "transform/solve_equation.h"

#include <algorithm>

namespace kerf::transform {

using expr::Op;
using expr::SolveStatus;

EquationSolver::EquationSolver(Work& work)
    : work_(work), pool_(work.dae.world->pool), walker_(pool_), rewriter_(pool_), splitter_(pool_) {}

auto EquationSolver::Solve(EqnId equation, VarId var) -> expr::Solution {
  if (work_.dae.equations[equation].output != dae::Equation::kNoOutput) return SolveCall(equation, var);
  const expr::Solution solution =
      expr::SolveFor(pool_, splitter_, work_.structure.lhs[equation.index],
                     work_.structure.rhs[equation.index], dae::VarLeaf(work_.dae, var));
  if (solution.status != SolveStatus::Nonlinear) return solution;
  const ExprId inverse = TryInverse(equation, var);
  if (!inverse.has_value()) return solution;
  return {SolveStatus::Solved, inverse, pool_.Real(1)};
}

// Gives the element of the tuple on its left, and nothing else.
auto EquationSolver::SolveCall(EqnId equation, VarId var) -> expr::Solution {
  dae::Equation substituted = work_.dae.equations[equation];
  substituted.lhs = work_.structure.lhs[equation.index];
  substituted.rhs = work_.structure.rhs[equation.index];
  const ExprId left = dae::LeftSide(work_.dae, substituted);
  if (left != dae::VarLeaf(work_.dae, var)) return {SolveStatus::Nonlinear, {}, {}};
  return {SolveStatus::Solved, dae::RightSide(work_.dae, substituted), pool_.Real(1)};
}

auto EquationSolver::TryInverse(EqnId equation, VarId var) -> ExprId {
  const auto& inverses = work_.dae.inverses;
  auto at = std::ranges::lower_bound(inverses, equation.index, {},
                                     [](const dae::Inverse& inverse) { return inverse.equation.index; });
  for (; at != inverses.end() && at->equation == equation; ++at) {
    if (work_.aliases.representative[at->var.index] != var) continue;
    const ExprId solution = rewriter_.Rewrite(at->solution, [&](ExprId id) -> ExprId {
      if (pool_.op(id) != Op::Var) return {};
      return dae::VarLeaf(work_.dae, work_.aliases.representative[pool_.var(id).index]);
    });
    const auto is_var = [&](ExprId id) { return pool_.op(id) == Op::Var && pool_.var(id) == var; };
    if (std::ranges::none_of(walker_.Postorder(solution), is_var)) return solution;
  }
  return {};
}

}  // namespace kerf::transform
