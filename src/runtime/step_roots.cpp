// Detection, and the choice of who locates.
#include "runtime/step_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kerf::runtime {

void StepRoots::Prepare(std::span<const RootSettings> settings) {
  settings_.assign(settings.begin(), settings.end());
  active_ = settings_;
  bands_.assign(size(), 0);
  blurs_.assign(size(), 0);
  resting_.assign(size(), 0);
  before_ = {};
  for (CrossingScan::Point* point : {&low_, &high_}) point->z.assign(size(), 0);
  crossings_.clear();
  poor_.clear();
  locator_ = {};
}

auto StepRoots::Start(double t, const StepView::Values& values, System& system) -> StepStatus {
  system_ = &system;
  is_first_step_ = true;
  before_ = {};
  low_.t = t;
  crossings_.clear();
  if (size() == 0) return StepStatus::Ok;
  const StepStatus status = values(low_.z.data());
  system.RootSides(resting_, bands_, blurs_);
  SetDirections(resting_);
  for (size_t i = 0; i < size(); ++i) {
    // What is clearly on the wrong side was left there by the event, and the executive looks after it.
    if (std::abs(low_.z[i]) > bands_[i]) resting_[i] = 0;
    if (resting_[i] != 0) low_.z[i] = resting_[i] * std::numeric_limits<double>::min();
  }
  return status;
}

// In the implicit form values after an event may differ from those before by the integrator's errors, and lie
// a little before the crossing again. Getting there once more is no event.
void StepRoots::SetDirections(std::span<const int> sides) {
  for (size_t i = 0; i < size(); ++i) {
    const bool is_free = settings_[i].direction == 0 && !settings_[i].is_blind;
    active_[i].direction = is_free ? -sides[i] : settings_[i].direction;
  }
}

void StepRoots::KeepOnSide(double* values) const {
  for (size_t i = 0; i < size(); ++i) {
    if (resting_[i] != 0 && std::abs(values[i]) <= bands_[i])
      values[i] = resting_[i] * std::numeric_limits<double>::min();
  }
}

auto StepRoots::Advance(double& t, const StepView& step, bool& found) -> StepStatus {
  found = false;
  if (size() == 0) return StepStatus::Ok;
  for (size_t i = 0; i < size(); ++i) {
    if (settings_[i].is_blind) active_[i].direction = is_first_step_ ? kNever : settings_[i].direction;
  }
  is_first_step_ = false;
  crossings_.clear();
  high_.t = t;
  StepStatus status = step.at_end(high_.z.data());
  KeepOnSide(high_.z.data());
  inside_ = [&](double at, double* values) {
    const StepStatus result = step.inside(at, values);
    KeepOnSide(values);
    return result;
  };
  bool is_kept = false;
  const auto look = [&](double at, double* values) {
    if (!std::exchange(is_kept, true)) system_->KeepHere();
    return inside_(at, values);
  };
  if (status == StepStatus::Ok) status = scan_.Search(active_, blurs_, before_, low_, high_, look);
  if (status != StepStatus::Ok) return status;
  found = scan_.found();
  if (is_kept && (!found || scan_.high().t == t)) system_->ReturnHere();
  if (found) status = Locate(t, step, found);
  if (!found) Pass();
  return status;
}

// The step from low_ to high_ lies behind.
void StepRoots::Pass() {
  for (size_t i = 0; i < size(); ++i) {
    const double rest = std::max(bands_[i], std::numeric_limits<double>::min());
    if (std::abs(high_.z[i]) > rest) resting_[i] = 0;
  }
  std::swap(before_, low_);
  std::swap(low_, high_);
  high_.z.resize(size());
}

