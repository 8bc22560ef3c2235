// Where the names of the curves go.
#include "plot/legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/decimate.h"
#include "plot/text_metrics.h"

namespace kerf::plot {

namespace {

constexpr double kDistance = 14;
constexpr double kColumnGap = 18;
// Part of the width that names beside the plot may take.
constexpr double kLargestPart = 0.3;
constexpr size_t kMaxRowsAbove = 12;
// So few curves stand better in one line above the plot.
constexpr size_t kFew = 3;

auto EntryWidth(const std::string& entry) -> double {
  return kSampleWidth + kSampleGap + TextWidth(entry, kTextSize);
}

auto WidestEntry(const std::vector<std::string>& entries) -> double {
  double widest = 0;
  for (const std::string& entry : entries) widest = std::max(widest, EntryWidth(entry));
  return widest;
}

auto FitsOneLine(const std::vector<std::string>& entries, double width) -> bool {
  double sum = 0;
  for (const std::string& entry : entries) sum += EntryWidth(entry) + kColumnGap;
  return sum - kColumnGap <= width;
}

struct Grid {
  size_t n_columns = 1;
  size_t n_rows = 0;
  double column_width = 0;
};

auto GridAbove(const std::vector<std::string>& entries, double width) -> Grid {
  Grid grid;
  grid.column_width = std::min(WidestEntry(entries) + kColumnGap, width);
  grid.n_columns = std::max<size_t>(1, static_cast<size_t>((width + kColumnGap) / grid.column_width));
  grid.n_rows = (entries.size() + grid.n_columns - 1) / grid.n_columns;
  return grid;
}

void DrawEntry(const std::string& entry, size_t curve, Point at, double width, Drawing& drawing) {
  const double middle = at.y + kLegendLine / 2;
  drawing.samples.push_back({.points = {{at.x, middle}, {at.x + kSampleWidth, middle}},
                             .colour = ColourOf(curve),
                             .dash = DashOf(curve)});
  const double text_width = width - kSampleWidth - kSampleGap;
  drawing.texts.push_back({.at = {at.x + kSampleWidth + kSampleGap, middle + kTextSize * 0.35},
                           .text = Elided(entry, kTextSize, text_width)});
}

}  // namespace

auto LegendEntries(const Panel& panel) -> std::vector<std::string> {
  std::vector<std::string> entries;
  for (const Series& series : panel.series) {
    entries.push_back(CleanText(series.name) + (PointCount(series) == 0 ? " (no data)" : ""));
  }
  if (entries.size() != 1) return entries;
  const bool is_named = entries[0].empty() || entries[0] == panel.y_label || entries[0] == panel.title ||
                        panel.y_label.starts_with(entries[0] + " [");
  return is_named ? std::vector<std::string>() : entries;
}

auto PlanLegend(const std::vector<std::vector<std::string>>& entries, double plot_width, double plot_height)
    -> LegendPlan {
  double widest = 0;
  bool is_short = true;
  bool fits = true;
  for (const auto& panel : entries) {
    widest = std::max(widest, WidestEntry(panel));
    is_short = is_short && (panel.empty() || (panel.size() <= kFew && FitsOneLine(panel, plot_width)));
    fits = fits && static_cast<double>(panel.size()) * kLegendLine <= plot_height;
  }
  if (is_short || !fits || widest + kDistance > kLargestPart * plot_width) return {};
  return {.is_beside = true, .width = widest + kDistance};
}

auto HeightAbove(const std::vector<std::string>& entries, double plot_width) -> double {
  if (entries.empty()) return 0;
  const size_t n_rows = FitsOneLine(entries, plot_width) ? 1 : GridAbove(entries, plot_width).n_rows;
  return static_cast<double>(std::min(n_rows, kMaxRowsAbove)) * kLegendLine + 6;
}

void DrawLegendBeside(const std::vector<std::string>& entries, Point corner, double width, Drawing& drawing) {
  for (size_t i = 0; i < entries.size(); ++i) {
    const double y = corner.y + static_cast<double>(i) * kLegendLine;
    DrawEntry(entries[i], i, {corner.x + kDistance, y}, width - kDistance + 1, drawing);
  }
}

void DrawLegendAbove(const std::vector<std::string>& entries, Point corner, double width, Drawing& drawing) {
  if (FitsOneLine(entries, width)) {
    double x = corner.x;
    for (size_t i = 0; i < entries.size(); ++i) {
      DrawEntry(entries[i], i, {x, corner.y}, EntryWidth(entries[i]) + 1, drawing);
      x += EntryWidth(entries[i]) + kColumnGap;
    }
    return;
  }
  const Grid grid = GridAbove(entries, width);
  const size_t capacity = grid.n_columns * kMaxRowsAbove;
  const size_t n_shown = entries.size() <= capacity ? entries.size() : capacity - 1;
  const auto place = [&](size_t i) -> Point {
    const size_t row = i / grid.n_columns;
    return {corner.x + static_cast<double>(i % grid.n_columns) * grid.column_width,
            corner.y + static_cast<double>(row) * kLegendLine};
  };
  const double entry_width = grid.n_columns == 1 ? width : grid.column_width - kColumnGap + 1;
  for (size_t i = 0; i < n_shown; ++i) DrawEntry(entries[i], i, place(i), entry_width, drawing);
  if (n_shown == entries.size()) return;
  const Point at = place(n_shown);
  drawing.texts.push_back(
      {.at = {at.x, at.y + kLegendLine / 2 + kTextSize * 0.35},
       .text = Elided(fmt::format("… and {} more", entries.size() - n_shown), kTextSize, entry_width),
       .colour = kSoftInk});
}

}  // namespace kerf::plot
