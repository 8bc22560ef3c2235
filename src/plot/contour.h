// Where a map is above a level: areas and the lines around them, by marching squares.
#pragma once

#include <vector>

#include "plot/drawing.h"
#include "plot/figure.h"
#include "plot/ticks.h"

namespace kerf::plot {

struct Contour {
  // Closed areas in which the value is at least the level, holes among them, in the map's coordinates.
  std::vector<std::vector<Point>> loops;
  // The parts of their borders on which the value is the level; the edge of the map is none.
  std::vector<std::vector<Point>> lines;
};

auto ContourAbove(const Map& map, double level) -> Contour;

// The range of the finite values, inverted if there are none.
auto ValueRange(const Map& map) -> Range;

// The map with at most so many points in either direction; of a grid that has more, points are taken
// at equal distances of their numbers, the first and the last among them.
auto Coarsened(const Map& map, size_t most_x, size_t most_y) -> Map;

// Whether the sizes of x, y and z belong together and there is a cell to draw.
auto IsGrid(const Map& map) -> bool;

}  // namespace kerf::plot
