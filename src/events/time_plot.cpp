// See time_plot.h.
#include "events/time_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::events {

void TimePlot::Clear(double start) {
  start_ = start;
  width_ = 0;
  stretches_.clear();
}

void TimePlot::Merge() {
  for (size_t k = 0; 2 * k < stretches_.size(); ++k) {
    Stretch merged = stretches_[2 * k];
    if (2 * k + 1 < stretches_.size()) {
      const Stretch& next = stretches_[2 * k + 1];
      merged.covered += next.covered;
      merged.integral += next.integral;
      merged.min = std::min(merged.min, next.min);
      merged.max = std::max(merged.max, next.max);
    }
    stretches_[k] = merged;
  }
  stretches_.resize((stretches_.size() + 1) / 2);
  width_ *= 2;
}

void TimePlot::AddTo(size_t k, double lasted, double value) {
  while (stretches_.size() <= k) stretches_.push_back({0, 0, value, value});
  Stretch& stretch = stretches_[k];
  stretch.covered += lasted;
  stretch.integral += lasted * value;
  stretch.min = std::min(stretch.min, value);
  stretch.max = std::max(stretch.max, value);
}

void TimePlot::Add(double from, double to, double value) {
  // A first stretch of that width is fine enough, whatever follows; a power of two keeps borders exact.
  if (width_ == 0) {
    width_ = std::max(std::exp2(std::floor(std::log2(to - from)) - 6), std::numeric_limits<double>::min());
  }
  while (to - start_ > width_ * static_cast<double>(kStretches)) Merge();
  double at = from;
  size_t k = static_cast<size_t>((from - start_) / width_);
  while (at < to && k < kStretches) {
    const double border = start_ + static_cast<double>(k + 1) * width_;
    const double end = std::min(to, border);
    if (end > at) AddTo(k, end - at, value);
    at = std::max(at, end);
    ++k;
  }
}

auto TimePlot::Batches(size_t n) const -> std::vector<double> {
  // The last stretch is not full in general.
  const size_t n_full = stretches_.empty() ? 0 : stretches_.size() - 1;
  const size_t n_each = n_full / n;
  std::vector<double> means;
  if (n_each == 0) return means;
  for (size_t batch = 0; batch < n; ++batch) {
    double integral = 0;
    double covered = 0;
    for (size_t k = batch * n_each; k < (batch + 1) * n_each; ++k) {
      integral += stretches_[k].integral;
      covered += stretches_[k].covered;
    }
    means.push_back(integral / covered);
  }
  return means;
}

}  // namespace kerf::events
