// See table.h. The spline's second derivatives solve a tridiagonal system by elimination (Thomas).
#include "process/table.h"

#include <algorithm>

namespace kerf::process {

namespace {

// Second derivatives at the points; zero at both ends.
auto Curvatures(const std::vector<double>& x, const std::vector<double>& y) -> std::vector<double> {
  const size_t n = x.size();
  std::vector<double> second(n, 0), upper(n, 0);
  for (size_t k = 1; k + 1 < n; ++k) {
    const double left = x[k] - x[k - 1];
    const double right = x[k + 1] - x[k];
    const double jump = (y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left;
    const double pivot = 2 * (left + right) - left * upper[k - 1];
    upper[k] = right / pivot;
    second[k] = (6 * jump - left * second[k - 1]) / pivot;
  }
  for (size_t k = n - 2; k > 0; --k) second[k] -= upper[k] * second[k + 1];
  return second;
}

}  // namespace

auto MakeTable(std::string name, std::vector<double> x, const std::vector<double>& y, bool is_spline)
    -> Table {
  Table table;
  table.name = std::move(name);
  const std::vector<double> second = is_spline ? Curvatures(x, y) : std::vector<double>(x.size(), 0);
  for (size_t k = 0; k + 1 < x.size(); ++k) {
    const double h = x[k + 1] - x[k];
    const double slope = (y[k + 1] - y[k]) / h - h * (2 * second[k] + second[k + 1]) / 6;
    table.pieces.push_back({y[k], slope, second[k] / 2, (second[k + 1] - second[k]) / (6 * h)});
  }
  table.x = std::move(x);
  table.y = y;
  return table;
}

auto Evaluate(const Table& table, double x) -> double {
  const auto above = std::upper_bound(table.x.begin() + 1, table.x.end() - 1, x);
  const size_t k = static_cast<size_t>(above - table.x.begin()) - 1;
  const double s = x - table.x[k];
  const auto& [a, b, c, d] = table.pieces[k];
  return a + s * (b + s * (c + s * d));
}

}  // namespace kerf::process
