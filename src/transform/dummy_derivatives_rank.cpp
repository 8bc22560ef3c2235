// Whether the highest derivatives are determined by the equations as often as these are to be differentiated,
// not only by their structure. The factor of a derivative in a differentiated equation is that of the
// variable itself in the equation, so nothing has to be differentiated for this.
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
    DependencyQuestion question;
    std::vector<uint32_t> row_of;
    for (const uint32_t col : blocks[b]) {
      block_of_col[col] = b;
      const uint32_t row = matching.row_of_col[col];
      if (rows_[row].equation.index >= n_equations_ || !CanBeCombined(work_.dae, rows_[row].equation))
        continue;
      // Only equations that are differentiated equally often are summed up as they stand.
      if (found.n_differentiations[row] != found.n_differentiations[matching.row_of_col[blocks[b][0]]])
        continue;
      question.equations.push_back(rows_[row].equation);
      row_of.push_back(row);
    }
    question.is_unknown = [&](uint32_t k, VarId var) {
      const uint32_t col = col_of_var_[var.index];
      const uint32_t top = col == kNone ? kNone : highest(row_of[k], col);
      return top != kNone && block_of_col[top] == b;
    };
    for (const Combined& combined : CombineDependent(work_, question)) combined_.push_back(combined);
  }
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
  question.is_unknown = [&](uint32_t k, VarId var) { return unknowns[k] == var; };
  if (question.equations.empty()) return;
  for (const Combined& combined : CombineDependent(work_, question)) combined_.push_back(combined);
}

}  // namespace kerf::transform
