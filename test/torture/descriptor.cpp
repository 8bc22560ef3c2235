// Rows without E are constraints; they are differentiated until E is regular (D. G. Luenberger,
// Time-invariant descriptor systems, Automatica 14, 1978). Then z(t) = exp(E^-1 A t) z(0), where z(0) fulfils
// all constraints on the way.
#include "descriptor.h"

#include <algorithm>
#include <cmath>

namespace kerf::torture {

auto Zeros(size_t n_rows, size_t n_cols) -> LongMatrix { return {n_rows, std::vector<LongReal>(n_cols, 0)}; }

namespace {

constexpr LongReal kNothing = 1e-11L;

void Subtract(std::vector<LongReal>& row, LongReal factor, const std::vector<LongReal>& pivot) {
  for (size_t k = 0; k < row.size(); ++k) row[k] -= factor * pivot[k];
}

auto Largest(const std::vector<LongReal>& row) -> LongReal {
  LongReal largest = 0;
  for (const LongReal value : row) largest = std::max(largest, std::abs(value));
  return largest;
}

// Rows to reduced echelon form, with the same done to `along`; the columns in the order given. The pivot
// column of each row that has one; these rows come first.
auto Reduce(LongMatrix& m, LongMatrix& along, const std::vector<size_t>& order) -> std::vector<size_t> {
  std::vector<size_t> pivots;
  for (const size_t col : order) {
    const size_t row = pivots.size();
    if (row == m.size()) break;
    size_t best = row;
    for (size_t r = row; r < m.size(); ++r) best = std::abs(m[r][col]) > std::abs(m[best][col]) ? r : best;
    if (std::abs(m[best][col]) < kNothing) continue;
    std::swap(m[best], m[row]);
    std::swap(along[best], along[row]);
    const LongReal pivot = m[row][col];
    for (LongReal& value : m[row]) value /= pivot;
    for (LongReal& value : along[row]) value /= pivot;
    for (size_t r = 0; r < m.size(); ++r) {
      const LongReal factor = m[r][col];
      if (r == row || factor == 0) continue;
      Subtract(m[r], factor, m[row]);
      Subtract(along[r], factor, along[row]);
    }
    pivots.push_back(col);
  }
  return pivots;
}

auto Ascending(size_t n) -> std::vector<size_t> {
  std::vector<size_t> order(n);
  for (size_t k = 0; k < n; ++k) order[k] = k;
  return order;
}

// Leaves in `a` the matrix of z' = a z. False if the equations are singular however often differentiated.
auto Shuffle(Descriptor& d) -> bool {
  for (size_t round = 0; round <= d.n; ++round) {
    const size_t rank = Reduce(d.e, d.a, Ascending(d.n)).size();
    if (rank == d.n) return true;
    for (size_t row = rank; row < d.n; ++row) {
      const LongReal scale = Largest(d.a[row]);
      if (scale < kNothing) return false;
      for (LongReal& value : d.a[row]) value /= scale;
      d.constraints.push_back(d.a[row]);
      d.e[row] = d.a[row];
      d.a[row].assign(d.n, 0);
    }
  }
  return false;
}

// What the constraints leave open is drawn; sine and cosine are 0 and 1. Nothing if these are tied.
auto TryStart(Descriptor& d, Rng& rng) -> std::optional<std::vector<LongReal>> {
  LongMatrix none = Zeros(d.constraints.size(), 0);
  const std::vector<size_t> pivots = Reduce(d.constraints, none, Ascending(d.n));
  std::vector<LongReal> z(d.n);
  for (LongReal& value : z) value = 0.1L * static_cast<LongReal>(rng.Below(41)) - 2;
  z[d.n - 2] = 0;
  z[d.n - 1] = 1;
  for (size_t k = 0; k < pivots.size(); ++k) {
    if (pivots[k] >= d.n - 2) return std::nullopt;
    LongReal sum = 0;
    for (size_t col = 0; col < d.n; ++col) {
      if (col != pivots[k] && std::ranges::count(pivots, col) == 0) sum -= d.constraints[k][col] * z[col];
    }
    z[pivots[k]] = sum;
  }
  return z;
}

auto Times(const LongMatrix& a, const LongMatrix& b) -> LongMatrix {
  LongMatrix c = Zeros(a.size(), b[0].size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t k = 0; k < b.size(); ++k) {
      if (a[i][k] != 0) Subtract(c[i], -a[i][k], b[k]);
    }
  }
  return c;
}

// Taylor series of the matrix divided by a power of two, then squared as often.
auto Exponential(LongMatrix a, LongReal time) -> LongMatrix {
  LongReal norm = 0;
  for (auto& row : a) {
    LongReal sum = 0;
    for (LongReal& value : row) sum += std::abs(value *= time);
    norm = std::max(norm, sum);
  }
  const int n_squared = norm > 0.25L ? static_cast<int>(std::ceil(std::log2(norm))) + 2 : 0;
  for (auto& row : a) {
    for (LongReal& value : row) value = std::ldexp(value, -n_squared);
  }
  LongMatrix sum = Zeros(a.size(), a.size());
  for (size_t k = 0; k < a.size(); ++k) sum[k][k] = 1;
  LongMatrix term = sum;
  constexpr int kTerms = 20;
  for (int k = 1; k <= kTerms; ++k) {
    term = Times(term, a);
    for (size_t i = 0; i < a.size(); ++i) {
      for (size_t j = 0; j < a.size(); ++j) sum[i][j] += term[i][j] /= k;
    }
  }
  for (int k = 0; k < n_squared; ++k) sum = Times(sum, sum);
  return sum;
}

}  // namespace

auto TrySolve(Descriptor d, double stop, Rng& rng) -> std::optional<DescriptorSolution> {
  DescriptorSolution solution;
  if (!Shuffle(d)) {
    solution.is_singular = true;
    return solution;
  }
  const auto start = TryStart(d, rng);
  if (!start) return std::nullopt;
  solution.start = *start;
  const LongMatrix exponential = Exponential(d.a, stop);
  solution.end.assign(d.n, 0);
  for (size_t i = 0; i < d.n; ++i) {
    for (size_t k = 0; k < d.n; ++k) solution.end[i] += exponential[i][k] * (*start)[k];
  }
  constexpr LongReal kBeyond = 1e6L;
  if (!(Largest(solution.end) < kBeyond) || !(Largest(*start) < kBeyond)) return std::nullopt;
  return solution;
}

}  // namespace kerf::torture
