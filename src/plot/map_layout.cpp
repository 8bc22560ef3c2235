// Contours: areas above each level, painted one over the other, with lines between them.
#include "plot/map_layout.h"

#include <algorithm>
#include <cmath>

#include "plot/contour.h"
#include "plot/map_colours.h"
#include "plot/surface_layout.h"
#include "plot/text_metrics.h"

namespace kerf::plot {

namespace {

constexpr double kBarWidth = 16;
constexpr double kBarGap = 18;
constexpr int kMostLevels = 12;
constexpr double kLineWidth = 0.7;
constexpr double kLineShade = 0.55;

auto ColourAt(const Axis& z, double value) -> uint32_t {
  return ColourOfValue((value - z.range.low) / (z.range.high - z.range.low));
}

// The middle of the band above level k; band 0 lies below all levels.
auto BandMiddle(const Axis& z, size_t band) -> double {
  const double low = band == 0 ? z.range.low : z.ticks[band - 1];
  const double high = band < z.ticks.size() ? z.ticks[band] : z.range.high;
  return (low + high) / 2;
}

void ToPixels(const PanelPlan& plan, std::vector<std::vector<Point>>& paths) {
  for (std::vector<Point>& path : paths) {
    for (Point& point : path) point = {ToX(plan, point.x), ToY(plan, point.y)};
  }
}

void DrawContours(const PanelPlan& plan, const Map& map, PanelDrawing& panel) {
  const Axis& z = plan.z;
  for (size_t band = 0; band <= z.ticks.size(); ++band) {
    Contour contour = ContourAbove(map, band == 0 ? z.range.low : z.ticks[band - 1]);
    if (contour.loops.empty()) continue;
    ToPixels(plan, contour.loops);
    ToPixels(plan, contour.lines);
    const uint32_t colour = ColourAt(z, BandMiddle(z, band));
    panel.fills.push_back({.loops = std::move(contour.loops), .colour = colour});
    if (band == 0) continue;
    for (std::vector<Point>& line : contour.lines) {
      panel.curves.push_back(
          {.points = std::move(line), .colour = Shaded(colour, kLineShade), .width = kLineWidth});
    }
  }
}

void DrawBar(const PanelPlan& plan, const std::string& name, PanelDrawing& panel, Drawing& drawing) {
  const Axis& z = plan.z;
  const Rect bar{plan.plot.x + plan.plot.width + kBarGap, plan.plot.y, kBarWidth, plan.plot.height};
  const auto at = [&](double value) {
    return bar.y + (z.range.high - value) / (z.range.high - z.range.low) * bar.height;
  };
  const double right = bar.x + bar.width;
  for (size_t band = 0; band <= z.ticks.size(); ++band) {
    const double low = at(band == 0 ? z.range.low : z.ticks[band - 1]);
    const double high = at(band < z.ticks.size() ? z.ticks[band] : z.range.high);
    if (low <= high) continue;
    panel.fills.push_back({.loops = {{{bar.x, low}, {right, low}, {right, high}, {bar.x, high}}},
                           .colour = ColourAt(z, BandMiddle(z, band))});
  }
  panel.curves.push_back({.points = {{bar.x, bar.y},
                                     {right, bar.y},
                                     {right, bar.y + bar.height},
                                     {bar.x, bar.y + bar.height},
                                     {bar.x, bar.y}},
                          .colour = kFrameColour,
                          .width = 1});
  for (size_t k = 0; k < z.ticks.size(); ++k) {
    drawing.texts.push_back(
        {.at = {right + 6, at(z.ticks[k]) + kTextSize * 0.35}, .text = z.tick_labels[k], .colour = kSoftInk});
  }
  const std::string label = z.note.empty() ? name : name + "  " + z.note;
  drawing.texts.push_back({.at = {right, bar.y - 7},
                           .text = Elided(CleanText(label), kTextSize, plan.plot.width),
                           .anchor = Anchor::kEnd});
}

}  // namespace

auto MakeValueAxis(const Map& map) -> Axis {
  const Range range = ValueRange(map);
  return MakeAxis(range.low > range.high ? Range{0, 1} : Widened(range), "", kMostLevels);
}

auto WidthBeside(const PanelPlan& plan) -> double {
  if (plan.panel->map->look == MapLook::Surface) return 0;
  double widest = 0;
  for (const std::string& label : plan.z.tick_labels) widest = std::max(widest, TextWidth(label, kTextSize));
  return kBarGap + kBarWidth + 6 + widest;
}

void DrawMap(const PanelPlan& plan, PanelDrawing& panel, Drawing& drawing) {
  const Map& map = *plan.panel->map;
  panel.has_frame = map.look == MapLook::Contour;
  if (!IsGrid(map) || ValueRange(map).low > ValueRange(map).high) return;
  if (map.look == MapLook::Surface) {
    DrawSurface(plan, map, panel, drawing);
    return;
  }
  // A point for each two pixels is as much as can be seen.
  const auto most = [](double pixels) { return static_cast<size_t>(pixels / 2); };
  DrawContours(plan, Coarsened(map, most(plan.plot.width), most(plan.plot.height)), panel);
  DrawBar(plan, map.name, panel, drawing);
}

}  // namespace kerf::plot
