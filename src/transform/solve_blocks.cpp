// The pass solve_blocks: blocks of one equation that is linear in its unknown, or that the inverse of a
// function solves, become explicit (section 3.9 of the thesis).
#include "transform/passes.h"
#include "transform/solve_equation.h"

namespace kerf::transform {

auto SolveBlocks(Work& work, PassContext&) -> Status {
  EquationSolver solver(work);
  for (Block& block : work.blocks) {
    block.kind = BlockKind::Nonlinear;
    if (block.equations.size() != 1) continue;
    Assigned& assigned = block.equations[0];
    const dae::Equation& equation = work.dae.equations[assigned.equation];
    if (work.dae.vars[assigned.var].is_discrete && equation.output == dae::Equation::kNoOutput) {
      const ExprId lhs = work.structure.lhs[assigned.equation.index];
      const ExprId leaf = dae::VarLeaf(work.dae, assigned.var);
      assigned.solution = lhs == leaf ? work.structure.rhs[assigned.equation.index] : lhs;
      block.kind = BlockKind::Explicit;
      continue;
    }
    const expr::Solution solution = solver.Solve(assigned.equation, assigned.var);
    if (solution.status != expr::SolveStatus::Solved) continue;
    assigned.solution = solution.value;
    block.kind = BlockKind::Explicit;
  }
  return Status::Ok;
}

}  // namespace kerf::transform
