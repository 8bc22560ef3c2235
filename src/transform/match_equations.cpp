// The pass match_equations: incidence of unknowns in equations and the assignment of section 3.6 of the
// thesis.
#include "transform/passes.h"

#include "expr/walk.h"

namespace kerf::transform {

namespace {

using expr::Op;

void NumberUnknowns(Work& work) {
  Structure& s = work.structure;
  s.col_of_var.assign(work.dae.vars.size(), graph::kNone);
  for (const VarId id : work.dae.vars.ids()) {
    if (work.known[id.index] || work.aliases.representative[id.index] != id) continue;
    s.col_of_var[id.index] = static_cast<uint32_t>(s.var_of_col.size());
    s.var_of_col.push_back(id);
  }
}

// A variable of a when-clause is given by that clause, which gives nothing else; at the start other equations
// may give it. Any other discrete variable is given by equations that have it alone on one side, and those
// give nothing else. True if columns were taken out.
auto DropUnsolvable(const Work& work, bool is_running, const dae::Equation& equation, ExprId lhs, ExprId rhs,
                    std::vector<uint32_t>& cols) -> bool {
  const expr::Pool& pool = work.dae.world->pool;
  if (equation.is_at_events && is_running) {
    return std::erase_if(cols, [&](uint32_t col) {
             return pool.op(lhs) != Op::Var || pool.var(lhs) != work.structure.var_of_col[col];
           }) > 0;
  }
  // Reals that change at events may stand alone in an equation that gives another variable.
  const auto discrete = [&](ExprId side) {
    if (pool.op(side) != Op::Var) return false;
    const dae::Var& var = work.dae.vars[pool.var(side)];
    const bool is_unknown = work.structure.col_of_var[pool.var(side).index] != graph::kNone;
    return is_unknown && var.is_discrete && var.type != expr::Kind::Real && !var.is_sampled;
  };
  // A Real may take the value of an Integer: such an equation may give either.
  const auto is_real = [&](ExprId side) {
    return pool.op(side) == Op::Var && work.dae.vars[pool.var(side)].type == expr::Kind::Real;
  };
  const bool gives_discrete = (discrete(lhs) && !is_real(rhs)) || (discrete(rhs) && !is_real(lhs)) ||
                              pool[lhs].kind == expr::Kind::Boolean;
  const auto is_unsolvable = [&](uint32_t col) {
    const VarId var = work.structure.var_of_col[col];
    if (!work.dae.vars[var].is_discrete) return gives_discrete;
    if (is_running && work.dae.vars[var].is_sampled) return true;
    return !(pool.op(lhs) == Op::Var && pool.var(lhs) == var) &&
           !(pool.op(rhs) == Op::Var && pool.var(rhs) == var);
  };
  return std::erase_if(cols, is_unsolvable) > 0;
}

void BuildIncidence(Work& work, bool is_running) {
  Structure& s = work.structure;
  const expr::Pool& pool = work.dae.world->pool;
  expr::Walker walker(pool);
  graph::BipartiteBuilder occurrences(static_cast<uint32_t>(s.var_of_col.size()));
  graph::BipartiteBuilder candidates(static_cast<uint32_t>(s.var_of_col.size()));
  std::vector<uint32_t> cols;
  for (const EqnId id : work.dae.equations.ids()) {
    if (work.aliases.trivial[id.index]) continue;
    const dae::Equation& equation = work.dae.equations[id];
    const bool fixed = equation.output != dae::Equation::kNoOutput;
    const ExprId lhs = fixed ? pool.operand(s.lhs[id.index], equation.output) : s.lhs[id.index];
    cols.clear();
    const std::array<ExprId, 2> sides = {lhs, s.rhs[id.index]};
    for (const ExprId node : walker.Postorder(sides)) {
      if (pool.op(node) != Op::Var) continue;
      const uint32_t col = s.col_of_var[pool.var(node).index];
      if (col != graph::kNone) cols.push_back(col);
    }
    s.eqn_of_row.push_back(id);
    occurrences.AddRow(cols);
    if (DropUnsolvable(work, is_running, equation, lhs, s.rhs[id.index], cols)) s.has_fixed_causality = true;
    // Fixed causality: the call gives the variable on the left and nothing else.
    if (fixed && !cols.empty() && (pool.op(lhs) != Op::Var || s.var_of_col[cols[0]] != pool.var(lhs)))
      cols.clear();
    if (fixed) cols.resize(std::min<size_t>(cols.size(), 1));
    s.has_fixed_causality = s.has_fixed_causality || fixed;
    candidates.AddRow(cols);
  }
  s.occurrences = occurrences.Take();
  if (s.has_fixed_causality) s.candidates = candidates.Take();
}

}  // namespace

auto MatchEquations(Work& work, PassContext& context) -> Status {
  Structure& s = work.structure;
  NumberUnknowns(work);
  BuildIncidence(work, context.options.problem != Problem::Initial);
  s.matching = graph::Match(s.has_fixed_causality ? s.candidates : s.occurrences);
  for (uint32_t col = 0; col < s.var_of_col.size(); ++col) {
    if (s.matching.row_of_col[col] == graph::kNone) s.unassigned.push_back(s.var_of_col[col]);
  }
  for (uint32_t row = 0; row < s.eqn_of_row.size(); ++row) {
    if (s.matching.col_of_row[row] == graph::kNone) s.unmatched.push_back(s.eqn_of_row[row]);
  }
  return Status::Ok;
}

}  // namespace kerf::transform
