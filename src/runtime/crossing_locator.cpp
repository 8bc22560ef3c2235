// Trials and what is learnt from them.
#include "runtime/crossing_locator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

constexpr uint32_t kMaxCrossingTrials = 100;
constexpr double kRelativeRounding = 4 * std::numeric_limits<double>::epsilon();
// Where the cubic misses its aim so often, the interval is halved.
constexpr uint32_t kHalvesEvery = 5;

}  // namespace

auto CrossingLocator::Locate(std::span<const RootSettings> settings, End low, End high,
                             const Evaluate& evaluate, const Slopes& slopes) -> StepStatus {
  settings_ = settings;
  low_ = std::move(low);
  high_ = std::move(high);
  is_poor_ = false;
  if (const StepStatus status = Begin(slopes); status != StepStatus::Ok) return status;
  return Iterate(evaluate, slopes);
}

// The upper end is where the model stands.
auto CrossingLocator::Begin(const Slopes& slopes) -> StepStatus {
  const size_t n = low_.z.size();
  trial_.z.resize(n);
  scale_.resize(n);
  wants_slopes_ = false;
  for (size_t i = 0; i < n; ++i) {
    scale_[i] = std::abs(low_.z[i]) + std::abs(high_.z[i]);
    wants_slopes_ = wants_slopes_ || (settings_[i].location == Location::Hermite && IsCrossingAt(i, high_));
  }
  const StepStatus status = TakeSlopes(slopes, false, high_);
  return status == StepStatus::Ok ? TakeSlopes(slopes, true, low_) : status;
}

auto CrossingLocator::TakeSlopes(const Slopes& slopes, bool is_at_start, End& end) -> StepStatus {
  if (!wants_slopes_) return StepStatus::Ok;
  end.slope.resize(end.z.size());
  return slopes(is_at_start, end.slope.data());
}

auto CrossingLocator::Iterate(const Evaluate& evaluate, const Slopes& slopes) -> StepStatus {
  double last = std::numeric_limits<double>::infinity();
  const double step = high_.t - low_.t;
  for (uint32_t k = 0; k < kMaxCrossingTrials; ++k) {
    const double rounding = kRelativeRounding * std::max(std::abs(high_.t), step);
    if (high_.t - low_.t <= rounding) {
      Finish(high_);
      return StepStatus::Ok;
    }
    trial_.t = std::clamp(NextTrial(k), low_.t + rounding / 2, high_.t - rounding / 2);
    ++n_trials_;
    if (const StepStatus status = evaluate(trial_.t, trial_.z.data()); status != StepStatus::Ok)
      return status;
    if (IsLocated(trial_) || std::abs(trial_.t - last) <= rounding) {
      Finish(trial_);
      return StepStatus::Ok;
    }
    last = trial_.t;
    if (const StepStatus status = TakeSlopes(slopes, false, trial_); status != StepStatus::Ok) return status;
    std::swap(HasCrossedAt(trial_) ? high_ : low_, trial_);
    trial_.z.resize(low_.z.size());
  }
  is_poor_ = true;
  Finish(high_);
  return StepStatus::Ok;
}

auto CrossingLocator::HasCrossedAt(const End& end) const -> bool {
  for (size_t i = 0; i < low_.z.size(); ++i) {
    if (IsCrossingAt(i, end)) return true;
  }
  return false;
}

// Smaller than what a rounding error of the time makes of it, nothing can become.
auto CrossingLocator::IsSmall(size_t i, const End& end) const -> bool {
  const double slope = std::abs(high_.z[i] - low_.z[i]) / (high_.t - low_.t);
  const double least =
      std::max(kRelativeRounding * scale_[i], kRelativeRounding / 2 * std::abs(end.t) * slope);
  return std::abs(end.z[i]) <= std::max(settings_[i].tolerance, least);
}

auto CrossingLocator::IsLocated(const End& end) const -> bool {
  bool has_small = false;
  for (size_t i = 0; i < low_.z.size(); ++i) {
    if (!IsCrossingAt(i, high_) && !IsCrossingAt(i, end)) continue;
    // Where a function has just left 0, that is no crossing yet.
    const bool is_small = IsSmall(i, end) && (IsCrossingAt(i, end) || !IsSmall(i, low_));
    if (IsCrossingAt(i, end) && !is_small) return false;
    has_small = has_small || is_small;
  }
  return has_small;
}

auto CrossingLocator::NextTrial(uint32_t iteration) const -> double {
  double earliest = high_.t;
  double sum = 0;
  uint32_t n = 0;
  bool takes_mean = false;
  bool is_hermite = false;
  for (size_t i = 0; i < low_.z.size(); ++i) {
    if (!IsCrossingAt(i, high_)) continue;
    const double t = Propose(i);
    earliest = std::min(earliest, t);
    sum += t;
    ++n;
    takes_mean = takes_mean || settings_[i].location == Location::Generalised;
    is_hermite = is_hermite || settings_[i].location == Location::Hermite;
  }
  if (is_hermite && iteration % kHalvesEvery == kHalvesEvery - 1) return low_.t + (high_.t - low_.t) / 2;
  return takes_mean ? sum / n : earliest;
}

auto CrossingLocator::Propose(size_t i) const -> double {
  const double width = high_.t - low_.t;
  if (settings_[i].location == Location::Bisection || IsSmall(i, low_)) return low_.t + width / 2;
  const double low = std::abs(low_.z[i]);
  const double part = low / (low + std::abs(high_.z[i]));
  return settings_[i].location == Location::Hermite ? TryHermite(i, part) : low_.t + width * part;
}

// The cubic as a straight line and a correction, which loses less to rounding (P. Henrici).
auto CrossingLocator::TryHermite(size_t i, double part) const -> double {
  const double width = high_.t - low_.t;
  const double line = low_.t + width * part;
  const double rise = high_.z[i] - low_.z[i];
  const double slope_low = low_.slope[i];
  const double slope_high = high_.slope[i];
  if (!(low_.z[i] * slope_low < 0) || !(high_.z[i] * slope_high > 0)) return line;
  const double s = part;
  const double p2 = s * s * (3 - 2 * s);
  const double p3 = s * (s - 1) * (s - 1);
  const double p4 = s * s * (s - 1);
  const double t = line + (p2 - s) * width + p3 * rise / slope_low + p4 * rise / slope_high;
  return t > low_.t && t < high_.t ? t : line;
}

void CrossingLocator::Finish(const End& end) {
  crossings_.clear();
  for (uint32_t i = 0; i < low_.z.size(); ++i) {
    const bool is_reached = IsCrossingAt(i, high_) && (&end == &high_ || IsSmall(i, end));
    if (is_reached || IsCrossingAt(i, end)) crossings_.push_back({i, low_.z[i] < 0 ? 1 : -1});
  }
  // Two trials that agree have found a crossing, whatever side of it they are on: the one that they were for,
  // and no other that lies further on in the interval.
  if (crossings_.empty()) CollectNearest(end.t);
  found_ = end;
}

void CrossingLocator::CollectNearest(double t) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < low_.z.size(); ++i) {
    if (IsCrossingAt(i, high_)) least = std::min(least, std::abs(Propose(i) - t));
  }
  least += kRelativeRounding * std::max(std::abs(high_.t), high_.t - low_.t);
  for (uint32_t i = 0; i < low_.z.size(); ++i) {
    if (IsCrossingAt(i, high_) && std::abs(Propose(i) - t) <= least)
      crossings_.push_back({i, low_.z[i] < 0 ? 1 : -1});
  }
}

}  // namespace kerf::runtime
