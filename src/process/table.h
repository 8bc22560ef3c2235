// Functions given by points: straight lines between them, or a natural cubic spline. Beyond the ends the
// first and the last piece go on.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace kerf::process {

struct Table {
  std::string name;
  // Increasing.
  std::vector<double> x;
  std::vector<double> y;
  // Of the piece from x[k] on, in powers of the distance from x[k]; one piece less than points.
  std::vector<std::array<double, 4>> pieces;
};

// At least two points, with increasing x.
auto MakeTable(std::string name, std::vector<double> x, const std::vector<double>& y, bool is_spline)
    -> Table;
auto Evaluate(const Table& table, double x) -> double;

}  // namespace kerf::process
