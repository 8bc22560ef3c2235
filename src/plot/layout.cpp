// From a figure to a drawing. First each panel's axes are made, then the margins that fit all of them, then
// the places.
#include "plot/layout.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "plot/axis.h"
#include "plot/decimate.h"
#include "plot/legend.h"
#include "plot/map_layout.h"
#include "plot/panel_layout.h"
#include "plot/text_metrics.h"

namespace kerf::plot {

namespace {

constexpr double kLeastPlotWidth = 120;
constexpr double kLeastPlotHeight = 60;
// Beside the padding, for the half of the last label that stands out.
constexpr double kRightGap = 14;

// Extra part of the range at either end, so that a flat top does not run along the frame.
constexpr double kHeadroom = 0.04;

auto YAxisRange(const std::vector<Series>& series) -> Range {
  Range range = YRange(series);
  if (range.low > range.high) return {0, 1};
  const Range wide = Widened(range);
  const double margin = kHeadroom * (wide.high - wide.low);
  return {wide.low - margin, wide.high + margin};
}

auto RunsBackwards(const Series& series) -> bool { return !std::ranges::is_sorted(series.x, std::less<>()); }

// Time fills the width; a curve that turns back needs room to turn.
auto XAxisRange(const std::vector<Series>& series) -> Range {
  const Range range = XRange(series);
  if (range.low > range.high) return {0, 1};
  const Range wide = Widened(range);
  const double margin = std::ranges::any_of(series, RunsBackwards) ? kHeadroom * (wide.high - wide.low) : 0;
  return {wide.low - margin, wide.high + margin};
}

// As many ticks as leave room between their labels.
auto FittingXAxis(Range range, const std::string& label, double width) -> Axis {
  constexpr double kGap = 18;
  for (int n = std::clamp(static_cast<int>(width / 60), 2, 16);; --n) {
    Axis axis = MakeAxis(range, label, n);
    double widest = 0;
    for (const std::string& text : axis.tick_labels) widest = std::max(widest, TextWidth(text, kTextSize));
    const double spacing =
        axis.ticks.size() < 2 ? width : (axis.ticks[1] - axis.ticks[0]) / (range.high - range.low) * width;
    if (widest + kGap <= spacing || n <= 2) return axis;
  }
}

// A map fills its panel.
auto FullRange(const std::vector<double>& values) -> Range {
  Range range{1, 0};
  for (const double value : values) {
    if (!IsDrawable(value)) continue;
    const bool is_first = range.low > range.high;
    range = is_first ? Range{value, value} : Range{std::min(range.low, value), std::max(range.high, value)};
  }
  return range.low > range.high ? Range{0, 1} : Widened(range);
}

auto MakePlan(const Panel& panel, double height) -> PanelPlan {
  PanelPlan plan;
  plan.panel = &panel;
  plan.entries = LegendEntries(panel);
  const int n_ticks = std::clamp(static_cast<int>(height / 36), 3, 12);
  if (panel.map.has_value()) plan.z = MakeValueAxis(*panel.map);
  const Range y_range = panel.map.has_value() ? FullRange(panel.map->y) : YAxisRange(panel.series);
  plan.y = MakeAxis(y_range, CleanText(panel.y_label), n_ticks);
  for (const std::string& text : plan.y.tick_labels) {
    plan.label_width = std::max(plan.label_width, TextWidth(text, kTextSize));
  }
  return plan;
}

// Height of what stands above (title, legend, note) and below the plot.
auto TopOf(const PanelPlan& plan, const LegendPlan& legend, double plot_width) -> double {
  double top = 6;
  if (!plan.panel->title.empty()) top += kPanelTitleSize + 10;
  if (!legend.is_beside) top += HeightAbove(plan.entries, plot_width);
  if (!plan.y.note.empty()) top += kTextSize + 4;
  return top;
}

auto BottomOf(const PanelPlan& plan) -> double {
  return 22 + (plan.x.label.empty() && plan.x.note.empty() ? 0 : kTextSize + 8) + 8;
}

}  // namespace

auto LayOut(const Figure& figure) -> Drawing {
  Drawing drawing;
  drawing.title = CleanText(figure.title);
  std::vector<PanelPlan> plans;
  double left = kPadding;
  const double nominal_height = std::max(figure.panel_height_px - 70, kLeastPlotHeight);
  std::vector<std::vector<std::string>> entries;
  for (const Panel& panel : figure.panels) {
    plans.push_back(MakePlan(panel, nominal_height));
    const double label = plans.back().y.label.empty() ? 0 : kTextSize + 8;
    left = std::max(left, kPadding + label + plans.back().label_width + 8);
    entries.push_back(plans.back().entries);
  }
  const double full_width = std::max(figure.width_px - left - kPadding - kRightGap, kLeastPlotWidth);
  const LegendPlan legend = PlanLegend(entries, full_width, nominal_height);
  const double plot_width = std::max(full_width - legend.width, kLeastPlotWidth);
  drawing.width = left + plot_width + legend.width + kPadding + kRightGap;

  double y = kPadding;
  if (!drawing.title.empty()) {
    drawing.texts.push_back(
        {.at = {left, y + kTitleSize},
         .text = Elided(drawing.title, kTitleSize * 1.12, drawing.width - left - kPadding),
         .size = kTitleSize,
         .is_bold = true});
    y += kTitleSize + 12;
  }
  for (PanelPlan& plan : plans) {
    const std::optional<Map>& map = plan.panel->map;
    const double width = std::max(plot_width - (map ? WidthBeside(plan) : 0), kLeastPlotWidth);
    plan.x = FittingXAxis(map ? FullRange(map->x) : XAxisRange(plan.panel->series),
                          CleanText(plan.panel->x_label), width);
    const double top = TopOf(plan, legend, plot_width);
    const double legend_height = legend.is_beside ? 0 : HeightAbove(plan.entries, plot_width);
    const double height = figure.panel_height_px - (top - legend_height) - BottomOf(plan);
    plan.plot = {left, y + top, width, std::max(height, kLeastPlotHeight)};
    if (map && map->look == MapLook::Surface) plan.plot.height *= kSurfaceHeight;
    DrawPanel(plan, y, legend, drawing);
    y = plan.plot.y + plan.plot.height + BottomOf(plan) + 6;
  }
  drawing.height = std::ceil(y + 2);
  return drawing;
}

}  // namespace kerf::plot
