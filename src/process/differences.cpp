// See differences.h. The weights solve the conditions for 1, x, x², … by elimination with pivots.
#include "process/differences.h"

#include <algorithm>
#include <cmath>

namespace kerf::process {

auto DifferenceWeights(const std::vector<int>& offsets, int order, bool has_slope) -> std::vector<double> {
  const size_t n = offsets.size() + (has_slope ? 1 : 0);
  // Row m: what each functional makes of x^m, and the derivative of x^m at 0.
  std::vector<std::vector<long double>> rows(n, std::vector<long double>(n + 1, 0));
  for (size_t m = 0; m < n; ++m) {
    for (size_t j = 0; j < offsets.size(); ++j)
      rows[m][j] = std::pow(static_cast<long double>(offsets[j]), static_cast<long double>(m));
    if (has_slope) rows[m][n - 1] = m == 1 ? 1 : 0;
    if (static_cast<int>(m) == order) rows[m][n] = order == 2 ? 2 : 1;
  }
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i) {
      if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
    }
    std::swap(rows[k], rows[pivot]);
    for (size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const long double factor = rows[i][k] / rows[k][k];
      for (size_t j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  std::vector<double> weights;
  for (size_t k = 0; k < n; ++k) {
    const long double weight = rows[k][n] / rows[k][k];
    // Formulas have zeros, such as that of the middle in a central first derivative.
    constexpr long double kNothing = 1e-13L;
    weights.push_back(std::abs(weight) < kNothing ? 0 : static_cast<double>(weight));
  }
  return weights;
}

auto NearestOffsets(int point, int n, int n_points) -> std::vector<int> {
  const int first = std::clamp(point - n_points / 2, 0, std::max(0, n - n_points));
  std::vector<int> offsets;
  for (int k = first; k < std::min(n, first + n_points); ++k) offsets.push_back(k - point);
  return offsets;
}

auto GridIndicator(const double* values, int n, int n_points, int order, bool is_biased) -> double {
  const int n_more = n_points + 2;
  // Central first derivatives do not see what changes from point to point: one of the two formulas leans to
  // one side.
  const int shift = order == 1 && !is_biased ? 1 : 0;
  const int lean = is_biased ? 1 : 0;
  const int margin = n_more / 2 + shift;
  const auto derivative = [&](int point, int with, int by) {
    std::vector<int> offsets;
    for (int k = 0; k < with; ++k) offsets.push_back(k - with / 2 - by);
    const std::vector<double> weights = DifferenceWeights(offsets, order, false);
    double sum = 0;
    for (size_t k = 0; k < offsets.size(); ++k) sum += weights[k] * values[point + offsets[k]];
    return sum;
  };
  double apart = 0;
  double largest = 0;
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::abs(values[i]));
  for (int i = margin; i < n - margin; ++i) {
    const double better = derivative(i, n_more, shift);
    for (const int by : {lean, -lean})
      apart = std::max(apart, std::abs(derivative(i, n_points, by) - better));
    largest = std::max(largest, std::abs(better));
  }
  // A curve as good as straight, or level, has no derivative to speak of.
  constexpr double kStraight = 1e-6;
  return largest > kStraight * size ? apart / largest : 0;
}

}  // namespace kerf::process
