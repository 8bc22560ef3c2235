// The pass match_equations: incidence of unknowns in equations and the assignment of section 3.6 of the
// thesis.
#include "transform/incidence.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

void NumberUnknowns(Work& work) {
  Structure& s = work.structure;
  s.col_of_var.assign(work.dae.vars.size(), graph::kNone);
  for (const VarId id : work.dae.vars.ids()) {
    if (work.known[id.index] || work.aliases.representative[id.index] != id) continue;
    s.col_of_var[id.index] = static_cast<uint32_t>(s.var_of_col.size());
    s.var_of_col.push_back(id);
  }
}

void BuildIncidence(Work& work, bool is_running) {
  Structure& s = work.structure;
  const auto n_cols = static_cast<uint32_t>(s.var_of_col.size());
  RowReader reader(work, is_running, s.col_of_var, s.var_of_col);
  graph::BipartiteBuilder occurrences(n_cols);
  graph::BipartiteBuilder candidates(n_cols);
  std::vector<uint32_t> cols;
  for (const EqnId id : work.dae.equations.ids()) {
    if (work.aliases.trivial[id.index]) continue;
    cols = reader.Occurrences(id, s.lhs[id.index], s.rhs[id.index]);
    s.eqn_of_row.push_back(id);
    occurrences.AddRow(cols);
    if (reader.KeepSolvable(id, s.lhs[id.index], s.rhs[id.index], cols)) s.has_fixed_causality = true;
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
  // Other questions may be answered against the directions.
  const Options& options = context.options;
  const bool is_simulation =
      options.problem == Problem::Simulation && options.known.empty() && options.unknown.empty();
  if (is_simulation && HasStateForm(s)) KeepDirections(work);
  return Status::Ok;
}

}  // namespace kerf::transform
