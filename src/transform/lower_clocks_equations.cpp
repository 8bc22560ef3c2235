// The equations of a partition: which gives which variable, and what it is while the partition rests.
#include <algorithm>

#include "graph/match.h"
#include "graph/strong_components.h"
#include "transform/lower_clocks.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

namespace {

KERF_DIAG(ClockedUnbalanced, Error, "the equations of its clocked partition do not determine `{}`",
          std::string);
KERF_DIAG(ClockedTooMany, Error,
          "the clocked partition has more equations than unknowns; this one determines none of them");
KERF_DIAG(DiscreteClockedLoop, Error,
          "`{}` is not a Real and depends on itself at the same tick; `previous` may be missing",
          std::string);

}  // namespace

auto ClockLowering::UnknownsOf(uint32_t partition) -> Unknowns {
  Unknowns unknowns;
  unknowns.col_of_var.assign(dae_.vars.size(), graph::kNone);
  const auto add = [&](VarId var) {
    unknowns.col_of_var[var.index] = static_cast<uint32_t>(unknowns.vars.size());
    unknowns.vars.push_back(var);
  };
  for (uint32_t k = 0; k < graph_->n_variables(); ++k) {
    const dae::Var& var = dae_.vars[VarId{k}];
    const bool is_sought = var.kind == dae::VarKind::Algebraic || var.kind == dae::VarKind::State;
    if (is_sought && !shows_ticks_[k] && graph_->PartitionOf(k) == partition) add(VarId{k});
  }
  for (const auto& [key, var] : names_) {
    if (key.second == partition) add(var);
  }
  for (const VarId var : ticks_[partition].added) add(var);
  return unknowns;
}

auto ClockLowering::Occurring(const Row& row, const Unknowns& unknowns) -> std::vector<uint32_t> {
  std::vector<uint32_t> cols;
  const std::vector<ExprId> sides = {row.lhs, row.rhs};
  for (const ExprId id : walker_.Postorder(sides)) {
    if (pool_.op(id) != Op::Var) continue;
    const uint32_t col = unknowns.col_of_var[pool_.var(id).index];
    if (col != graph::kNone) cols.push_back(col);
  }
  return cols;
}

// First what stands alone on a side, then, of Reals, what else occurs.
auto ClockLowering::Possible(const Row& row, const Unknowns& unknowns, const std::vector<uint32_t>& occurring)
    -> std::vector<uint32_t> {
  const auto col_of = [&](ExprId leaf) {
    return pool_.op(leaf) == Op::Var ? unknowns.col_of_var[pool_.var(leaf).index] : graph::kNone;
  };
  std::vector<uint32_t> cols;
  const auto add = [&](uint32_t col) {
    if (col != graph::kNone) cols.push_back(col);
  };
  const dae::Equation equation = EquationOf(row);
  if (equation.output != dae::Equation::kNoOutput) {
    add(col_of(dae::LeftSide(dae_, equation)));
    return cols;
  }
  add(col_of(row.lhs));
  add(col_of(row.rhs));
  if (pool_[row.lhs].kind != Kind::Real) return cols;
  for (const uint32_t col : occurring) {
    if (dae_.vars[unknowns.vars[col]].type == Kind::Real) cols.push_back(col);
  }
  return cols;
}

auto ClockLowering::IsComplete(const std::vector<Row>& rows, const Unknowns& unknowns,
                               const graph::Matching& matching) -> bool {
  for (size_t r = 0; r < rows.size(); ++r) {
    if (matching.col_of_row[r] != graph::kNone) continue;
    context_.diag.Emit(SpanOf(EquationOf(rows[r]).origin), ClockedTooMany);
    return false;
  }
  for (size_t c = 0; c < unknowns.vars.size(); ++c) {
    if (matching.row_of_col[c] != graph::kNone) continue;
    context_.diag.Emit(SpanOf(dae_.vars[unknowns.vars[c]].origin), ClockedUnbalanced,
                       dae::FullName(dae_, unknowns.vars[c]));
    return false;
  }
  return true;
}

// The equation of the model as it is lowered, or one that has been made here.
auto ClockLowering::EquationOf(const Row& row) -> dae::Equation {
  dae::Equation equation{row.lhs, row.rhs, base::PathStore::kRoot, {}, dae::Equation::kNoOutput, {}};
  if (row.id.has_value()) equation = dae_.equations[row.id];
  equation.lhs = row.lhs;
  equation.rhs = row.rhs;
  return equation;
}

