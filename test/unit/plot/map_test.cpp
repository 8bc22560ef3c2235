// Maps: areas above levels against areas known in closed form, and what is drawn of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "plot/contour.h"
#include "plot/layout.h"
#include "plot/map_colours.h"
#include "plot/render.h"

namespace kerf::plot {
namespace {

// A value on [-1, 1] × [-1, 1].
template <typename Function>
auto MapOf(size_t n_x, size_t n_y, Function value) -> Map {
  Map map;
  map.name = "u";
  for (size_t i = 0; i < n_x; ++i)
    map.x.push_back(-1 + 2.0 * static_cast<double>(i) / static_cast<double>(n_x - 1));
  for (size_t k = 0; k < n_y; ++k)
    map.y.push_back(-1 + 2.0 * static_cast<double>(k) / static_cast<double>(n_y - 1));
  for (const double x : map.x) {
    for (const double y : map.y) map.z.push_back(value(x, y));
  }
  return map;
}

// Positive where the area lies to the left; holes count negative.
auto AreaOf(const Contour& contour) -> double {
  double area = 0;
  for (const std::vector<Point>& loop : contour.loops) {
    for (size_t k = 0; k < loop.size(); ++k) {
      const Point& a = loop[k];
      const Point& b = loop[(k + 1) % loop.size()];
      area += (a.x * b.y - a.y * b.x) / 2;
    }
  }
  return area;
}

auto LengthOf(const Contour& contour) -> double {
  double length = 0;
  for (const std::vector<Point>& line : contour.lines) {
    for (size_t k = 1; k < line.size(); ++k)
      length += std::hypot(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y);
  }
  return length;
}

TEST(Contour, AreaAndLengthOfACircle) {
  const Map map = MapOf(201, 161, [](double x, double y) { return -std::hypot(x, y); });
  const Contour contour = ContourAbove(map, -0.5);
  EXPECT_EQ(contour.loops.size(), 1U);
  EXPECT_NEAR(AreaOf(contour), std::numbers::pi / 4, 1e-3);
  EXPECT_NEAR(LengthOf(contour), std::numbers::pi, 2e-3);
}

TEST(Contour, ARingHasAHole) {
  const Map map = MapOf(201, 201, [](double x, double y) { return -std::fabs(std::hypot(x, y) - 0.6); });
  const Contour contour = ContourAbove(map, -0.2);
  EXPECT_EQ(contour.loops.size(), 2U);
  EXPECT_NEAR(AreaOf(contour), std::numbers::pi * (0.64 - 0.16), 2e-3);
}

TEST(Contour, TheEdgeOfTheMapIsNoLine) {
  const Map map = MapOf(11, 9, [](double x, double) { return x; });
  const Contour contour = ContourAbove(map, 0.25);
  EXPECT_NEAR(AreaOf(contour), 1.5, 1e-12);
  EXPECT_NEAR(LengthOf(contour), 2, 1e-12);
  EXPECT_NEAR(AreaOf(ContourAbove(map, -1)), 4, 1e-12);
  EXPECT_TRUE(ContourAbove(map, -1).lines.empty());
  EXPECT_TRUE(ContourAbove(map, 2).loops.empty());
}

// Areas above and below a level fill the map, also where the value is that of a chessboard.
TEST(Contour, SaddlesAreShared) {
  const auto wave = [](double x, double y) { return std::sin(40 * x) * std::sin(35 * y); };
  const double above = AreaOf(ContourAbove(MapOf(29, 31, wave), 1e-9));
  const double below =
      AreaOf(ContourAbove(MapOf(29, 31, [&](double x, double y) { return -wave(x, y); }), -1e-9));
  EXPECT_NEAR(above + below, 4, 1e-9);
}

TEST(Contour, AJumpInTimeAndAHole) {
  Map map = MapOf(4, 5, [](double x, double) { return x > 0 ? 1.0 : 0.0; });
  map.x[1] = map.x[2] = 0.2;
  EXPECT_NEAR(AreaOf(ContourAbove(map, 0.5)), 0.8 * 2, 1e-12);
  map.z[3 * 5 + 2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LT(AreaOf(ContourAbove(map, 0.5)), 0.8 * 2);
  EXPECT_FALSE(ValueRange(map).low > ValueRange(map).high);
}

TEST(MapColours, LightnessGrows) {
  const auto luma = [](uint32_t c) {
    return 0.2126 * static_cast<double>(c >> 16U & 255U) + 0.7152 * static_cast<double>(c >> 8U & 255U) +
           0.0722 * static_cast<double>(c & 255U);
  };
  for (int k = 0; k < 50; ++k)
    EXPECT_LT(luma(ColourOfValue(k / 50.0)), luma(ColourOfValue((k + 1) / 50.0))) << k;
}

auto FigureOf(Map map) -> Figure {
  Panel panel{.title = "map", .x_label = "time", .y_label = "place", .series = {}};
  panel.map = std::move(map);
  return {.title = "maps", .panels = {panel}};
}

TEST(Map, EveryFaceOfASurfaceIsDrawnOnceAndInItsPanel) {
  Map map = MapOf(20, 12, [](double x, double y) { return x * y; });
  map.look = MapLook::Surface;
  const Drawing drawing = LayOut(FigureOf(map));
  const PanelDrawing& panel = drawing.panels.at(0);
  EXPECT_FALSE(panel.has_frame);
  EXPECT_EQ(panel.fills.size(), 19U * 11U);
  for (const Fill& fill : panel.fills) {
    for (const Point& point : fill.loops.at(0)) {
      EXPECT_GE(point.x, panel.plot.x);
      EXPECT_LE(point.x, panel.plot.x + panel.plot.width);
      EXPECT_GE(point.y, panel.plot.y);
      EXPECT_LE(point.y, panel.plot.y + panel.plot.height);
    }
  }
}

TEST(Map, AContourHasABarWithItsLevels) {
  const Drawing drawing = LayOut(FigureOf(MapOf(30, 20, [](double x, double y) { return 100 * (x + y); })));
  const PanelDrawing& panel = drawing.panels.at(0);
  EXPECT_TRUE(panel.has_frame);
  double right = 0;
  for (const Fill& fill : panel.fills) {
    for (const Point& point : fill.loops.at(0)) right = std::max(right, point.x);
  }
  EXPECT_GT(right, panel.plot.x + panel.plot.width);
  EXPECT_LT(right, drawing.width);
  EXPECT_EQ(std::ranges::count(drawing.texts, "100", &Text::text), 1);
}

TEST(Map, WithoutValuesThereIsNoData) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const MapLook look : {MapLook::Contour, MapLook::Surface}) {
    Map map = MapOf(5, 5, [&](double, double) { return nan; });
    map.look = look;
    EXPECT_NE(RenderSvg(FigureOf(map)).find("no data"), std::string::npos);
    map = {};
    map.look = look;
    EXPECT_NE(RenderSvg(FigureOf(map)).find("no data"), std::string::npos);
  }
}

TEST(Map, IsAPictureOnThePage) {
  const Figure figure = FigureOf(MapOf(5, 5, [](double x, double) { return x; }));
  const std::string page = RenderHtml({&figure, 1}, "maps");
  const size_t picture = page.find("<div class=\"picture\"><svg");
  EXPECT_GT(picture, page.find("</noscript>"));
  EXPECT_NE(picture, std::string::npos);
}

}  // namespace
}  // namespace kerf::plot
