// The pass tear_blocks: larger blocks are classified as linear or nonlinear in their unknowns, and the
// nonlinear ones torn. An equation counts as solvable for a variable if it is linear in it with a factor that
// is known to differ from zero: a number, or an expression of parameters whose value is not zero.
#include <algorithm>

#include "expr/derivative.h"
#include "expr/evaluate.h"
#include "graph/tear.h"
#include "transform/parameter_values.h"
#include "transform/passes.h"
#include "transform/solve_equation.h"

namespace kerf::transform {

namespace {

using expr::Op;

class BlockTearer {
 public:
  BlockTearer(Work& work, const Options& options)
      : work_(work),
        pool_(work.dae.world->pool),
        walker_(pool_),
        solver_(work),
        differentiator_(pool_),
        evaluator_(pool_),
        values_(ParameterValues(work, options)),
        local_(work.dae.vars.size(), graph::kNone),
        has_guess_(work.dae.vars.size(), false) {
    for (const VarId id : work.dae.vars.ids()) {
      if (work.dae.vars[id].start.has_value()) MarkGuess(id);
    }
    for (const GivenValue& given : options.starts) {
      for (const VarId id : dae::FindVars(work.dae, given.name)) MarkGuess(id);
    }
  }

  void Tear(Block& block) {
    for (uint32_t k = 0; k < block.equations.size(); ++k) local_[block.equations[k].var.index] = k;
    const graph::Bipartite incidence = Incidence(block);
    block.kind = IsLinear(block, incidence) ? BlockKind::Linear : BlockKind::Nonlinear;
    if (block.kind == BlockKind::Linear || block.equations.size() == 1) {
      KeepWhole(block, block.equations.size() == 1 ? WholeReason::Single : WholeReason::Linear);
    } else {
      TearNonlinear(block, incidence);
    }
    for (const Assigned& assigned : block.equations) local_[assigned.var.index] = graph::kNone;
  }

 private:
  void MarkGuess(VarId var) { has_guess_[work_.aliases.representative[var.index].index] = true; }

  auto lhs(EqnId id) const -> ExprId { return work_.structure.lhs[id.index]; }
  auto rhs(EqnId id) const -> ExprId { return work_.structure.rhs[id.index]; }

  auto Incidence(const Block& block) -> graph::Bipartite {
    graph::BipartiteBuilder builder(static_cast<uint32_t>(block.equations.size()));
    std::vector<uint32_t> cols;
    for (const Assigned& assigned : block.equations) {
      cols.clear();
      const std::array<ExprId, 2> sides = {lhs(assigned.equation), rhs(assigned.equation)};
      for (const ExprId id : walker_.Postorder(sides)) {
        if (pool_.op(id) == Op::Var && local_[pool_.var(id).index] != graph::kNone)
          cols.push_back(local_[pool_.var(id).index]);
      }
      builder.AddRow(cols);
    }
    return builder.Take();
  }

  // Linear in all unknowns together: no partial derivative contains an unknown.
  auto IsLinear(const Block& block, const graph::Bipartite& incidence) -> bool {
    for (uint32_t row = 0; row < incidence.n_rows; ++row) {
      for (const uint32_t col : incidence.row(row)) {
        const VarId var = block.equations[col].var;
        const auto leaf = [&](ExprId id) {
          return pool_.Real(pool_.op(id) == Op::Var && pool_.var(id) == var ? 1 : 0);
        };
        differentiator_.Forget();
        for (const ExprId side : {lhs(block.equations[row].equation), rhs(block.equations[row].equation)}) {
          const ExprId partial = differentiator_.Differentiate(side, leaf);
          if (partial == expr::Pool::kError || ContainsUnknown(partial)) return false;
        }
      }
    }
    return true;
  }

  auto ContainsUnknown(ExprId root) -> bool {
    return std::ranges::any_of(walker_.Postorder(root), [&](ExprId id) {
      return pool_.op(id) == Op::Partial ||
             (pool_.op(id) == Op::Var && local_[pool_.var(id).index] != graph::kNone);
    });
  }

