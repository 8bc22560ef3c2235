// What to plot: data and names, without a word on looks.
#pragma once

#include <string>
#include <vector>

namespace kerf::plot {

// One curve. A point that is not finite leaves a gap; two points with one x are a jump.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

// One pair of axes. A label may end in a unit, "time [s]"; common units then take a prefix for very large or
// small values.
struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
};

// Panels one below the other.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
  double width_px = 900;
  // Height of each panel with its axes; a long legend above the curves comes on top of it.
  double panel_height_px = 300;
};

}  // namespace kerf::plot
