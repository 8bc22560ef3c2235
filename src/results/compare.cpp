// The tube method, signal by signal.
#include "results/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/tube.h"

namespace kerf::results {

namespace {

auto HalfHeight(std::span<const double> values, const TubeOptions& options) -> double {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double base = low > high ? 0.0 : std::max(high - low, std::fabs(low));
  return options.value_width * std::max(base, options.value_floor);
}

auto Excess(double value, Bounds bounds, double half_height) -> double {
  if (std::isnan(value)) return std::numeric_limits<double>::infinity();
  return std::max(value - (bounds.high + half_height), (bounds.low - half_height) - value);
}

// Events that follow each other within rounding errors of the time are one instant. Of the values that it
// runs through those before and after it count.
auto IsWithinInstant(std::span<const double> times, size_t i) -> bool {
  constexpr double kRounding = 1e-12;
  return i > 0 && i + 1 < times.size() && times[i + 1] - times[i - 1] <= kRounding * std::fabs(times[i]);
}

// Notes in the verdict each point of `points` outside the tube around `centre`.
void CheckInside(Curve points, Curve centre, double half_width, double half_height, bool is_reference,
                 SignalVerdict& verdict) {
  SlidingBounds tube(centre, half_width);
  const double slack = half_width + 1e-12 * std::fabs(centre.times.back());
  for (size_t i = 0; i < points.times.size(); ++i) {
    const double time = points.times[i];
    if (time < centre.times.front() - slack || time > centre.times.back() + slack) continue;
    if (IsWithinInstant(points.times, i) && !std::isnan(points.values[i])) continue;
    const Bounds bounds = tube.At(time);
    if (bounds.low > bounds.high) continue;
    const double excess = Excess(points.values[i], bounds, half_height);
    if (!(excess > 0)) continue;
    if (verdict.pass || time < verdict.first_time) verdict.first_time = time;
    verdict.pass = false;
    if (excess <= verdict.worst_excess) continue;
    verdict.worst_excess = excess;
    verdict.worst_time = time;
    verdict.worst_value = points.values[i];
    verdict.worst_tube = {bounds.low - half_height, bounds.high + half_height};
    verdict.worst_is_reference = is_reference;
  }
}

auto TimeError(const Table& table, const char* which) -> std::string {
  if (RowCount(table) == 0) return fmt::format("the {} trajectory has no points", which);
  const auto& times = table.columns[0];
  const auto is_bad = [](double a, double b) { return !(a <= b); };
  if (std::ranges::adjacent_find(times, is_bad) == times.end() && !std::isnan(times[0])) return {};
  return fmt::format("the time of the {} trajectory runs backwards", which);
}

auto SpanError(std::span<const double> tested, std::span<const double> reference, double slack)
    -> std::string {
  if (tested.front() > reference.front() + slack) {
    return fmt::format("the tested trajectory starts at {}, after the reference at {}", tested.front(),
                       reference.front());
  }
  if (tested.back() < reference.back() - slack) {
    return fmt::format("the tested trajectory ends at {}, before the reference at {}", tested.back(),
                       reference.back());
  }
  return {};
}

auto HalfWidth(std::span<const double> times, const TubeOptions& options) -> double {
  return options.time_width * (times.back() - times.front());
}

auto CompareSignal(const std::string& name, const Table& tested, const Table& reference,
                   const TubeOptions& options) -> SignalVerdict {
  SignalVerdict verdict{.name = name};
  const auto* expected = FindSignal(reference, name);
  const auto* values = FindSignal(tested, name);
  verdict.no_reference = expected == nullptr;
  verdict.missing = values == nullptr;
  verdict.pass = !verdict.missing && !verdict.no_reference;
  if (!verdict.pass) return verdict;
  const Curve centre{reference.columns[0], *expected};
  const Curve points{tested.columns[0], *values};
  const double half_width = HalfWidth(centre.times, options);
  const double half_height = HalfHeight(centre.values, options);
  CheckInside(points, centre, half_width, half_height, false, verdict);
  if (options.both_ways) CheckInside(centre, points, half_width, half_height, true, verdict);
  return verdict;
}

}  // namespace

auto CompareTables(const Table& tested, const Table& reference, const TubeOptions& options,
                   std::span<const std::string> signals) -> Comparison {
  Comparison comparison;
  comparison.error = TimeError(reference, "reference");
  if (comparison.error.empty()) comparison.error = TimeError(tested, "tested");
  if (!comparison.error.empty()) return comparison.pass = false, comparison;
  const auto& times = reference.columns[0];
  const double slack = HalfWidth(times, options) + 1e-12 * std::fabs(times.back());
  comparison.error = SpanError(tested.columns[0], times, slack);

  const std::span<const std::string> names =
      signals.empty() ? std::span(reference.names).subspan(1) : signals;
  for (const std::string& name : names) {
    if (name == "time" || name == reference.names[0]) continue;
    comparison.signals.push_back(CompareSignal(name, tested, reference, options));
  }
  if (comparison.signals.empty() && comparison.error.empty())
    comparison.error = "there is no signal to compare";
  comparison.pass = comparison.error.empty() && std::ranges::all_of(comparison.signals, &SignalVerdict::pass);
  return comparison;
}

auto TubeAround(const Table& reference, const std::string& signal, const TubeOptions& options) -> Tube {
  const Curve centre{reference.columns[0], *FindSignal(reference, signal)};
  return MakeTube(centre, HalfWidth(centre.times, options), HalfHeight(centre.values, options));
}

}  // namespace kerf::results
