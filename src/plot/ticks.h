// Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.
#pragma once

#include <cstdint>

namespace kerf::plot {

struct Range {
  double low = 0;
  double high = 1;
};

// The step mantissa · 10^exponent with a mantissa of 1, 2 or 5.
struct TickStep {
  int mantissa = 1;
  int exponent = 0;
};

// The ticks first·step, …, last·step; none if last < first.
struct Ticks {
  TickStep step;
  int64_t first = 0;
  int64_t last = -1;
};

auto StepValue(TickStep step) -> double;

// The finest such step that puts at most `max_ticks` (at least 2) ticks into the range, which must not be
// empty.
auto NiceTicks(Range range, int max_ticks) -> Ticks;

// The range to show for data within `range`: empty and nearly empty ranges are widened so that they have
// ticks.
auto Widened(Range range) -> Range;

// 10^exponent, exactly rounded where a double can hold it.
auto PowerOfTen(int exponent) -> double;

}  // namespace kerf::plot
