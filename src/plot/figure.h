// What to plot: data and names, without a word on looks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kerf::plot {

// One curve. A point that is not finite leaves a gap; two points with one x are a jump.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

enum class MapLook : uint8_t { Contour, Surface };

// A value over a grid: z[i * y.size() + k] at x[i], y[k], with x and y not decreasing. A value that is not
// finite is a hole.
struct Map {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> z;
  MapLook look = MapLook::Contour;
  // From where a surface is seen [degrees]: turned about the upright axis, and raised above the floor.
  double azimuth = 40;
  double elevation = 30;
};

// One pair of axes with curves, or a map in their place. A label may end in a unit, "time [s]"; common units
// then take a prefix for very large or small values.
struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  std::optional<Map> map{};
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