// The start that follows sets all but the crossings.
auto StepRoots::Locate(double& t, const StepView& step, bool& found) -> StepStatus {
  const bool is_to_end = scan_.high().t == t;
  const CrossingScan::Point start = low_;
  std::vector<double> sizes(size());
  for (size_t i = 0; i < size(); ++i) sizes[i] = std::max(std::abs(low_.z[i]), std::abs(high_.z[i]));
  low_ = scan_.low();
  high_ = scan_.high();
  t = high_.t;
  if (RepeatsFor(step)) {
    // A step that ends there need not agree with what the dense output of a longer one says.
    std::vector<double> repeated = high_.z;
    StepStatus status = is_to_end ? StepStatus::Ok : step.repeated(t, repeated.data());
    if (status != StepStatus::Ok) return status;
    KeepOnSide(repeated.data());
    std::swap(repeated, high_.z);
    if (RepeatsFor(step)) return LocateByRepeating(t, step, active_);
    std::swap(repeated, high_.z);
  }
  const StepStatus status = finder_.Narrow(active_, low_.t, low_.z, t, high_.z, inside_);
  crossings_.assign(finder_.crossings().begin(), finder_.crossings().end());
  // One that is sought in one direction must not be found a little too early: it would be found again.
  const bool is_free = std::ranges::all_of(
      crossings_, [&](const Crossing& crossing) { return settings_[crossing.root].direction == 0; });
  if (status != StepStatus::Ok || !step.confirms || !is_free || t == start.t) return status;
  low_ = start;
  return Confirm(t, step, sizes, found);
}

// At the end of a step that ends at the root the functions are nearly 0, compared with their sizes over the
// whole step; or they have crossed before, and steps have to find out where; or nothing has crossed.
auto StepRoots::Confirm(double& t, const StepView& step, const std::vector<double>& sizes, bool& found)
    -> StepStatus {
  constexpr double kSmall = 1e-3;
  high_.t = t;
  high_.z.resize(size());
  const StepStatus status = step.repeated(t, high_.z.data());
  if (status != StepStatus::Ok) return status;
  KeepOnSide(high_.z.data());
  std::vector<RootSettings> asked = active_;
  bool is_near = true;
  bool has_crossed = false;
  for (const Crossing& crossing : crossings_) {
    const size_t i = crossing.root;
    is_near = is_near && std::abs(high_.z[i]) <= kSmall * sizes[i];
  }
  for (size_t i = 0; i < size(); ++i) {
    has_crossed = has_crossed || IsCrossing(low_.z[i], high_.z[i], active_[i].direction);
    asked[i].location = Location::RegulaFalsi;
    asked[i].tolerance = std::max(asked[i].tolerance, kSmall * sizes[i]);
  }
  if (is_near) return status;
  if (has_crossed) return LocateByRepeating(t, step, asked);
  crossings_.clear();
  found = false;
  return status;
}

auto StepRoots::RepeatsFor(const StepView& step) const -> bool {
  if (!step.repeated) return false;
  for (size_t i = 0; i < size(); ++i) {
    const bool asks = active_[i].location > Location::Interpolation;
    if (asks && IsCrossing(low_.z[i], high_.z[i], active_[i].direction)) return true;
  }
  return false;
}

// The upper end is where the model stands.
auto StepRoots::LocateByRepeating(double& t, const StepView& step, std::span<const RootSettings> settings)
    -> StepStatus {
  const auto slopes = [&](bool is_at_low, double* values) {
    if (!is_at_low) return step.slopes_here(values);
    if (!scan_.is_inside()) return step.slopes_at_start(values);
    std::vector<double> ignored(size());
    const StepStatus status = step.inside(low_.t, ignored.data());
    return status == StepStatus::Ok ? step.slopes_here(values) : status;
  };
  const auto repeated = [&](double at, double* values) {
    const StepStatus status = step.repeated(at, values);
    KeepOnSide(values);
    return status;
  };
  const StepStatus status =
      locator_.Locate(settings, {low_.t, low_.z, {}}, {t, high_.z, {}}, repeated, slopes);
  if (status != StepStatus::Ok) return status;
  t = locator_.t();
  crossings_.assign(locator_.crossings().begin(), locator_.crossings().end());
  if (!locator_.IsPoor()) return status;
  for (const Crossing& crossing : crossings_) poor_.push_back({crossing.root, t, locator_.width()});
  return status;
}

}  // namespace kerf::runtime
