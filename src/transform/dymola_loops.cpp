// The steps of dymola_1991.h that look at the blocks of a partition: eliminate variables, eliminate outputs,
// and linear loops by determinants.
#include <algorithm>
#include <set>

#include "expr/evaluate.h"
#include "expr/linear_split.h"
#include "expr/walk.h"
#include "transform/dymola_1991.h"
#include "transform/linear_form.h"
#include "transform/parameter_values.h"

namespace kerf::transform {

namespace {

using expr::Op;

// How often each variable stands in the equations that are left: in how many of them.
auto CountUses(const Work& work, const std::vector<bool>& is_left_out) -> std::vector<uint32_t> {
  const expr::Pool& pool = work.dae.world->pool;
  expr::Walker walker(pool);
  std::vector<uint32_t> uses(work.dae.vars.size(), 0);
  for (const EqnId id : work.dae.equations.ids()) {
    if (work.aliases.trivial[id.index] || is_left_out[id.index]) continue;
    const std::array<ExprId, 2> sides = {work.structure.lhs[id.index], work.structure.rhs[id.index]};
    for (const ExprId node : walker.Postorder(sides)) {
      if (pool.op(node) == Op::Var) ++uses[pool.var(node).index];
    }
  }
  return uses;
}

class LoopVariables {
 public:
  LoopVariables(Work& work, const Options& options, size_t max_loop)
      : work_(work),
        max_loop_(max_loop),
        pool_(work.dae.world->pool),
        walker_(pool_),
        splitter_(pool_),
        evaluator_(pool_),
        values_(ParameterValues(work, options)) {}

  auto Run() -> bool {
    bool is_changed = false;
    for (const Block& block : work_.blocks) {
      if (block.equations.size() == 1 || block.equations.size() > max_loop_) continue;
      for (const Assigned& assigned : block.equations)
        is_changed = TryEliminate(block, assigned.var) || is_changed;
    }
    return is_changed;
  }

 private:
  auto Contains(EqnId id, VarId var) -> bool {
    const std::array<ExprId, 2> sides = {work_.structure.lhs[id.index], work_.structure.rhs[id.index]};
    return std::ranges::any_of(walker_.Postorder(sides), [&](ExprId node) {
      return pool_.op(node) == Op::Var && pool_.var(node) == var;
    });
  }

  auto TryEliminate(const Block& block, VarId var) -> bool {
    const dae::Var& wanted = work_.dae.vars[var];
    if (wanted.derivative_of.has_value() || wanted.direction != flat::Direction::None) return false;
    std::vector<EqnId> uses;
    for (const Assigned& assigned : block.equations) {
      if (!done_.contains(assigned.equation) && Contains(assigned.equation, var))
        uses.push_back(assigned.equation);
    }
    if (uses.size() != 2) return false;
    for (size_t k = 0; k < 2; ++k) {
      const expr::Solution solution =
          expr::SolveFor(pool_, splitter_, work_.structure.lhs[uses[k].index],
                         work_.structure.rhs[uses[k].index], dae::VarLeaf(work_.dae, var));
      if (solution.status != expr::SolveStatus::Solved || !IsSafe(solution.factor)) continue;
      PutIn(uses[1 - k], var, solution.value);
      Settle(block, uses[k], var, solution.value);
      return true;
    }
    return false;
  }

  // Whether a factor is a number other than zero throughout the run. What varies may vanish where the loop as
  // a whole still has a solution.
  auto IsSafe(ExprId factor) -> bool {
    const auto value = evaluator_.TryEvaluate(factor, [&](ExprId leaf) -> std::optional<double> {
      if (pool_.op(leaf) != Op::Var || pool_.var(leaf).index >= values_.size()) return std::nullopt;
      return values_[pool_.var(leaf).index];
    });
    return value && *value != 0;
  }

  void PutIn(EqnId id, VarId var, ExprId value) {
    expr::Rewriter rewriter(pool_);
    const auto replace = [&](ExprId node) -> ExprId {
      return pool_.op(node) == Op::Var && pool_.var(node) == var ? value : ExprId{};
    };
    ExprId& lhs = work_.structure.lhs[id.index];
    ExprId& rhs = work_.structure.rhs[id.index];
    lhs = rewriter.Rewrite(lhs, replace);
    rhs = rewriter.Rewrite(rhs, replace);
  }

  auto IsReadAtEvents(VarId var) -> bool {
    std::vector<ExprId> roots;
    for (const dae::Reinit& reinit : work_.dae.reinits)
      roots.insert(roots.end(), {reinit.active, reinit.value});
    for (const dae::Termination& end : work_.dae.terminations) roots.push_back(end.active);
    const auto& nodes = walker_.Postorder(roots);
    return std::ranges::count(nodes, dae::VarLeaf(work_.dae, var)) > 0;
  }

  // Behind the loop, if something there or the user asks for the variable; else it is no more.
  void Settle(const Block& block, EqnId id, VarId var, ExprId value) {
    done_.insert(id);
    bool is_needed = work_.dae.vars[var].is_output || IsReadAtEvents(var);
    for (const EqnId other : work_.dae.equations.ids()) {
      const bool is_inside =
          std::ranges::any_of(block.equations, [&](const Assigned& a) { return a.equation == other; });
      // What was put behind the loop before may read this variable too.
      const bool is_behind = done_.contains(other) && other != id;
      if (work_.aliases.trivial[other.index] || (is_inside && !is_behind)) continue;
      is_needed = is_needed || Contains(other, var);
    }
    work_.structure.lhs[id.index] = dae::VarLeaf(work_.dae, var);
    work_.structure.rhs[id.index] = value;
    if (is_needed) return;
    work_.aliases.trivial[id.index] = true;
    // Nobody looks for it any more.
    work_.known[var.index] = true;
  }

  Work& work_;
  size_t max_loop_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::LinearSplitter splitter_;
  expr::Evaluator evaluator_;
  std::vector<std::optional<double>> values_;
  std::set<EqnId> done_;
};

void SolveByDeterminants(Work& work, Block& block) {
  const auto form = TryLinearForm(work, block);
  if (!form) return;
  block.kind = BlockKind::Linear;
  expr::Pool& pool = work.dae.world->pool;
  expr::GenericValues values(pool);
  const auto solutions = TryDeterminants(pool, values, *form);
  for (size_t col = 0; solutions && col < form->n; ++col) block.equations[col].solution = (*solutions)[col];
}

}  // namespace

auto EliminateLoopVariables(Work& work, const Options& options, size_t max_loop) -> bool {
  return LoopVariables(work, options, max_loop).Run();
}

void FindOutputEquations(const Work& work, Eliminated& eliminated) {
  eliminated.is_output.assign(work.dae.equations.size(), false);
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    const std::vector<uint32_t> uses = CountUses(work, eliminated.is_output);
    for (const Block& block : work.blocks) {
      if (block.equations.size() != 1) continue;
      const Assigned& assigned = block.equations[0];
      const bool is_derivative = work.dae.vars[assigned.var].derivative_of.has_value();
      if (is_derivative || uses[assigned.var.index] != 1 || eliminated.is_output[assigned.equation.index])
        continue;
      eliminated.is_output[assigned.equation.index] = true;
      is_changed = true;
    }
  }
}

void SolveLinearLoops(Work& work) {
  for (Block& block : work.blocks) {
    const size_t n = block.equations.size();
    if (n > 1 && n <= kMaxDeterminant) SolveByDeterminants(work, block);
  }
}

}  // namespace kerf::transform
