// The pass solve_blocks: blocks of one equation that is linear in its unknown, or that the inverse of a
// function solves, become explicit (section 3.9 of the thesis).
#include "transform/passes.h"
#include "transform/solve_equation.h"

namespace kerf::transform {

namespace {

// A factor that is zero in one of its branches: a division by it would have no value there, whereas the
// solver of linear blocks can tell whether the equation then holds anyway.
auto MayVanish(const expr::Pool& pool, ExprId factor) -> bool {
  std::vector<ExprId> branches = {factor};
  while (!branches.empty()) {
    const ExprId id = branches.back();
    branches.pop_back();
    if (pool.IsNumber(id, 0)) return true;
    if (pool.op(id) == expr::Op::Neg) branches.push_back(pool.operand(id, 0));
    if (pool.op(id) != expr::Op::If) continue;
    branches.push_back(pool.operand(id, 1));
    branches.push_back(pool.operand(id, 2));
  }
  return false;
}

}  // namespace

auto SolveBlocks(Work& work, PassContext&) -> Status {
  const expr::Pool& pool = work.dae.world->pool;
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
    if (solution.status != expr::SolveStatus::Solved || MayVanish(pool, solution.factor)) continue;
    assigned.solution = solution.value;
    block.kind = BlockKind::Explicit;
  }
  return Status::Ok;
}

}  // namespace kerf::transform
