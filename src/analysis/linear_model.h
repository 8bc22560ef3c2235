// A linear model x' = A x + B u, y = C x + D u of a model near a point, with names and the point itself.
#pragma once

#include <string>
#include <vector>

#include "analysis/matrix.h"
#include "analysis/modes.h"

namespace kerf::analysis {

struct LinearModel {
  std::string name;
  // Of the point.
  double time = 0;
  bool is_steady = false;
  std::vector<std::string> states;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  // At the point; x' is zero where it is at rest.
  std::vector<double> x;
  std::vector<double> x_dot;
  std::vector<double> u;
  std::vector<double> y;
  Matrix a;
  Matrix b;
  Matrix c;
  Matrix d;
  // Empty if there are too many states for it, or none.
  std::vector<Mode> modes;
};

// For the terminal: the matrices, if they are small, and the modes in columns.
auto TextOf(const LinearModel& model) -> std::string;
auto JsonOf(const LinearModel& model) -> std::string;
// A MAT file with A, B, C, D, the point, and ABCD, nx, xuyName as Dymola's linear models have them. What went
// wrong, or "".
auto WriteMat(const LinearModel& model, const std::string& path) -> std::string;

}  // namespace kerf::analysis
