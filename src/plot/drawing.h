// A figure as lines and texts at their places, in pixels from the top left: what each output draws as it
// stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plot/style.h"

namespace kerf::plot {

struct Point {
  double x = 0;
  double y = 0;
};

struct Rect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

enum class Anchor : uint8_t { kStart, kMiddle, kEnd };

// A text on its baseline; a vertical one reads upwards.
struct Text {
  Point at;
  std::string text;
  double size = kTextSize;
  uint32_t colour = kInk;
  Anchor anchor = Anchor::kStart;
  bool is_bold = false;
  bool is_vertical = false;
};

// Connected points; a single one is a dot.
struct Stroke {
  std::vector<Point> points;
  uint32_t colour = kInk;
  double width = kCurveWidth;
  Dash dash{};
};

// Areas of one colour; where one lies in another there is a hole. An outline is drawn if it has a width.
struct Fill {
  std::vector<std::vector<Point>> loops;
  uint32_t colour = kInk;
  uint32_t outline = kInk;
  double outline_width = 0;
};

struct PanelDrawing {
  Rect plot;
  bool has_frame = true;
  // Drawn after the grid, before the curves.
  std::vector<Fill> fills;
  std::vector<Stroke> grid;
  std::vector<Stroke> curves;
};

struct Drawing {
  double width = 0;
  double height = 0;
  std::string title;
  std::vector<PanelDrawing> panels;
  // Samples of the legends.
  std::vector<Stroke> samples;
  std::vector<Text> texts;
};

}  // namespace kerf::plot
