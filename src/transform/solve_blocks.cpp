// The pass solve_blocks: blocks of one equation that is linear in its unknown, or that the inverse of a
// function solves, become explicit (section 3.9 of the thesis).
#include <algorithm>

#include "expr/walk.h"
#include "transform/passes.h"
#include "transform/solve_equation.h"

namespace kerf::transform {

namespace {

KERF_DIAG(
    DiscreteReadsItself, Error,
    "`{}` changes at events only, but its new value depends on itself; such an equation is solved only if it "
    "is linear",
    std::string);

auto Reads(const expr::Pool& pool, expr::Walker& walker, ExprId value, VarId var) -> bool {
  return std::ranges::any_of(walker.Postorder(value),
                             [&](ExprId id) { return pool.op(id) == expr::Op::Var && pool.var(id) == var; });
}

// What gives a variable that changes at events only: no iteration finds it.
auto DiscreteSolution(Work& work, const Assigned& assigned, EquationSolver& solver, expr::Walker& walker)
    -> ExprId {
  const expr::Pool& pool = work.dae.world->pool;
  const ExprId lhs = work.structure.lhs[assigned.equation.index];
  const ExprId leaf = dae::VarLeaf(work.dae, assigned.var);
  const ExprId value = lhs == leaf ? work.structure.rhs[assigned.equation.index] : lhs;
  if (!Reads(pool, walker, value, assigned.var)) return value;
  const expr::Solution solution = solver.Solve(assigned.equation, assigned.var);
  return solution.status == expr::SolveStatus::Solved ? solution.value : ExprId{};
}

// A factor that is zero in one of its branches: a division by it would have no value there, whereas the
// solver of linear blocks can tell whether the equation then holds anyway. And where the quotient is zero
// whatever the factor is, nobody would notice that the factor is zero too: x = K*x with K = 1.
auto MayVanish(const expr::Pool& pool, const expr::Solution& solution) -> bool {
  if (pool.IsNumber(solution.value, 0) && !pool.IsNumber(solution.factor)) return true;
  std::vector<ExprId> branches = {solution.factor};
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

auto SolveBlocks(Work& work, PassContext& context) -> Status {
  const expr::Pool& pool = work.dae.world->pool;
  EquationSolver solver(work);
  expr::Walker walker(pool);
  for (Block& block : work.blocks) {
    block.kind = BlockKind::Nonlinear;
    if (block.equations.size() != 1) continue;
    Assigned& assigned = block.equations[0];
    const dae::Equation& equation = work.dae.equations[assigned.equation];
    if (work.dae.vars[assigned.var].is_discrete && equation.output == dae::Equation::kNoOutput) {
      assigned.solution = DiscreteSolution(work, assigned, solver, walker);
      block.kind = BlockKind::Explicit;
      if (assigned.solution.has_value()) continue;
      context.diag.Emit(SpanOf(work.dae, assigned.equation), DiscreteReadsItself,
                        dae::FullName(work.dae, assigned.var));
      return Status::Failed;
    }
    const expr::Solution solution = solver.Solve(assigned.equation, assigned.var);
    if (solution.status != expr::SolveStatus::Solved || MayVanish(pool, solution)) continue;
    assigned.solution = solution.value;
    block.kind = BlockKind::Explicit;
  }
  return Status::Ok;
}

}  // namespace kerf::transform