void ClockLowering::Store(const Row& row, dae::Equation equation) {
  if (row.id.has_value()) {
    dae_.equations[row.id] = equation;
  } else {
    dae_.equations.Add(equation);
  }
}

// At the start conditions on a state may determine what it was before.
void ClockLowering::LeaveOpenAtStart(VarId state) {
  dae_.vars[state].is_discrete = false;
  dae_.vars[pool_.var(Before(dae::VarLeaf(dae_, state)))].is_discrete = false;
}

// v = if c then value else pre(v)
void ClockLowering::GiveAlone(const Row& row, VarId var, uint32_t partition) {
  const ExprId leaf = dae::VarLeaf(dae_, var);
  dae::Equation equation = EquationOf(row);
  ExprId value;
  if (equation.output != dae::Equation::kNoOutput) {
    value = dae::RightSide(dae_, equation);
    equation.output = dae::Equation::kNoOutput;
  } else if (row.lhs == leaf) {
    value = row.rhs;
  } else if (row.rhs == leaf) {
    value = row.lhs;
  }
  const auto reads = [&](ExprId root) {
    const auto& order = walker_.Postorder(root);
    return std::ranges::find(order, leaf) != order.end();
  };
  if (!value.has_value() || reads(value)) {
    const expr::Solution solution = expr::SolveFor(pool_, splitter_, row.lhs, row.rhs, leaf);
    const bool is_certain = solution.status == expr::SolveStatus::Solved && pool_.IsNumber(solution.factor) &&
                            !pool_.IsNumber(solution.factor, 0);
    if (!is_certain) return GiveTogether(row, var, partition);
    value = solution.value;
  }
  equation.lhs = leaf;
  equation.rhs = pool_.If(Holds(partition, row.is_stage), value, Before(leaf));
  equation.is_at_events = true;
  dae_.vars[var].is_discrete = true;
  dae_.vars[var].is_sampled = true;
  if (row.inverse.has_value()) LeaveOpenAtStart(var);
  Store(row, equation);
}

// 0 = if c then lhs - rhs else v - pre(v), where an iteration may find v.
void ClockLowering::GiveTogether(const Row& row, VarId var, uint32_t partition) {
  const ExprId leaf = dae::VarLeaf(dae_, var);
  dae::Equation equation = EquationOf(row);
  const ExprId residual = pool_.Sub(row.lhs, row.rhs);
  equation.lhs = pool_.If(Holds(partition, row.is_stage), residual, pool_.Sub(leaf, Before(leaf)));
  equation.rhs = pool_.Real(0);
  dae_.vars[var].is_discrete = false;
  if (row.inverse.has_value()) LeaveOpenAtStart(var);
  Store(row, equation);
}

auto ClockLowering::GivePartition(uint32_t partition, const std::vector<Row>& rows) -> bool {
  const Unknowns unknowns = UnknownsOf(partition);
  const auto n_cols = static_cast<uint32_t>(unknowns.vars.size());
  graph::BipartiteBuilder occurring(n_cols);
  graph::BipartiteBuilder possible(n_cols);
  for (const Row& row : rows) {
    const std::vector<uint32_t> cols = Occurring(row, unknowns);
    occurring.AddRow(cols);
    possible.AddRow(Possible(row, unknowns, cols));
  }
  const graph::Matching matching = graph::Match(possible.Take());
  if (!IsComplete(rows, unknowns, matching)) return false;
  const graph::Lists blocks = graph::SolutionBlocks(occurring.Take(), matching);
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    const auto cols = blocks[b];
    for (const uint32_t col : cols) {
      const VarId var = unknowns.vars[col];
      Row row = rows[matching.row_of_col[col]];
      if (row.inverse.has_value() && pool_.var(row.lhs) != var) row.rhs = row.inverse;
      if (cols.size() == 1) {
        GiveAlone(row, var, partition);
        continue;
      }
      if (dae_.vars[var].type != Kind::Real) {
        context_.diag.Emit(SpanOf(dae_.vars[var].origin), DiscreteClockedLoop, dae::FullName(dae_, var));
        return false;
      }
      GiveTogether(row, var, partition);
    }
  }
  return true;
}

}  // namespace kerf::transform
