// Whether the highest derivatives are determined by the equations as often as these are to be differentiated,
// not only by their structure. The factor of a derivative in a differentiated equation is that of the
// variable itself in the equation, so nothing has to be differentiated to find out.
//
// Where equations depend on each other that are differentiated a different number of times, one of those that
// are least often takes the sum of itself and of the others, differentiated as often as they are more often
// (G. Tan, N. S. Nedialkov, J. D. Pryce, Conversion methods for improving structural analysis of
// differential-algebraic equation systems, BIT 57, 2017, the linear combination method).
#include "graph/match.h"
#include "graph/strong_components.h"
#include "transform/dummy_derivatives.h"

namespace kerf::transform {

using graph::kNone;

void DummyDerivatives::FindDependent(const graph::PantelidesResult& found) {
  // The column that a column becomes if its equation is differentiated as often as is needed; kNone unless
  // that is the highest derivative.
  const auto highest = [&](uint32_t row, uint32_t col) {
    for (uint32_t k = found.n_differentiations[row]; k > 0 && col != kNone; --k)
      col = found.derivative_of_var[col];
    return col != kNone && found.derivative_of_var[col] == kNone ? col : kNone;
  };
  graph::BipartiteBuilder builder(static_cast<uint32_t>(found.derivative_of_var.size()));
  std::vector<uint32_t> cols;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    cols.clear();
    for (const uint32_t col : rows_[row].cols) {
      if (highest(row, col) != kNone) cols.push_back(highest(row, col));
    }
    builder.AddRow(cols);
  }
  const graph::Bipartite structure = builder.Take();
  const graph::Matching matching = graph::Match(structure);
  const graph::Lists blocks = graph::SolutionBlocks(structure, matching);
  FindCancelled(blocks, matching, highest);
  std::vector<uint32_t> block_of_col(structure.n_cols, kNone);
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() < 2) continue;
    std::vector<uint32_t> row_of;
    for (const uint32_t col : blocks[b]) {
      block_of_col[col] = b;
      const uint32_t row = matching.row_of_col[col];
      if (rows_[row].equation.index < n_equations_ && CanBeCombined(work_.dae, rows_[row].equation))
        row_of.push_back(row);
    }
    std::ranges::stable_sort(row_of, std::greater<>(),
                             [&](uint32_t row) { return found.n_differentiations[row]; });
    DependencyQuestion question;
    for (const uint32_t row : row_of) {
      question.equations.push_back(rows_[row].equation);
      question.n_differentiations.push_back(found.n_differentiations[row]);
    }
    question.n_unknowns = structure.n_cols;
    question.unknown_of = [&](uint32_t k, VarId var) {
      const uint32_t col = var.index < col_of_var_.size() ? col_of_var_[var.index] : kNone;
      const uint32_t top = col == kNone ? kNone : highest(row_of[k], col);
      return top != kNone && block_of_col[top] == b ? top : kNone;
    };
    question.differentiate = [&](const LinearRow& row) { return TryDerivativeOf(row); };
    for (const Combined& combined : CombineDependent(work_, question)) combined_.push_back(combined);
  }
}

// Derivatives that there are not yet are made on the way.
auto DummyDerivatives::TryDerivativeOf(const LinearRow& row) -> std::optional<LinearRow> {
  const auto derivative_of = [&](VarId var) {
    return derivative_[var.index].has_value() ? derivative_[var.index] : NewDerivative(var);
  };
  LinearRow result{row.equation, {}, {}, {}};
  for (const LinearRow::Term& term : row.terms)
    result.terms.push_back({derivative_of(term.var), term.factor});
  for (const VarId var : row.others) derivative_of(var);
  // What was remembered comes from before these derivatives.
  differentiator_.Forget();
  result.rest = differentiator_.Differentiate(row.rest, [&](ExprId leaf) { return DerivativeOf(leaf); });
  if (result.rest == expr::Pool::kError) return std::nullopt;
  for (const ExprId id : walker_.Postorder(result.rest)) {
    if (pool_.op(id) == expr::Op::Var && IsContinuousReal(work_.dae.vars[pool_.var(id)]))
      result.others.push_back(pool_.var(id));
  }
  return result;
}

// Equations that stand alone, each for a highest derivative that it has lost.
void DummyDerivatives::FindCancelled(const graph::Lists& blocks, const graph::Matching& matching,
                                     const std::function<uint32_t(uint32_t, uint32_t)>& highest) {
  DependencyQuestion question;
  std::vector<VarId> unknowns;
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() != 1) continue;
    const uint32_t row = matching.row_of_col[blocks[b][0]];
    const EqnId equation = rows_[row].equation;
    if (equation.index >= n_equations_ || !CanBeCombined(work_.dae, equation)) continue;
    for (const uint32_t col : rows_[row].cols) {
      if (highest(row, col) != blocks[b][0] || !MayCancel(work_, walker_, equation, var_of_col_[col]))
        continue;
      question.equations.push_back(equation);
      unknowns.push_back(var_of_col_[col]);
    }
  }
  question.is_each_alone = true;
  question.n_unknowns = work_.dae.vars.size();
  question.unknown_of = [&](uint32_t k, VarId var) { return unknowns[k] == var ? var.index : kNone; };
  if (question.equations.empty()) return;
  for (const Combined& combined : CombineDependent(work_, question)) combined_.push_back(combined);
}

}  // namespace kerf::transform
