// Thins out long series without losing a peak: of the points that fall into one column of pixels in a row,
// the first, the least, the greatest and the last remain, in their order, which draws the same picture.
#pragma once

#include <cstddef>
#include <vector>

#include "plot/figure.h"
#include "plot/ticks.h"

namespace kerf::plot {

// Whether the value can be drawn. Values near the limits of a double cannot: differences of them overflow.
auto IsDrawable(double value) -> bool;

// Points of the series: the shorter of x and y counts.
auto PointCount(const Series& series) -> size_t;

// Indices of the points to keep, increasing; all if there are no more than a few per column. Of each gap one
// point that cannot be drawn is kept.
auto KeepExtremes(const Series& series, Range x_range, size_t n_columns) -> std::vector<size_t>;

// The series with at most about 4·n_columns points if x does not decrease.
auto Thinned(const Series& series, size_t n_columns) -> Series;

// The range of the drawable points in x or y, or an inverted range if there are none.
auto XRange(const std::vector<Series>& series) -> Range;
auto YRange(const std::vector<Series>& series) -> Range;

}  // namespace kerf::plot
