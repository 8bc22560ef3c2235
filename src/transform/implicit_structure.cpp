// The structure of F(t, y, y'): Pantelides' algorithm on states, derivatives and other unknowns.
#include "transform/implicit_structure.h"

#include <algorithm>
#include <array>

#include "expr/walk.h"
#include "graph/pantelides.h"

namespace kerf::transform {

namespace {

using expr::Op;

// Columns: the states, the derivative of each, the other unknowns.
struct ColumnNumbering {
  std::vector<VarId> states;
  std::vector<uint32_t> col_of_var;
  uint32_t n_cols = 0;
  // For each state whose derivative is known, a state itself, or shared with another state: the variable to
  // which it is equal.
  std::vector<VarId> equal_to;
};

auto NumberColumns(const Work& work) -> ColumnNumbering {
  ColumnNumbering columns;
  columns.col_of_var.assign(work.dae.vars.size(), graph::kNone);
  for (const VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    if (work.aliases.representative[id.index] != id || !work.known[id.index]) continue;
    if (var.kind == dae::VarKind::State && var.derivative.has_value()) columns.states.push_back(id);
  }
  const auto n = static_cast<uint32_t>(columns.states.size());
  for (uint32_t k = 0; k < n; ++k) columns.col_of_var[columns.states[k].index] = k;
  columns.equal_to.resize(n);
  for (uint32_t k = 0; k < n; ++k) {
    const VarId derivative = work.aliases.representative[work.dae.vars[columns.states[k]].derivative.index];
    const bool is_own = !work.known[derivative.index] && columns.col_of_var[derivative.index] == graph::kNone;
    if (is_own) columns.col_of_var[derivative.index] = n + k;
    if (!is_own) columns.equal_to[k] = derivative;
  }
  columns.n_cols = 2 * n;
  for (const VarId var : work.structure.var_of_col) {
    uint32_t& col = columns.col_of_var[var.index];
    if (col == graph::kNone) col = columns.n_cols++;
  }
  return columns;
}

auto BuildImplicitIncidence(const Work& work, const ColumnNumbering& columns) -> graph::Bipartite {
  const Structure& s = work.structure;
  const expr::Pool& pool = work.dae.world->pool;
  expr::Walker walker(pool);
  graph::BipartiteBuilder builder(columns.n_cols);
  std::vector<uint32_t> cols;
  const auto add = [&](VarId var) {
    const uint32_t col = columns.col_of_var[var.index];
    if (col != graph::kNone) cols.push_back(col);
  };
  for (const EqnId id : s.eqn_of_row) {
    cols.clear();
    const dae::Equation& equation = work.dae.equations[id];
    const bool fixed = equation.output != dae::Equation::kNoOutput;
    const ExprId lhs = fixed ? pool.operand(s.lhs[id.index], equation.output) : s.lhs[id.index];
    const std::array<ExprId, 2> sides = {lhs, s.rhs[id.index]};
    for (const ExprId node : walker.Postorder(sides)) {
      if (pool.op(node) == Op::Var) add(pool.var(node));
    }
    builder.AddRow(cols);
  }
  const auto n = static_cast<uint32_t>(columns.states.size());
  for (uint32_t k = 0; k < n; ++k) {
    if (!columns.equal_to[k].has_value()) continue;
    cols = {n + k};
    add(columns.equal_to[k]);
    builder.AddRow(cols);
  }
  return builder.Take();
}

}  // namespace

auto FitnessOfImplicitForm(const Work& work) -> ImplicitFitness {
  const ColumnNumbering columns = NumberColumns(work);
  const graph::Bipartite incidence = BuildImplicitIncidence(work, columns);
  const auto n = static_cast<uint32_t>(columns.states.size());
  if (!work.aliases.redundant.empty() || incidence.n_rows + n != columns.n_cols)
    return ImplicitFitness::Singular;
  std::vector<uint32_t> derivative_of_var(columns.n_cols, graph::kNone);
  for (uint32_t k = 0; k < n; ++k) derivative_of_var[k] = n + k;
  const graph::PantelidesResult result = graph::Pantelides(incidence, derivative_of_var);
  if (!result.singular_eqns.empty()) return ImplicitFitness::Singular;
  const bool is_low =
      std::ranges::all_of(result.n_differentiations, [](uint32_t n_times) { return n_times <= 1; });
  return is_low ? ImplicitFitness::Fit : ImplicitFitness::IndexTooHigh;
}

}  // namespace kerf::transform
