// Parts of a step, halved from left to right.
#include "runtime/crossing_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kerf::runtime {
namespace {

// Halvings of a step; of the part beside a start on a boundary, whose next crossing may be very near, more.
constexpr uint32_t kMaxPartHalvings = 10;
constexpr uint32_t kMaxHalvingsAtBoundary = 48;
// Conditions of which it is known that they change for a short time are looked at in so many halvings.
constexpr uint32_t kShortLivingHalvings = 2;
// As long as a function is not what the points known made expect, the step is halved so often; for those
// conditions more often.
constexpr uint32_t kUnresolvedHalvings = 6;
constexpr uint32_t kUnresolvedShortLiving = 9;
// A parabola strays by an eighth of its bend; curvatures change, so four times that is within reach.
constexpr double kReach = 0.5;
// A value this small, compared with what it becomes, is a start on the boundary.
constexpr double kOnBoundary = 1e-9;

auto SignOfValue(double z) -> int { return z > 0 ? 1 : z < 0 ? -1 : 0; }

}  // namespace

auto CrossingScan::FirstPart(const Point& before, const Point& low, const Point& high) const -> Part {
  const size_t n = low.z.size();
  Part part{low, high, std::vector<double>(n, std::numeric_limits<double>::infinity()),
            std::vector<int>(n, 0)};
  if (before.z.empty()) return part;
  const double h = high.t - low.t;
  const double h_before = low.t - before.t;
  for (size_t i = 0; i < n; ++i) {
    const double slope = (high.z[i] - low.z[i]) / h;
    const double slope_before = (low.z[i] - before.z[i]) / h_before;
    const double bend = 2 * (slope - slope_before) / (h + h_before) * h * h;
    part.bend[i] = std::abs(bend);
    part.slope[i] = SignOfValue(high.z[i] - low.z[i] - bend / 2);
  }
  return part;
}

auto CrossingScan::Search(std::span<const RootSettings> active, std::span<const double> blurs,
                          const Point& before, const Point& low, const Point& high, const Evaluate& evaluate)
    -> StepStatus {
  settings_ = active;
  blurs_ = blurs;
  found_ = false;
  saw_unresolved_ = false;
  parts_.clear();
  parts_.push_back(FirstPart(before, low, high));
  while (!parts_.empty()) {
    const Part part = std::move(parts_.back());
    parts_.pop_back();
    const double middle_t = part.low.t + (part.high.t - part.low.t) / 2;
    const bool is_divisible = middle_t > part.low.t && middle_t < part.high.t;
    if (is_divisible && MustDivide(part)) {
      Point middle{middle_t, std::vector<double>(low.z.size())};
      const StepStatus status = evaluate(middle.t, middle.z.data());
      if (status == StepStatus::Ok) {
        Divide(part, std::move(middle));
        continue;
      }
      // Where the model cannot be evaluated inside, its ends are all there is.
      if (!IsRecoverable(status)) return status;
    }
    if (!Crosses(part)) continue;
    found_ = true;
    is_inside_ = part.low.t > low.t;
    low_ = part.low;
    high_ = part.high;
    return StepStatus::Ok;
  }
  const bool is_short = std::ranges::any_of(settings_, &RootSettings::is_short_living);
  if (!saw_unresolved_ && !is_short) resolution_ *= 2;
  return StepStatus::Ok;
}

auto CrossingScan::Crosses(const Part& part) const -> bool {
  for (size_t i = 0; i < settings_.size(); ++i) {
    if (IsCrossing(part.low.z[i], part.high.z[i], settings_[i].direction)) return true;
  }
  return false;
}

auto CrossingScan::MustDivide(const Part& part) const -> bool {
  if (part.high.t - part.low.t > resolution_ && part.depth < kMaxPartHalvings) return true;
  if (part.is_unresolved &&
      part.depth < (part.is_short_living ? kUnresolvedShortLiving : kUnresolvedHalvings))
    return true;
  for (size_t i = 0; i < settings_.size(); ++i) {
    if (settings_[i].direction == kNever) continue;
    if (settings_[i].is_short_living && part.depth < kShortLivingHalvings) return true;
    if (IsWithinReach(part, i)) return true;
  }
  return false;
}

auto CrossingScan::IsWithinReach(const Part& part, size_t i) const -> bool {
  const double reach = kReach * part.bend[i];
  if (!(reach > blurs_[i])) return false;
  const double low = std::abs(part.low.z[i]);
  const double high = std::abs(part.high.z[i]);
  // One crossing in any case; is there a second, and a third?
  if (SignOfValue(part.low.z[i]) != SignOfValue(part.high.z[i]))
    return part.depth < kMaxPartHalvings && low + high < reach;
  const bool is_on_boundary = low <= kOnBoundary * high;
  if (!is_on_boundary || part.depth == 0) return part.depth < kMaxPartHalvings && std::min(low, high) < reach;
  // It leaves the boundary on the side where it is, or is about to cross there.
  const bool leaves = part.slope[i] * SignOfValue(part.low.z[i]) >= 0;
  return leaves ? part.depth < kMaxPartHalvings && high < reach : part.depth < kMaxHalvingsAtBoundary;
}

// Of half the width a parabola has a quarter of the bend. What is small beside the values themselves says
// nothing.
auto CrossingScan::IsUnresolved(const Part& part, size_t i, double middle) const -> bool {
  constexpr double kMuch = 0.5;
  constexpr double kLittle = 0.1;
  const double a = part.low.z[i];
  const double b = part.high.z[i];
  const double bend = std::abs(a - 2 * middle + b);
  const double size = std::max({std::abs(a), std::abs(b), std::abs(middle)});
  const bool is_more = std::isinf(part.bend[i]) || bend > kMuch * part.bend[i];
  return is_more && bend > kLittle * size && bend > blurs_[i];
}

void CrossingScan::Divide(const Part& part, Point middle) {
  const size_t n = settings_.size();
  Part left{part.low, middle, std::vector<double>(n), std::vector<int>(n)};
  Part right{std::move(middle), part.high, std::vector<double>(n), std::vector<int>(n)};
  bool is_unresolved = false;
  bool is_short_living = false;
  for (size_t i = 0; i < n; ++i) {
    const double a = part.low.z[i];
    const double m = left.high.z[i];
    const double b = part.high.z[i];
    left.bend[i] = right.bend[i] = std::abs(a - 2 * m + b);
    const double slope = -3 * a + 4 * m - b;
    left.slope[i] = std::abs(slope) <= kOnBoundary * (std::abs(m) + std::abs(b)) ? 0 : SignOfValue(slope);
    right.slope[i] = SignOfValue(b - a);
    if (settings_[i].direction == kNever || !IsUnresolved(part, i, m)) continue;
    is_unresolved = true;
    is_short_living = is_short_living || settings_[i].is_short_living;
  }
  saw_unresolved_ = saw_unresolved_ || is_unresolved;
  if (is_unresolved) resolution_ = std::min(resolution_, (part.high.t - part.low.t) / 2);
  for (Part* half : {&left, &right}) {
    half->is_unresolved = is_unresolved;
    half->is_short_living = is_short_living;
    half->depth = part.depth + 1;
  }
  parts_.push_back(std::move(right));
  parts_.push_back(std::move(left));
}

}  // namespace kerf::runtime
