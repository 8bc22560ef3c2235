// The lower and upper bound of a piecewise linear curve over a window that slides along it.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace kerf::results {

struct Curve {
  std::span<const double> times;
  std::span<const double> values;
};

struct Bounds {
  double low;
  double high;
};

class SlidingBounds {
 public:
  SlidingBounds(Curve curve, double half_width) : curve_(curve), half_width_(half_width) {}

  // Least and greatest value over [time − w, time + w]; call with non-decreasing times. The bounds are
  // crossed (low > high) if the window holds no number.
  auto At(double time) -> Bounds;

 private:
  // Linear between the points before and after; not a number outside the curve.
  [[nodiscard]] auto Interpolate(size_t after, double time) const -> double;

  Curve curve_;
  double half_width_;
  size_t first_ = 0;
  size_t end_ = 0;
  // Indices within the window whose values decrease (increase) strictly, so that the front is the greatest
  // (least).
  std::deque<size_t> highs_;
  std::deque<size_t> lows_;
};

// The outline of a tube, for drawing.
struct Tube {
  std::vector<double> times;
  std::vector<double> low;
  std::vector<double> high;
};

// The tube around the curve, at the curve's times and where points enter and leave the window.
auto MakeTube(Curve curve, double half_width, double half_height) -> Tube;

}  // namespace kerf::results
