// Detection, and the choice of who locates.
#include "runtime/step_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

// A direction in which no function crosses.
constexpr int kNever = 2;

// Where the cubic through both ends with their slopes is closest to 0, as a part of the step, and its value
// there; z has the same sign at both ends, approaches 0 at first and leaves it at last.
struct Dip {
  double part = 0;
  double value = 0;
};

auto DipOf(double z0, double z1, double d0, double d1) -> Dip {
  // Bisection on the slope of the cubic, which has one sign change.
  const auto slope = [&](double s) {
    return 6 * s * (1 - s) * (z1 - z0) + (1 - s) * (1 - 3 * s) * d0 + s * (3 * s - 2) * d1;
  };
  double low = 0;
  double high = 1;
  for (int k = 0; k < 30; ++k) {
    const double middle = (low + high) / 2;
    ((slope(middle) < 0) == (d0 < 0) ? low : high) = middle;
  }
  const double s = (low + high) / 2;
  const double value = z0 + s * s * (3 - 2 * s) * (z1 - z0) + s * (1 - s) * ((1 - s) * d0 - s * d1);
  return {s, value};
}

}  // namespace

void StepRoots::Prepare(std::span<const RootSettings> settings) {
  settings_.assign(settings.begin(), settings.end());
  active_ = settings_;
  seeks_dips_ = std::ranges::any_of(settings_, &RootSettings::is_short_living);
  for (auto* values : {&low_, &high_, &middle_, &slope_low_, &slope_high_}) values->assign(size(), 0);
  residual_.assign(size(), 0);
  crossings_.clear();
  poor_.clear();
  locator_ = {};
}

auto StepRoots::Start(double t, const StepView::Values& values, const StepView::Values& slopes)
    -> StepStatus {
  is_first_step_ = true;
  t_low_ = t;
  if (size() == 0) return StepStatus::Ok;
  StepStatus status = values(low_.data());
  // What counts as located has crossed, even if its function has a rounding error to go yet.
  for (const Crossing& crossing : crossings_) {
    double& z = low_[crossing.root];
    const double residual = residual_[crossing.root];
    const double tiny = crossing.direction * std::numeric_limits<double>::min();
    if (residual > 0 && std::abs(z) <= 2 * residual) z = tiny;
  }
  crossings_.clear();
  if (status == StepStatus::Ok && seeks_dips_) status = slopes(slope_low_.data());
  return status;
}

auto StepRoots::Advance(double& t, const StepView& step, bool& found) -> StepStatus {
  found = false;
  if (size() == 0) return StepStatus::Ok;
  for (size_t i = 0; i < size(); ++i) {
    if (settings_[i].is_blind) active_[i].direction = is_first_step_ ? kNever : settings_[i].direction;
  }
  is_first_step_ = false;
  StepStatus status = step.at_end(high_.data());
  if (status == StepStatus::Ok && seeks_dips_) status = step.slopes_here(slope_high_.data());
  for (size_t i = 0; i < size(); ++i) found = found || IsCrossing(low_[i], high_[i], active_[i].direction);
  if (status == StepStatus::Ok && !found && seeks_dips_) status = SeekBetween(t, step, found);
  if (status != StepStatus::Ok) return status;
  crossings_.clear();
  if (found && RepeatsFor(step)) {
    status = LocateByRepeating(t, step);
  } else if (found) {
    status = finder_.Narrow(active_, t_low_, low_, t, high_, step.inside);
    crossings_.assign(finder_.crossings().begin(), finder_.crossings().end());
    std::ranges::fill(residual_, 0);
  }
  t_low_ = t;
  low_ = high_;
  slope_low_ = slope_high_;
  return status;
}

auto StepRoots::RepeatsFor(const StepView& step) const -> bool {
  if (!step.repeated) return false;
  for (size_t i = 0; i < size(); ++i) {
    const bool asks = active_[i].location > Location::Interpolation;
    if (asks && IsCrossing(low_[i], high_[i], active_[i].direction)) return true;
  }
  return false;
}

auto StepRoots::LocateByRepeating(double& t, const StepView& step) -> StepStatus {
  const auto slopes = [&](bool is_at_start, double* values) {
    return is_at_start ? step.slopes_at_start(values) : step.slopes_here(values);
  };
  const StepStatus status =
      locator_.Locate(active_, {t_low_, low_, {}}, {t, high_, {}}, step.repeated, slopes);
  if (status != StepStatus::Ok) return status;
  t = locator_.t();
  high_.assign(locator_.values().begin(), locator_.values().end());
  crossings_.assign(locator_.crossings().begin(), locator_.crossings().end());
  for (const Crossing& crossing : crossings_) {
    residual_[crossing.root] = std::abs(high_[crossing.root]);
    if (locator_.IsPoor()) poor_.push_back({crossing.root, t, locator_.width()});
  }
  return status;
}

// Functions that may have been on the other side: t becomes an instant at which one of them is.
auto StepRoots::SeekBetween(double& t, const StepView& step, bool& found) -> StepStatus {
  for (size_t i = 0; i < size() && !found; ++i) {
    if (!active_[i].is_short_living || active_[i].direction == kNever) continue;
    if (const StepStatus status = FindDip(i, t, step, found); status != StepStatus::Ok) return status;
  }
  return StepStatus::Ok;
}

auto StepRoots::FindDip(size_t i, double& t, const StepView& step, bool& found) -> StepStatus {
  // Dips that come less close are not looked at.
  constexpr double kClose = 0.5;
  constexpr int kMaxTrials = 8;
  double t0 = t_low_;
  double t1 = t;
  double z0 = low_[i];
  double z1 = high_[i];
  double d0 = slope_low_[i];
  double d1 = slope_high_[i];
  for (int k = 0; k < kMaxTrials; ++k) {
    const double h = t1 - t0;
    if (!(z0 * d0 < 0) || !(z1 * d1 > 0)) return StepStatus::Ok;
    const Dip dip = DipOf(z0, z1, h * d0, h * d1);
    if (dip.value * z0 > 0 && std::abs(dip.value) > kClose * std::min(std::abs(z0), std::abs(z1)))
      return StepStatus::Ok;
    const double middle = t0 + dip.part * h;
    if (!(middle > t0) || !(middle < t1)) return StepStatus::Ok;
    StepStatus status = step.inside(middle, middle_.data());
    if (status != StepStatus::Ok) return status;
    if (IsCrossing(low_[i], middle_[i], 0)) {
      found = IsCrossing(low_[i], middle_[i], active_[i].direction) ||
              IsCrossing(middle_[i], high_[i], active_[i].direction);
      // Of the other direction it is the way back that counts.
      if (!IsCrossing(low_[i], middle_[i], active_[i].direction)) {
        t_low_ = middle;
        low_ = middle_;
        return StepStatus::Ok;
      }
      t = middle;
      high_ = middle_;
      return StepStatus::Ok;
    }
    std::vector<double> slopes(size());
    status = step.slopes_here(slopes.data());
    if (status != StepStatus::Ok) return status;
    const bool is_before = middle_[i] * slopes[i] < 0;
    (is_before ? t0 : t1) = middle;
    (is_before ? z0 : z1) = middle_[i];
    (is_before ? d0 : d1) = slopes[i];
  }
  return StepStatus::Ok;
}

}  // namespace kerf::runtime
