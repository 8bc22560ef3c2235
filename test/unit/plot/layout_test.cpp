// What the drawing keeps of the data, and where things stand.
#include "plot/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "plot/decimate.h"
#include "plot/text_metrics.h"

namespace kerf::plot {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

auto FigureOf(std::vector<Series> series) -> Figure {
  return {.title = "T",
          .panels = {{.title = "", .x_label = "time [s]", .y_label = "y", .series = std::move(series)}}};
}

auto Noise(size_t n) -> Series {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Series series{.name = "noise", .x = {}, .y = {}};
  for (size_t i = 0; i < n; ++i) {
    series.x.push_back(static_cast<double>(i));
    series.y.push_back(normal(random));
  }
  return series;
}

TEST(Decimate, KeepsTheExtremesOfEachColumn) {
  Series series = Noise(100000);
  series.y[12345] = 50;
  series.y[54321] = -60;
  const size_t n_columns = 500;
  const auto kept = KeepExtremes(series, {0, 1e5}, n_columns);
  EXPECT_LE(kept.size(), 4 * n_columns);
  EXPECT_TRUE(std::ranges::is_sorted(kept));
  EXPECT_EQ(kept.front(), 0U);
  EXPECT_EQ(kept.back(), 99999U);
  const size_t per_column = 200;
  size_t k = 0;
  for (size_t start = 0; start < series.y.size(); start += per_column) {
    const auto first = series.y.begin() + static_cast<ptrdiff_t>(start);
    const auto [low, high] = std::minmax_element(first, first + per_column);
    double kept_low = kInf;
    double kept_high = -kInf;
    for (; k < kept.size() && kept[k] < start + per_column; ++k) {
      kept_low = std::min(kept_low, series.y[kept[k]]);
      kept_high = std::max(kept_high, series.y[kept[k]]);
    }
    ASSERT_EQ(kept_low, *low);
    ASSERT_EQ(kept_high, *high);
  }
}

TEST(Decimate, ShortSeriesStayWhole) {
  const Series series = Noise(100);
  EXPECT_EQ(KeepExtremes(series, {0, 100}, 50).size(), 100U);
  EXPECT_EQ(Thinned(series, 50).y, series.y);
  EXPECT_LT(PointCount(Thinned(Noise(10000), 50)), 210U);
}

TEST(Decimate, GapsSurvive) {
  Series series = Noise(10000);
  series.y[5000] = kNan;
  series.y[5001] = kNan;
  const auto kept = KeepExtremes(series, {0, 1e4}, 100);
  EXPECT_EQ(std::ranges::count_if(kept, [&](size_t i) { return std::isnan(series.y[i]); }), 1);
}

TEST(Layout, GapsAndInfinitiesSplitACurveAndALonePointIsADot) {
  const Drawing drawing = LayOut(FigureOf({{"a", {0, 1, 2, 3, 4, 5, 6}, {0, 1, kNan, 5, kInf, 2, 3}}}));
  const auto& curves = drawing.panels[0].curves;
  ASSERT_EQ(curves.size(), 3U);
  EXPECT_EQ(curves[0].points.size(), 2U);
  EXPECT_EQ(curves[1].points.size(), 1U);
  EXPECT_EQ(curves[2].points.size(), 2U);
}

TEST(Layout, AJumpIsVertical) {
  const Drawing drawing = LayOut(FigureOf({{"a", {0, 1, 1, 2}, {0, 0, 1, 1}}}));
  const auto& points = drawing.panels[0].curves[0].points;
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[1].x, points[2].x);
  EXPECT_GT(points[1].y, points[2].y);
}

TEST(Layout, EmptyFiguresAndPanelsAreFine) {
  EXPECT_GT(LayOut({}).height, 0);
  EXPECT_TRUE(LayOut(FigureOf({})).panels[0].curves.empty());
  const Drawing drawing =
      LayOut(FigureOf({{"a", {}, {}}, {"b", {1, 2}, {kNan, kNan}}, {"c", {1, 2, 3}, {1}}}));
  EXPECT_EQ(drawing.panels[0].curves.size(), 1U);
}

