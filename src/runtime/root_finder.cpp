// Narrowing a bracket for several functions at once: the earliest of their secant roots is tried next.
#include "runtime/root_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {

auto RootFinder::HasCrossed(const std::vector<double>& high) const -> bool {
  for (size_t i = 0; i < low_.size(); ++i) {
    if (IsCrossing(low_[i], high[i], settings_[i].direction)) return true;
  }
  return false;
}

auto RootFinder::Narrow(std::span<const RootSettings> settings, double t_low, std::span<const double> low,
                        double& t_high, std::vector<double>& high, const Evaluate& evaluate) -> StepStatus {
  constexpr int kMaxIterations = 200;
  settings_ = settings;
  t_low_ = t_low;
  low_.assign(low.begin(), low.end());
  middle_.resize(low_.size());
  weight_ = 1;
  int last_side = 0;
  const double step = t_high - t_low;
  for (int k = 0; k < kMaxIterations; ++k) {
    const double width = t_high - t_low_;
    const double tolerance = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_high), step);
    if (width <= tolerance) break;
    const bool is_slow = k % 4 == 3;
    double t = is_slow ? t_low_ + width / 2 : NextTrial(t_high, high);
    // Never so close to an end that the bracket would hardly shrink.
    t = std::clamp(t, t_low_ + tolerance / 2, t_high - tolerance / 2);
    const StepStatus status = evaluate(t, middle_.data());
    if (status != StepStatus::Ok) return status;
    const int side = HasCrossed(middle_) ? 1 : -1;
    if (side > 0) {
      t_high = t;
      high.swap(middle_);
    } else {
      t_low_ = t;
      low_.swap(middle_);
    }
    // The end that stays twice in a row has its value halved or doubled in weight, so that the other end
    // moves next.
    weight_ = side != last_side ? 1 : (side > 0 ? weight_ / 2 : weight_ * 2);
    last_side = side;
  }
  CollectCrossings(high);
  return StepStatus::Ok;
}

auto RootFinder::NextTrial(double t_high, const std::vector<double>& high) const -> double {
  double first = t_high;
  for (size_t i = 0; i < low_.size(); ++i) {
    if (!IsCrossing(low_[i], high[i], settings_[i].direction)) continue;
    const double low = weight_ * std::abs(low_[i]);
    const double t = t_low_ + (t_high - t_low_) * low / (low + std::abs(high[i]));
    first = std::min(first, t);
  }
  return first;
}

void RootFinder::CollectCrossings(const std::vector<double>& high) {
  crossings_.clear();
  for (uint32_t i = 0; i < low_.size(); ++i) {
    if (IsCrossing(low_[i], high[i], settings_[i].direction)) crossings_.push_back({i, low_[i] < 0 ? 1 : -1});
  }
}

}  // namespace kerf::runtime
