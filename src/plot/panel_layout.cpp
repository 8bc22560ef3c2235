// One panel of a drawing. Axes are made here, maps in a file of their own.
#include "plot/panel_layout.h"

#include <utility>

#include "plot/decimate.h"
#include "plot/map_layout.h"
#include "plot/text_metrics.h"

namespace kerf::plot {

auto ToX(const PanelPlan& plan, double x) -> double {
  return plan.plot.x + (x - plan.x.range.low) / (plan.x.range.high - plan.x.range.low) * plan.plot.width;
}

auto ToY(const PanelPlan& plan, double y) -> double {
  return plan.plot.y + (plan.y.range.high - y) / (plan.y.range.high - plan.y.range.low) * plan.plot.height;
}

namespace {

constexpr double kGridWidth = 1;

void DrawXAxis(const PanelPlan& plan, PanelDrawing& panel, Drawing& drawing) {
  const Rect& plot = plan.plot;
  const double bottom = plot.y + plot.height;
  for (size_t i = 0; i < plan.x.ticks.size(); ++i) {
    const double x = ToX(plan, plan.x.ticks[i]);
    panel.grid.push_back({.points = {{x, plot.y}, {x, bottom}}, .colour = kGridColour, .width = kGridWidth});
    drawing.texts.push_back({.at = {x, bottom + 17},
                             .text = plan.x.tick_labels[i],
                             .colour = kSoftInk,
                             .anchor = Anchor::kMiddle});
  }
  const double y = bottom + 22 + kTextSize + 3;
  const std::string gap = plan.x.label.empty() || plan.x.note.empty() ? "" : "   ";
  const std::string text = plan.x.label + gap + plan.x.note;
  if (text.empty()) return;
  drawing.texts.push_back({.at = {plot.x + plot.width / 2, y},
                           .text = Elided(text, kTextSize, plot.width),
                           .anchor = Anchor::kMiddle});
}

void DrawYAxis(const PanelPlan& plan, PanelDrawing& panel, Drawing& drawing) {
  const Rect& plot = plan.plot;
  for (size_t i = 0; i < plan.y.ticks.size(); ++i) {
    const double y = ToY(plan, plan.y.ticks[i]);
    panel.grid.push_back(
        {.points = {{plot.x, y}, {plot.x + plot.width, y}}, .colour = kGridColour, .width = kGridWidth});
    drawing.texts.push_back({.at = {plot.x - 7, y + kTextSize * 0.35},
                             .text = plan.y.tick_labels[i],
                             .colour = kSoftInk,
                             .anchor = Anchor::kEnd});
  }
  if (!plan.y.note.empty()) {
    drawing.texts.push_back({.at = {plot.x, plot.y - 5}, .text = plan.y.note, .colour = kSoftInk});
  }
  if (plan.y.label.empty()) return;
  drawing.texts.push_back({.at = {kPadding + kTextSize - 2, plot.y + plot.height / 2},
                           .text = Elided(plan.y.label, kTextSize, plot.height + 20),
                           .anchor = Anchor::kMiddle,
                           .is_vertical = true});
}

// The pieces between gaps, thinned to what the width can show.
void DrawCurve(const PanelPlan& plan, size_t i, PanelDrawing& panel) {
  const Series& series = plan.panel->series[i];
  const Stroke style{.points = {}, .colour = ColourOf(i), .dash = DashOf(i)};
  Stroke piece = style;
  const auto finish_piece = [&] {
    if (!piece.points.empty()) panel.curves.push_back(std::exchange(piece, style));
  };
  for (const size_t k : KeepExtremes(series, plan.x.range, static_cast<size_t>(plan.plot.width))) {
    const bool is_gap = !IsDrawable(series.x[k]) || !IsDrawable(series.y[k]);
    if (is_gap) {
      finish_piece();
    } else {
      piece.points.push_back({ToX(plan, series.x[k]), ToY(plan, series.y[k])});
    }
  }
  finish_piece();
}

}  // namespace

void DrawPanel(const PanelPlan& plan, double top, const LegendPlan& legend, Drawing& drawing) {
  PanelDrawing panel;
  panel.plot = plan.plot;
  double y = top + 6;
  if (!plan.panel->title.empty()) {
    drawing.texts.push_back(
        {.at = {plan.plot.x, y + kPanelTitleSize},
         .text = Elided(CleanText(plan.panel->title), kPanelTitleSize * 1.12, plan.plot.width),
         .size = kPanelTitleSize,
         .is_bold = true});
    y += kPanelTitleSize + 10;
  }
  if (legend.is_beside) {
    DrawLegendBeside(plan.entries, {plan.plot.x + plan.plot.width, plan.plot.y}, legend.width, drawing);
  } else {
    DrawLegendAbove(plan.entries, {plan.plot.x, y}, plan.plot.width, drawing);
  }
  const bool is_surface = plan.panel->map.has_value() && plan.panel->map->look == MapLook::Surface;
  if (!is_surface) {
    DrawXAxis(plan, panel, drawing);
    DrawYAxis(plan, panel, drawing);
  }
  if (plan.panel->map.has_value()) DrawMap(plan, panel, drawing);
  for (size_t i = 0; i < plan.panel->series.size(); ++i) DrawCurve(plan, i, panel);
  if (panel.curves.empty() && panel.fills.empty()) {
    drawing.texts.push_back({.at = {plan.plot.x + plan.plot.width / 2, plan.plot.y + plan.plot.height / 2},
                             .text = "no data",
                             .colour = kSoftInk,
                             .anchor = Anchor::kMiddle});
  }
  drawing.panels.push_back(std::move(panel));
}

}  // namespace kerf::plot