// Every text must lie on the sheet, and every curve within its frame.
void ExpectAllInside(const Drawing& drawing) {
  for (const Text& text : drawing.texts) {
    const double width = TextWidth(text.text, text.size, text.is_bold);
    const double part = text.anchor == Anchor::kStart ? 0 : text.anchor == Anchor::kMiddle ? 0.5 : 1;
    const double along = text.is_vertical ? drawing.height - text.at.y : text.at.x;
    EXPECT_GE(along - part * width, -1) << text.text;
    EXPECT_LE(along + (1 - part) * width, (text.is_vertical ? drawing.height : drawing.width) + 1)
        << text.text;
    EXPECT_GE(text.at.y, text.size * 0.8);
    EXPECT_LE(text.at.y, drawing.height);
  }
  for (const PanelDrawing& panel : drawing.panels) {
    for (const Stroke& curve : panel.curves) {
      for (const Point& point : curve.points) {
        ASSERT_GE(point.x, panel.plot.x - 0.01);
        ASSERT_LE(point.x, panel.plot.x + panel.plot.width + 0.01);
        ASSERT_GE(point.y, panel.plot.y - 0.01);
        ASSERT_LE(point.y, panel.plot.y + panel.plot.height + 0.01);
      }
    }
    // Legends do not cover the plot.
    for (const Stroke& sample : drawing.samples) {
      const bool is_beside = sample.points[0].x > panel.plot.x + panel.plot.width;
      const bool is_elsewhere =
          sample.points[0].y < panel.plot.y || sample.points[0].y > panel.plot.y + panel.plot.height;
      EXPECT_TRUE(is_beside || is_elsewhere);
    }
  }
}

TEST(Layout, NothingIsClippedOrCovered) {
  for (const size_t n : {1U, 2U, 5U, 12U, 60U, 500U}) {
    for (const size_t length : {1U, 10U, 40U, 300U}) {
      std::vector<Series> series;
      for (size_t i = 0; i < n; ++i) {
        const auto y = static_cast<double>(i);
        series.push_back({std::string(length, 'w') + std::to_string(i), {0, 1e-9, 3e-9}, {y, -1e17 * y, 3}});
      }
      Figure figure = FigureOf(series);
      figure.title = std::string(length, 'W');
      figure.panels.push_back(figure.panels[0]);
      figure.panels[1].title = std::string(length, 'M');
      figure.panels[1].y_label = std::string(length, 'M');
      ExpectAllInside(LayOut(figure));
      figure.width_px = 320;
      ExpectAllInside(LayOut(figure));
    }
  }
}

TEST(Layout, PanelsLineUp) {
  Figure figure = FigureOf({{"a", {0, 1}, {0, 1}}});
  figure.panels.push_back({"", "", "y", {{"b", {0, 1}, {0.001, 1000.5}}}});
  const Drawing drawing = LayOut(figure);
  EXPECT_EQ(drawing.panels[0].plot.x, drawing.panels[1].plot.x);
  EXPECT_EQ(drawing.panels[0].plot.width, drawing.panels[1].plot.width);
}

TEST(Layout, CurvesDifferInColourOrDash) {
  for (size_t i = 0; i < 28; ++i) {
    for (size_t k = 0; k < i; ++k) EXPECT_TRUE(ColourOf(i) != ColourOf(k) || DashOf(i) != DashOf(k));
  }
}

TEST(Text, ElidingKeepsStartEndAndCharacters) {
  const std::string name = "äöü.planetary.carrier.flange_b.τau";
  for (double width = 5; width < 300; width += 3) {
    const std::string cut = Elided(name, 12, width);
    EXPECT_EQ(CleanText(cut), cut);
    EXPECT_TRUE(cut == "…" || TextWidth(cut, 12) <= width);
  }
  EXPECT_TRUE(Elided(name, 12, 100).ends_with("τau"));
  EXPECT_EQ(Elided(name, 12, 1000), name);
}

TEST(Text, InvalidBytesAndControlsAreReplaced) {
  EXPECT_EQ(CleanText("a\x01\xFF"
                      "b\xC0\xAF\xED\xA0\x80z\n\tτ"),
            "a��b�����z  τ");
  EXPECT_EQ(CleanText("\xE2\x82"), "��");
}

}  // namespace
}  // namespace kerf::plot
