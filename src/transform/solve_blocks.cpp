// The pass solve_blocks: blocks of one equation that is linear in its unknown become explicit (section 3.9 of
// the thesis).
#include "expr/linear_split.h"
#include "transform/passes.h"

namespace kerf::transform {

auto SolveBlocks(Work& work, PassContext&) -> Status {
  expr::Pool& pool = work.dae.world->pool;
  expr::LinearSplitter splitter(pool);
  for (Block& block : work.blocks) {
    block.kind = BlockKind::Nonlinear;
    if (block.equations.size() != 1) continue;
    Assigned& assigned = block.equations[0];
    const dae::Equation& equation = work.dae.equations[assigned.equation];
    if (equation.output != dae::Equation::kNoOutput) {
      dae::Equation substituted = equation;
      substituted.lhs = work.structure.lhs[assigned.equation.index];
      substituted.rhs = work.structure.rhs[assigned.equation.index];
      assigned.solution = dae::RightSide(work.dae, substituted);
      block.kind = BlockKind::Explicit;
      continue;
    }
    if (work.dae.vars[assigned.var].is_discrete) {
      const ExprId lhs = work.structure.lhs[assigned.equation.index];
      const ExprId leaf = dae::VarLeaf(work.dae, assigned.var);
      assigned.solution = lhs == leaf ? work.structure.rhs[assigned.equation.index] : lhs;
      block.kind = BlockKind::Explicit;
      continue;
    }
    const expr::Solution solution =
        expr::SolveFor(pool, splitter, work.structure.lhs[assigned.equation.index],
                       work.structure.rhs[assigned.equation.index], dae::VarLeaf(work.dae, assigned.var));
    if (solution.status != expr::SolveStatus::Solved) continue;
    assigned.solution = solution.value;
    block.kind = BlockKind::Explicit;
  }
  return Status::Ok;
}

}  // namespace kerf::transform
