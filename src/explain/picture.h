// The block-triangular incidence matrix as a picture: equations in order of solution against what they are
// solved for. Of a large model each cell of the picture stands for many entries, so that the picture of a
// million equations is no larger than that of a thousand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transform/work.h"

namespace kerf::explain {

// Cells [col, col + length) of a row that look alike.
struct Run {
  uint32_t row = 0;
  uint32_t col = 0;
  uint32_t length = 1;
  // 1 to kShades: how many of the entries that the cells stand for are there.
  uint32_t shade = 1;
};
inline constexpr uint32_t kShades = 4;

// A block on the diagonal.
struct Box {
  // In equations.
  uint32_t first = 0;
  uint32_t size = 0;
  bool is_linear = false;
  // The last so many rows and columns are residuals and iteration variables.
  uint32_t n_iteration = 0;
};

struct Picture {
  // Equations, and how many of them one cell stands for.
  uint32_t n = 0;
  uint32_t scale = 1;
  size_t n_entries = 0;
  std::vector<Run> runs;
  std::vector<Box> boxes;
};

auto MakePicture(const transform::Work& work) -> Picture;
// As SVG with classes for a style sheet; the side is n/scale units long.
auto SvgOf(const Picture& picture) -> std::string;

}  // namespace kerf::explain
