// Sliding minimum and maximum with monotone queues: linear time over a whole curve.
#include "results/tube.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::results {

auto SlidingBounds::Interpolate(size_t after, double time) const -> double {
  if (after == 0 || after >= curve_.times.size()) return std::numeric_limits<double>::quiet_NaN();
  const double t0 = curve_.times[after - 1];
  const double t1 = curve_.times[after];
  if (t1 <= t0) return curve_.values[after];
  return std::lerp(curve_.values[after - 1], curve_.values[after], (time - t0) / (t1 - t0));
}

auto SlidingBounds::At(double time) -> Bounds {
  const auto& values = curve_.values;
  for (; end_ < curve_.times.size() && curve_.times[end_] <= time + half_width_; ++end_) {
    if (std::isnan(values[end_])) continue;
    while (!highs_.empty() && values[highs_.back()] <= values[end_]) highs_.pop_back();
    while (!lows_.empty() && values[lows_.back()] >= values[end_]) lows_.pop_back();
    highs_.push_back(end_);
    lows_.push_back(end_);
  }
  while (first_ < end_ && curve_.times[first_] < time - half_width_) ++first_;
  while (!highs_.empty() && highs_.front() < first_) highs_.pop_front();
  while (!lows_.empty() && lows_.front() < first_) lows_.pop_front();

  Bounds bounds{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const auto include = [&bounds](double value) {
    if (std::isnan(value)) return;
    bounds.low = std::min(bounds.low, value);
    bounds.high = std::max(bounds.high, value);
  };
  if (!highs_.empty()) include(values[highs_.front()]);
  if (!lows_.empty()) include(values[lows_.front()]);
  include(Interpolate(first_, time - half_width_));
  include(Interpolate(end_, time + half_width_));
  return bounds;
}

auto MakeTube(Curve curve, double half_width, double half_height) -> Tube {
  Tube tube;
  for (const double time : curve.times) {
    for (const double at : {time - half_width, time, time + half_width}) {
      if (at >= curve.times.front() && at <= curve.times.back()) tube.times.push_back(at);
    }
  }
  std::ranges::sort(tube.times);
  tube.times.erase(std::unique(tube.times.begin(), tube.times.end()), tube.times.end());
  SlidingBounds sliding(curve, half_width);
  for (const double time : tube.times) {
    const Bounds bounds = sliding.At(time);
    const bool is_known = bounds.low <= bounds.high;
    tube.low.push_back(is_known ? bounds.low - half_height : std::numeric_limits<double>::quiet_NaN());
    tube.high.push_back(is_known ? bounds.high + half_height : std::numeric_limits<double>::quiet_NaN());
  }
  return tube;
}

}  // namespace kerf::results
