// Round numbers along an axis.
#include "plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace kerf::plot {

namespace {

// Below this part of their size, differences are rounding errors and not worth an axis of their own.
constexpr double kNoise = 1e-12;

auto TicksOf(Range range, TickStep step) -> Ticks {
  const double value = StepValue(step);
  // The ends of the range count as inside in spite of rounding.
  constexpr double kSlack = 1e-9;
  return {.step = step,
          .first = static_cast<int64_t>(std::ceil(range.low / value - kSlack)),
          .last = static_cast<int64_t>(std::floor(range.high / value + kSlack))};
}

auto Coarser(TickStep step) -> TickStep {
  if (step.mantissa == 1) return {2, step.exponent};
  if (step.mantissa == 2) return {5, step.exponent};
  return {1, step.exponent + 1};
}

}  // namespace

auto PowerOfTen(int exponent) -> double { return std::pow(10.0, exponent); }

auto StepValue(TickStep step) -> double {
  // Dividing by an exact power gives the double nearest to 0.2 where multiplying by an inexact one might not.
  if (step.exponent < 0 && step.exponent >= -22) return step.mantissa / PowerOfTen(-step.exponent);
  return step.mantissa * PowerOfTen(step.exponent);
}

auto NiceTicks(Range range, int max_ticks) -> Ticks {
  const int n = std::max(max_ticks, 2);
  const double least = (range.high - range.low) / n;
  TickStep step{1, static_cast<int>(std::floor(std::log10(least))) - 1};
  Ticks ticks = TicksOf(range, step);
  while (ticks.last - ticks.first + 1 > n) {
    step = Coarser(step);
    ticks = TicksOf(range, step);
  }
  return ticks;
}

auto Widened(Range range) -> Range {
  const double size = std::max(std::fabs(range.low), std::fabs(range.high));
  const double width = range.high - range.low;
  if (width > kNoise * size && width > 1e-300) return range;
  const double middle = range.low + 0.5 * width;
  const double half = size < 1e-290 ? 1.0 : 0.1 * size;
  return {middle - half, middle + half};
}

}  // namespace kerf::plot
