// Functions of tables over two variables: constant or linear in each of them, between four points.
#include <array>

#include "emit/lower_function.h"

namespace kerf::emit {

using expr::Op;

namespace {

// Where the points are in one direction; one point alone is the same everywhere.
auto WithTwo(std::vector<double> grid) -> std::vector<double> {
  if (grid.size() == 1) grid.push_back(grid[0] + 1);
  return grid;
}

}  // namespace

// The value of one of the variables as the table is asked for it; its rate is 0 where the table stands still.
auto FunctionLowering::PlaneValue(const TableObject& table, const std::vector<double>& grid,
                                  const Formula& given, std::vector<Formula>& rates) -> Formula {
  const double least = grid.front();
  const double most = grid.back();
  const Formula x = Variable("x", given);
  switch (table.extrapolation) {
    case Extrapolation::LastTwoPoints: break;
    case Extrapolation::Periodic:      Wrap(x, least, most); break;
    case Extrapolation::None:          StopOutside(x, least, most); break;
    case Extrapolation::HoldLastPoint:
      for (Formula& rate : rates) {
        rate = Variable("rate", rate);
        When(Or(x<x.Number(least), x> x.Number(most)), [&] { Set(rate, x.Number(0)); });
      }
      When(x < x.Number(least), [&] { Set(x, x.Number(least)); });
      When(x > x.Number(most), [&] { Set(x, x.Number(most)); });
      break;
  }
  return x;
}

// Both variables, then their rates, then those of the rates.
auto FunctionLowering::LowerPlane(const TableObject& table, std::span<const Formula> given, size_t n_rates,
                                  const Formula& result) -> bool {
  const bool is_constant = table.smoothness == Smoothness::Constant;
  std::vector<double> rows = table.Column(1);
  rows.erase(rows.begin());
  const std::vector<double> columns(table.numbers.begin() + 1, table.numbers.begin() + table.n_columns);
  const std::array grids = {WithTwo(rows), WithTwo(columns)};
  std::vector<double> values;
  for (size_t i = 0; i < grids[0].size(); ++i) {
    for (size_t j = 0; j < grids[1].size(); ++j)
      values.push_back(table.numbers[(std::min(i, rows.size() - 1) + 1) * table.n_columns +
                                     std::min(j, columns.size() - 1) + 1]);
  }
  const uint32_t heights = Numbers(values);
  std::vector<Formula> at;
  std::vector<Formula> share;
  std::vector<Formula> width;
  std::array<std::vector<Formula>, 2> rates;
  for (size_t d = 0; d < 2; ++d) {
    for (size_t k = 1; k <= n_rates; ++k) rates[d].push_back(given[2 * k + d]);
    const Formula x = PlaneValue(table, grids[d], given[d], rates[d]);
    const auto n = static_cast<uint32_t>(grids[d].size());
    const uint32_t points = Numbers(grids[d]);
    at.push_back(LastUpTo(points, is_constant ? n : n - 1, x));
    if (is_constant) continue;
    width.push_back(Variable("width", Element(points, at[d] + x.Number(1)) - Element(points, at[d])));
    share.push_back(Variable("share", (x - Element(points, at[d])) / width[d]));
  }
  const Formula stride = result.Number(static_cast<double>(grids[1].size()));
  const Formula corner = (at[0] - result.Number(1)) * stride + at[1];
  const Formula z = Variable("z", Element(heights, corner));
  if (is_constant) {
    Set(result, n_rates == 0 ? z : z.Number(0));
    return true;
  }
  const Formula right = Variable("right", Element(heights, corner + z.Number(1)) - z);
  const Formula below = Variable("below", Element(heights, corner + stride) - z);
  const Formula twist =
      Variable("twist", Element(heights, corner + stride + z.Number(1)) - z - right - below);
  const Formula by_row = (below + twist * share[1]) / width[0];
  const Formula by_column = (right + twist * share[0]) / width[1];
  if (n_rates == 0) {
    Set(result, z + below * share[0] + right * share[1] + twist * share[0] * share[1]);
    return true;
  }
  Set(result, by_row * rates[0].back() + by_column * rates[1].back());
  if (n_rates == 2)
    Set(result, result + z.Number(2) * twist * rates[0][0] * rates[1][0] / (width[0] * width[1]));
  return true;
}

}  // namespace kerf::emit
