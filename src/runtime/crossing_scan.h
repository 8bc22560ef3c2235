// Looks inside a step for crossings of 0 that its ends do not show: there and back, or three at once.
//
// How far a function may stray from the line between two points follows from its curvature, known from three
// points in a row. Where 0 is within reach, the function is evaluated in the middle, and the same is asked of
// both halves. A function that the steps resolve is never within reach but where it crosses or grazes, so
// that most steps cost nothing; one that is much faster than the steps is sampled until its points resolve
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "runtime/crossing_locator.h"
#include "runtime/failure.h"
#include "runtime/location.h"

namespace kerf::runtime {

class CrossingScan {
 public:
  using Evaluate = std::function<StepStatus(double t, double* values)>;
  struct Point {
    double t = 0;
    std::vector<double> z;
  };

  // `blurs` are the sizes below which values are errors of the integration; `before` is the point before
  // `low`, without values where there is none.
  auto Search(std::span<const RootSettings> active, std::span<const double> blurs, const Point& before,
              const Point& low, const Point& high, const Evaluate& evaluate) -> StepStatus;

  // The first part of the step in which something crosses, if there is one.
  [[nodiscard]] auto found() const -> bool { return found_; }
  [[nodiscard]] auto low() const -> const Point& { return low_; }
  [[nodiscard]] auto high() const -> const Point& { return high_; }
  // Whether it begins after the step does.
  [[nodiscard]] auto is_inside() const -> bool { return is_inside_; }

 private:
  struct Part {
    Point low, high;
    // Of each function the second derivative times the square of the width, and the slope at the lower end by
    // its sign alone.
    std::vector<double> bend;
    std::vector<int> slope;
    // Some function has not been what three points in a row made expect.
    bool is_unresolved = false;
    bool is_short_living = false;
    uint32_t depth = 0;
  };

  [[nodiscard]] auto FirstPart(const Point& before, const Point& low, const Point& high) const -> Part;
  [[nodiscard]] auto Crosses(const Part& part) const -> bool;
  [[nodiscard]] auto MustDivide(const Part& part) const -> bool;
  [[nodiscard]] auto IsWithinReach(const Part& part, size_t i) const -> bool;
  [[nodiscard]] auto IsUnresolved(const Part& part, size_t i, double middle) const -> bool;
  void Divide(const Part& part, Point middle);

  std::span<const RootSettings> settings_;
  std::span<const double> blurs_;
  // Parts to be looked at, the earliest last.
  std::vector<Part> parts_;
  Point low_, high_;
  bool found_ = false;
  bool is_inside_ = false;
  // The width at which the last parts were resolved; it doubles with each step in which all is.
  bool saw_unresolved_ = false;
  double resolution_ = std::numeric_limits<double>::infinity();
};

}  // namespace kerf::runtime
