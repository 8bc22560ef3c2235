// Gaussian elimination on the Jacobian of an under-determined part.
#include "transform/null_vector.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "expr/derivative.h"
#include "expr/evaluate.h"

namespace kerf::transform {

namespace {

using expr::Op;
using Matrix = std::vector<std::vector<double>>;

constexpr size_t kMaxSize = 300;
constexpr double kSmall = 1e-9;

// A number that depends on the variable alone, in [1, 2): the same model gives the same point.
auto PointOf(VarId var) -> double { return 1 + std::fmod(0.6180339887498949 * (var.index + 1), 1.0); }

auto BuildJacobian(const Work& work, std::span<const uint32_t> rows, std::span<const uint32_t> cols)
    -> std::optional<Matrix> {
  expr::Pool& pool = work.dae.world->pool;
  expr::Differentiator differentiator(pool);
  expr::Evaluator evaluator(pool);
  std::unordered_map<uint32_t, size_t> position;
  for (size_t k = 0; k < cols.size(); ++k) position[cols[k]] = k;
  Matrix matrix(rows.size(), std::vector<double>(cols.size(), 0.0));
  for (size_t r = 0; r < rows.size(); ++r) {
    const EqnId equation = work.structure.eqn_of_row[rows[r]];
    const ExprId residual = pool.Sub(work.structure.lhs[equation.index], work.structure.rhs[equation.index]);
    for (const uint32_t col : work.structure.occurrences.row(rows[r])) {
      const auto at = position.find(col);
      if (at == position.end()) continue;
      const VarId var = work.structure.var_of_col[col];
      differentiator.Forget();
      const ExprId partial = differentiator.Differentiate(residual, [&](ExprId id) {
        return pool.Real(pool.op(id) == Op::Var && pool.var(id) == var ? 1 : 0);
      });
      const auto value = evaluator.TryEvaluate(partial, [&](ExprId leaf) -> std::optional<double> {
        return pool.op(leaf) == Op::Var ? std::optional(PointOf(pool.var(leaf))) : std::nullopt;
      });
      if (!value || !std::isfinite(*value)) return std::nullopt;
      matrix[r][at->second] = *value;
    }
  }
  return matrix;
}

// Reduces the rows to echelon form with complete elimination; the pivot column of each row that has one.
auto Reduce(Matrix& m, size_t n_cols) -> std::vector<size_t> {
  std::vector<size_t> pivots;
  for (size_t col = 0; col < n_cols && pivots.size() < m.size(); ++col) {
    const size_t row = pivots.size();
    const auto best = std::ranges::max_element(m.begin() + static_cast<ptrdiff_t>(row), m.end(), {},
                                               [&](const auto& r) { return std::abs(r[col]); });
    if (std::abs((*best)[col]) < kSmall) continue;
    std::swap(*best, m[row]);
    const double pivot = m[row][col];
    for (double& value : m[row]) value /= pivot;
    for (size_t r = 0; r < m.size(); ++r) {
      const double factor = m[r][col];
      if (r == row || factor == 0) continue;
      for (size_t k = 0; k < n_cols; ++k) m[r][k] -= factor * m[row][k];
    }
    pivots.push_back(col);
  }
  return pivots;
}

}  // namespace

auto FindShiftable(const Work& work, std::span<const uint32_t> rows, std::span<const uint32_t> cols)
    -> std::vector<VarId> {
  if (rows.size() > kMaxSize || cols.size() > kMaxSize) return {};
  auto matrix = BuildJacobian(work, rows, cols);
  if (!matrix) return {};
  const std::vector<size_t> pivots = Reduce(*matrix, cols.size());
  // With exactly one free column the null vector is unique up to scale.
  if (pivots.size() + 1 != cols.size()) return {};
  size_t free = 0;
  while (free < pivots.size() && pivots[free] == free) ++free;
  std::vector<double> null(cols.size(), 0.0);
  null[free] = 1;
  for (size_t r = 0; r < pivots.size(); ++r) null[pivots[r]] = -(*matrix)[r][free];
  std::vector<VarId> shiftable;
  for (size_t k = 0; k < cols.size(); ++k) {
    if (std::abs(null[k]) < kSmall) continue;
    if (std::abs(null[k] - 1) > kSmall) return {};
    shiftable.push_back(work.structure.var_of_col[cols[k]]);
  }
  return shiftable.size() >= 2 ? shiftable : std::vector<VarId>{};
}

}  // namespace kerf::transform
