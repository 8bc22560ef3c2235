// Narrowing a bracket for several functions at once: the earliest of their secant roots is tried next.
#include "runtime/root_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

auto IsCrossing(double low, double high) -> bool {
  return low != 0 && (high == 0 || (low < 0) != (high < 0));
}

}  // namespace

void RootFinder::Resize(uint32_t n) {
  for (std::vector<double>* values : {&low_, &high_, &middle_}) values->assign(n, 0);
}

auto RootFinder::Start(double t, const Evaluate& evaluate) -> StepStatus {
  t_low_ = t;
  return low_.empty() ? StepStatus::Ok : evaluate(t, low_.data());
}

auto RootFinder::HasCrossed(const std::vector<double>& low, const std::vector<double>& high) -> bool {
  for (size_t i = 0; i < low.size(); ++i) {
    if (IsCrossing(low[i], high[i])) return true;
  }
  return false;
}

auto RootFinder::Advance(double& t, const Evaluate& evaluate, bool& found) -> StepStatus {
  found = false;
  if (low_.empty()) return StepStatus::Ok;
  StepStatus status = evaluate(t, high_.data());
  if (status != StepStatus::Ok) return status;
  found = HasCrossed(low_, high_);
  if (found) {
    status = Narrow(t, evaluate);
    CollectCrossings();
  }
  t_low_ = t;
  low_ = high_;
  return status;
}

auto RootFinder::Narrow(double& t_high, const Evaluate& evaluate) -> StepStatus {
  constexpr int kMaxIterations = 200;
  weight_ = 1;
  int last_side = 0;
  for (int k = 0; k < kMaxIterations; ++k) {
    const double width = t_high - t_low_;
    const double tolerance = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_high), width);
    if (width <= tolerance) break;
    const bool is_slow = k % 4 == 3;
    double t = is_slow ? t_low_ + width / 2 : NextTrial(t_high);
    // Never so close to an end that the bracket would hardly shrink.
    t = std::clamp(t, t_low_ + tolerance / 2, t_high - tolerance / 2);
    const StepStatus status = evaluate(t, middle_.data());
    if (status != StepStatus::Ok) return status;
    const int side = HasCrossed(low_, middle_) ? 1 : -1;
    if (side > 0) {
      t_high = t;
      high_.swap(middle_);
    } else {
      t_low_ = t;
      low_.swap(middle_);
    }
    // The end that stays twice in a row has its value halved or doubled in weight, so that the other end
    // moves next.
    weight_ = side != last_side ? 1 : (side > 0 ? weight_ / 2 : weight_ * 2);
    last_side = side;
  }
  return StepStatus::Ok;
}

auto RootFinder::NextTrial(double t_high) const -> double {
  double first = t_high;
  for (size_t i = 0; i < low_.size(); ++i) {
    if (!IsCrossing(low_[i], high_[i])) continue;
    const double low = weight_ * std::abs(low_[i]);
    const double t = t_low_ + (t_high - t_low_) * low / (low + std::abs(high_[i]));
    first = std::min(first, t);
  }
  return first;
}

void RootFinder::CollectCrossings() {
  crossings_.clear();
  for (uint32_t i = 0; i < low_.size(); ++i) {
    if (IsCrossing(low_[i], high_[i])) crossings_.push_back({i, low_[i] < 0 ? 1 : -1});
  }
}

}  // namespace kerf::runtime