  static void KeepWhole(Block& block, WholeReason reason) {
    block.whole = reason;
    for (const Assigned& assigned : block.equations) {
      block.iteration_vars.push_back(assigned.var);
      block.residuals.push_back(assigned.equation);
    }
  }

  auto IsSafeFactor(ExprId factor) -> bool {
    const auto value = evaluator_.TryEvaluate(factor, [&](ExprId leaf) -> std::optional<double> {
      return pool_.op(leaf) == Op::Var ? values_[pool_.var(leaf).index] : std::nullopt;
    });
    return value && *value != 0;
  }

  // A long explicit sequence is a shooting method: errors of the iteration variables grow along it beyond all
  // digits. Such blocks, chains of many parts, are sparse, and better solved whole.
  static auto IsTooDeep(const graph::Bipartite& incidence, const graph::Tearing& tearing) -> bool {
    constexpr uint32_t kMaxDepth = 24;
    std::vector<uint32_t> depth(incidence.n_cols, 0);
    for (const graph::ExplicitStep& step : tearing.sequence) {
      for (const uint32_t col : incidence.row(step.eqn)) {
        if (col != step.var) depth[step.var] = std::max(depth[step.var], depth[col] + 1);
      }
      if (depth[step.var] > kMaxDepth) return true;
    }
    return false;
  }

  [[nodiscard]] auto IsAgainstDirection(EqnId equation, VarId var) const -> bool {
    return std::ranges::binary_search(work_.structure.against_direction, std::pair(equation, var));
  }

  void TearNonlinear(Block& block, const graph::Bipartite& incidence) {
    std::vector<uint8_t> solvable(incidence.cols.size(), 0);
    for (uint32_t row = 0; row < incidence.n_rows; ++row) {
      for (uint32_t k = incidence.row_begin[row]; k < incidence.row_begin[row + 1]; ++k) {
        const VarId var = block.equations[incidence.cols[k]].var;
        // A guess is of use only for a variable that the iteration starts from.
        if (has_guess_[var.index] || IsAgainstDirection(block.equations[row].equation, var)) continue;
        const auto solution = solver_.Solve(block.equations[row].equation, var);
        solvable[k] = solution.status == expr::SolveStatus::Solved && IsSafeFactor(solution.factor) ? 1 : 0;
      }
    }
    const graph::Tearing tearing = graph::Tear(incidence, solvable);
    if (IsTooDeep(incidence, tearing)) return KeepWhole(block, WholeReason::TooDeep);
    for (const graph::ExplicitStep& step : tearing.sequence) {
      const EqnId equation = block.equations[step.eqn].equation;
      const VarId var = block.equations[step.var].var;
      block.inner.push_back({equation, var, solver_.Solve(equation, var).value});
    }
    for (size_t k = 0; k < tearing.vars.size(); ++k) {
      const VarId var = block.equations[tearing.vars[k]].var;
      block.iteration_vars.push_back(var);
      block.reasons.push_back({tearing.rules[k], tearing.n_eqns[k], has_guess_[var.index]});
    }
    for (const uint32_t eqn : tearing.residual_eqns) block.residuals.push_back(block.equations[eqn].equation);
  }

  Work& work_;
  expr::Pool& pool_;
  expr::Walker walker_;
  EquationSolver solver_;
  expr::Differentiator differentiator_;
  expr::Evaluator evaluator_;
  std::vector<std::optional<double>> values_;
  // Position of a variable in the block at hand.
  std::vector<uint32_t> local_;
  // Variables for which somebody has given a start value.
  std::vector<bool> has_guess_;
};

}  // namespace

auto TearBlocks(Work& work, PassContext& context) -> Status {
  BlockTearer tearer(work, context.options);
  for (Block& block : work.blocks) {
    if (block.kind != BlockKind::Explicit) tearer.Tear(block);
  }
  return Status::Ok;
}

}  // namespace kerf::transform
