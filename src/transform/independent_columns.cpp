// Left-looking elimination: each new column is reduced by those before.
#include "transform/independent_columns.h"

#include <algorithm>
#include <cmath>

namespace kerf::transform {

auto IndependentColumns::TryAdd(std::span<const Entry> column) -> bool {
  // Less than that is left by rounding errors.
  constexpr double kNothing = 1e-9;
  double scale = 0;
  touched_.clear();
  for (const auto& [row, value] : column) {
    x_[row] = value;
    touched_.push_back(row);
    scale = std::max(scale, std::abs(value));
  }
  for (const Pivot& pivot : pivots_) {
    const double factor = x_[pivot.row];
    if (factor == 0) continue;
    for (const auto& [row, value] : pivot.below) {
      if (x_[row] == 0) touched_.push_back(row);
      x_[row] -= factor * value;
    }
  }
  uint32_t best = 0;
  double largest = 0;
  for (const uint32_t row : touched_) {
    if (is_pivot_[row] || std::abs(x_[row]) <= largest) continue;
    largest = std::abs(x_[row]);
    best = row;
  }
  const bool is_independent = largest > kNothing * scale && std::isfinite(largest);
  if (is_independent) {
    Pivot& pivot = pivots_.emplace_back(Pivot{best, {}});
    const double value = x_[best];
    for (const uint32_t row : touched_) {
      if (!is_pivot_[row] && row != best && x_[row] != 0) pivot.below.emplace_back(row, x_[row] / value);
      // A row may be named twice.
      x_[row] = row == best ? x_[row] : 0;
    }
    is_pivot_[best] = true;
  }
  for (const uint32_t row : touched_) x_[row] = 0;
  return is_independent;
}

}  // namespace kerf::transform
