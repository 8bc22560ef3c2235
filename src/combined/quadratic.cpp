// See quadratic.h.
#include "combined/quadratic.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace kerf::combined {

namespace {

using Matrix = std::vector<std::vector<double>>;

auto Product(const std::vector<double>& a, const std::vector<double>& b) -> double {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// By Gauss and Jordan with the largest pivots of each column; none if it is singular.
auto Inverse(Matrix a) -> std::optional<Matrix> {
  constexpr double kSingular = 1e-13;
  const size_t n = a.size();
  double largest = 0;
  for (size_t i = 0; i < n; ++i) {
    for (const double x : a[i]) largest = std::max(largest, std::abs(x));
    a[i].resize(2 * n, 0.0);
    a[i][n + i] = 1;
  }
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (!(std::abs(a[pivot][k]) > kSingular * largest)) return std::nullopt;
    std::swap(a[k], a[pivot]);
    const double scale = 1 / a[k][k];
    for (double& x : a[k]) x *= scale;
    for (size_t i = 0; i < n; ++i) {
      const double factor = a[i][k];
      if (i == k || factor == 0) continue;
      for (size_t j = k; j < 2 * n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (std::vector<double>& row : a) row.erase(row.begin(), row.begin() + static_cast<ptrdiff_t>(n));
  return a;
}

// The gradient of q at s along one coordinate.
auto SlopeAt(const Quadratic& q, const std::vector<double>& s, size_t k) -> double {
  const size_t n = s.size();
  double slope = q.g[k];
  for (size_t j = 0; j < n; ++j) slope += q.h[k * n + j] * s[j];
  return slope;
}

// The best place along coordinate k, all others kept.
auto BestAlong(const Quadratic& q, const std::vector<double>& s, size_t k, double lower, double upper)
    -> double {
  const double curvature = q.h[k * s.size() + k];
  const double slope = SlopeAt(q, s, k) - curvature * s[k];
  const auto value = [&](double x) { return x * (slope + 0.5 * curvature * x); };
  if (curvature > 0) return std::clamp(-slope / curvature, lower, upper);
  return value(lower) < value(upper) ? lower : upper;
}

void Descend(const Quadratic& q, const std::vector<double>& lower, const std::vector<double>& upper,
             std::vector<double>& s) {
  constexpr int kSweeps = 300;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double moved = 0;
    for (size_t k = 0; k < s.size(); ++k) {
      const double next = BestAlong(q, s, k, lower[k], upper[k]);
      moved = std::max(moved, std::abs(next - s[k]) / std::max(upper[k] - lower[k], 1e-300));
      s[k] = next;
    }
    if (moved < 1e-12) return;
  }
}

// From what lies on no limit straight to where the slopes vanish, as far as the box goes.
void StepOfNewton(const Quadratic& q, const std::vector<double>& lower, const std::vector<double>& upper,
                  std::vector<double>& s) {
  const size_t n = s.size();
  std::vector<size_t> open;
  for (size_t k = 0; k < n; ++k) {
    if (s[k] > lower[k] && s[k] < upper[k]) open.push_back(k);
  }
  if (open.empty()) return;
  Matrix h(open.size(), std::vector<double>(open.size()));
  for (size_t i = 0; i < open.size(); ++i) {
    for (size_t j = 0; j < open.size(); ++j) h[i][j] = q.h[open[i] * n + open[j]];
  }
  const auto inverse = Inverse(std::move(h));
  if (!inverse) return;
  std::vector<double> slopes;
  for (const size_t k : open) slopes.push_back(SlopeAt(q, s, k));
  std::vector<double> next = s;
  double length = 1;
  for (size_t i = 0; i < open.size(); ++i) {
    const size_t k = open[i];
    next[k] -= Product((*inverse)[i], slopes);
    if (next[k] > upper[k]) length = std::min(length, (upper[k] - s[k]) / (next[k] - s[k]));
    if (next[k] < lower[k]) length = std::min(length, (lower[k] - s[k]) / (next[k] - s[k]));
  }
  for (const size_t k : open) next[k] = std::clamp(s[k] + length * (next[k] - s[k]), lower[k], upper[k]);
  if (q.At(next) < q.At(s)) s = std::move(next);
}

}  // namespace

auto Quadratic::At(const std::vector<double>& s) const -> double {
  const size_t n = s.size();
  double sum = value;
  for (size_t i = 0; i < n; ++i) {
    double row = g[i];
    for (size_t j = 0; j < n; ++j) row += 0.5 * h[i * n + j] * s[j];
    sum += row * s[i];
  }
  return sum;
}

// [A X; X' 0] [multipliers; value, gradient] = [values; 0], A_ij = (y_i'y_j)^2/2, X = rows (1, y_i').
auto Interpolation::Make(const std::vector<std::vector<double>>& points) -> std::optional<Interpolation> {
  const size_t m = points.size();
  const size_t n = points[0].size();
  Matrix system(m + n + 1, std::vector<double>(m + n + 1, 0.0));
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j < m; ++j) {
      const double product = Product(points[i], points[j]);
      system[i][j] = 0.5 * product * product;
    }
    system[i][m] = system[m][i] = 1;
    for (size_t k = 0; k < n; ++k) system[i][m + 1 + k] = system[m + 1 + k][i] = points[i][k];
  }
  auto inverse = Inverse(std::move(system));
  if (!inverse) return std::nullopt;
  Interpolation interpolation;
  interpolation.points_ = points;
  interpolation.inverse_ = std::move(*inverse);
  return interpolation;
}

auto Interpolation::Through(const std::vector<double>& values) const -> Quadratic {
  const size_t m = points_.size();
  const size_t n = points_[0].size();
  const auto solved = [&](size_t row) {
    double sum = 0;
    for (size_t j = 0; j < m; ++j) sum += inverse_[row][j] * values[j];
    return sum;
  };
  Quadratic q;
  q.value = solved(m);
  for (size_t k = 0; k < n; ++k) q.g.push_back(solved(m + 1 + k));
  q.h.assign(n * n, 0.0);
  for (size_t i = 0; i < m; ++i) {
    const double multiplier = solved(i);
    for (size_t r = 0; r < n; ++r) {
      for (size_t c = 0; c < n; ++c) q.h[r * n + c] += multiplier * points_[i][r] * points_[i][c];
    }
  }
  return q;
}

// From the middle, and from the ends of each coordinate, for functions that fall to several sides.
auto LeastInBox(const Quadratic& q, const std::vector<double>& lower, const std::vector<double>& upper)
    -> std::vector<double> {
  const size_t n = lower.size();
  std::vector<double> best(n, 0.0);
  for (size_t start = 0; start < 2 * n + 1; ++start) {
    std::vector<double> s(n, 0.0);
    if (start > 0) s[(start - 1) / 2] = start % 2 == 1 ? lower[(start - 1) / 2] : upper[(start - 1) / 2];
    for (int round = 0; round < 3; ++round) {
      Descend(q, lower, upper, s);
      StepOfNewton(q, lower, upper, s);
    }
    if (start == 0 || q.At(s) < q.At(best)) best = std::move(s);
  }
  return best;
}

}  // namespace kerf::combined
