// Linear loops: their matrix and right side, and the solution of the smallest ones as formulas.
#include "emit/program_builder.h"
#include "expr/generic_value.h"
#include "expr/linear_split.h"

namespace kerf::emit {

// Residual i is the sum of its entries times the unknowns, less the right side. Not where the table of linear
// splits cannot see it; then the loop is solved like any other.
auto ProgramBuilder::TrySplitLinear(Loop& loop) -> bool {
  expr::LinearSplitter splitter(pool_);
  const size_t n = loop.unknowns.size();
  std::vector<ExprId> matrix(n * n);
  std::vector<ExprId> right;
  for (size_t row = 0; row < n; ++row) {
    ExprId rest = loop.residuals[row];
    for (size_t col = 0; col < n; ++col) {
      ExprId leaf;
      for (const ExprId id : walker_.Postorder(rest)) {
        if (pool_.op(id) == expr::Op::Var && pool_.var(id).index == loop.unknowns[col].index) leaf = id;
      }
      if (!leaf.has_value()) continue;
      const auto split = splitter.TrySplit(rest, leaf);
      if (!split) return false;
      if (!pool_.IsNumber(split->factor, 0)) matrix[row * n + col] = split->factor;
      rest = split->constant;
    }
    right.push_back(pool_.Neg(rest));
  }
  loop.matrix = std::move(matrix);
  loop.right = std::move(right);
  loop.inner.clear();
  loop.residuals.clear();
  return true;
}

// Two equations by Cramer's rule, where the determinant stands in a symbol of its own.
auto ProgramBuilder::TrySolveSmall(const Loop& loop, bool is_at_events, std::vector<Statement>& out) -> bool {
  if (loop.unknowns.size() != 2) return false;
  const auto entry = [&](size_t k) { return loop.matrix[k].has_value() ? loop.matrix[k] : pool_.Real(0); };
  const auto cross = [&](ExprId a, ExprId b, ExprId c, ExprId d) {
    return pool_.Sub(pool_.Mul(a, b), pool_.Mul(c, d));
  };
  const ExprId determinant = cross(entry(0), entry(3), entry(1), entry(2));
  // What cancels is left to the general way, which says so when it meets it.
  if (expr::GenericValues(pool_).Of(determinant).IsZero()) return false;
  const SymbolId symbol =
      AddSymbol(SymbolKind::Internal, fmt::format("determinant {}", program_.symbols.size()));
  const std::array<ExprId, 2> numerators = {cross(loop.right[0], entry(3), entry(1), loop.right[1]),
                                            cross(entry(0), loop.right[1], entry(2), loop.right[0])};
  out.push_back({{symbol, determinant, loop.equations[0]}, Statement::kNoLoop, is_at_events});
  for (size_t k = 0; k < 2; ++k) {
    out.push_back({{loop.unknowns[k], pool_.Div(numerators[k], Leaf(symbol)), loop.equations[k]},
                   Statement::kNoLoop,
                   is_at_events});
  }
  return true;
}

}  // namespace kerf::emit
