// See histogram.h.
#include "events/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::events {

void Histogram::Add(double x) {
  if (std::isnan(x)) {
    ++n_not_numbers_;
    return;
  }
  ++n_;
  const double cell = std::ceil((x - first_limit_) / width_);
  const double last = static_cast<double>(counts_.size() - 1);
  ++counts_[static_cast<size_t>(std::clamp(cell, 0.0, last))];
}

void Histogram::Clear() {
  std::ranges::fill(counts_, 0);
  n_ = 0;
  n_not_numbers_ = 0;
}

auto Histogram::UpperLimit(size_t k) const -> double {
  if (k + 1 >= counts_.size()) return std::numeric_limits<double>::infinity();
  return first_limit_ + static_cast<double>(k) * width_;
}

}  // namespace kerf::events
