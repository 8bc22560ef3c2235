// Thins out long series without losing a peak.
#include "plot/decimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace kerf::plot {

namespace {

constexpr double kLargest = 1e300;

auto IsDrawableAt(const Series& series, size_t i) -> bool {
  return IsDrawable(series.x[i]) && IsDrawable(series.y[i]);
}

// Series with at most so many points per column stay as they are.
constexpr size_t kPointsPerColumn = 4;

// The points of one column that lie in a row, reduced to the outermost.
struct Run {
  explicit Run(size_t i) : first(i), least_x(i), greatest_x(i), least_y(i), greatest_y(i), last(i) {}

  void Add(const Series& series, size_t i) {
    if (series.x[i] < series.x[least_x]) least_x = i;
    if (series.x[i] >= series.x[greatest_x]) greatest_x = i;
    if (series.y[i] < series.y[least_y]) least_y = i;
    if (series.y[i] > series.y[greatest_y]) greatest_y = i;
    last = i;
  }

  size_t first, least_x, greatest_x, least_y, greatest_y, last;
};

void Emit(std::optional<Run>& run, std::vector<size_t>& kept) {
  if (!run) return;
  std::array indices{run->first, run->least_x, run->greatest_x, run->least_y, run->greatest_y, run->last};
  std::ranges::sort(indices);
  for (const size_t i : indices) {
    if (kept.empty() || kept.back() != i) kept.push_back(i);
  }
  run.reset();
}

auto RangeOver(const std::vector<Series>& series, const std::vector<double> Series::* values) -> Range {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Series& one : series) {
    for (size_t i = 0; i < PointCount(one); ++i) {
      if (!IsDrawableAt(one, i)) continue;
      range.low = std::min(range.low, (one.*values)[i]);
      range.high = std::max(range.high, (one.*values)[i]);
    }
  }
  return range;
}

}  // namespace

auto IsDrawable(double value) -> bool { return std::fabs(value) <= kLargest; }

auto PointCount(const Series& series) -> size_t { return std::min(series.x.size(), series.y.size()); }

auto XRange(const std::vector<Series>& series) -> Range { return RangeOver(series, &Series::x); }
auto YRange(const std::vector<Series>& series) -> Range { return RangeOver(series, &Series::y); }

auto KeepExtremes(const Series& series, Range x_range, size_t n_columns) -> std::vector<size_t> {
  const double width = x_range.high - x_range.low;
  const double columns_per_x = width > 0 ? static_cast<double>(n_columns) / width : 0.0;
  const bool is_long = PointCount(series) > kPointsPerColumn * n_columns;
  std::vector<size_t> kept;
  std::optional<Run> run;
  double column = 0;
  for (size_t i = 0; i < PointCount(series); ++i) {
    if (!IsDrawableAt(series, i)) {
      const bool is_gap_start = run.has_value();
      Emit(run, kept);
      if (is_gap_start) kept.push_back(i);
      continue;
    }
    const double here = std::floor((series.x[i] - x_range.low) * columns_per_x);
    if (is_long && run && here == column) {
      run->Add(series, i);
      continue;
    }
    Emit(run, kept);
    run.emplace(i);
    column = here;
  }
  Emit(run, kept);
  return kept;
}

auto Thinned(const Series& series, size_t n_columns) -> Series {
  if (PointCount(series) <= kPointsPerColumn * n_columns) return series;
  Series thin{.name = series.name, .x = {}, .y = {}};
  for (const size_t i : KeepExtremes(series, XRange({series}), n_columns)) {
    thin.x.push_back(series.x[i]);
    thin.y.push_back(series.y[i]);
  }
  return thin;
}

}  // namespace kerf::plot
