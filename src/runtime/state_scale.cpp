// Estimating magnitudes.
#include "runtime/state_scale.h"

#include <algorithm>
#include <cmath>

namespace kerf::runtime {

namespace {

// What lies below, relative to the largest foreseen change, is rounding noise and tells nothing.
constexpr double kNoise = 1e-15;
// No state is taken to be smaller than that.
constexpr double kLeast = 1e-14;

}  // namespace

void StateScale::Begin(uint32_t n, const double* nominal) {
  nominal_.assign(n, 0);
  seen_.assign(n, 0);
  for (uint32_t i = 0; i < n && nominal != nullptr; ++i) {
    const double size = std::abs(nominal[i]);
    if (std::isfinite(size)) nominal_[i] = size;
  }
}

void StateScale::See(const double* x, const double* slope, double range) {
  double largest = 0;
  for (size_t i = 0; i < seen_.size(); ++i) {
    const double change = std::abs(slope[i]) * range;
    if (std::isfinite(change)) largest = std::max({largest, change, std::abs(x[i])});
  }
  for (size_t i = 0; i < seen_.size(); ++i) {
    const double size = std::max(std::abs(x[i]), std::abs(slope[i]) * range);
    if (std::isfinite(size) && size > kNoise * largest) seen_[i] = std::max(seen_[i], size);
  }
}

auto StateScale::operator[](uint32_t i) const -> double {
  if (nominal_[i] > 0) return nominal_[i];
  if (seen_[i] == 0) return 1;
  return std::clamp(seen_[i], kLeast, 1.0);
}

}  // namespace kerf::runtime
