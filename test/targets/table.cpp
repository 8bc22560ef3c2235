// Reading and comparing of tables.
#include "table.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace kerf::targets_test {

namespace {

// Commas inside quotes belong to names.
auto SplitLine(const std::string& line) -> std::vector<std::string> {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

auto RowAt(const Table& table, double t, double stop) -> int {
  const std::vector<double>& times = table.columns.at("time");
  int row = -1;
  for (size_t k = 0; k < times.size(); ++k) {
    if (std::abs(times[k] - t) <= 1e-9 * stop) row = static_cast<int>(k);
  }
  return row;
}

}  // namespace

auto ReadTable(const std::string& file) -> Table {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = SplitLine(line);
  Table table;
  for (const std::string& name : names) table.columns[name];
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = SplitLine(line);
    if (cells.size() != names.size()) continue;
    for (size_t k = 0; k < names.size(); ++k) table.columns[names[k]].push_back(std::stod(cells[k]));
  }
  return table;
}

auto Differences(const Table& expected, const Table& actual, double stop, int n, double tolerance)
    -> std::string {
  std::string found;
  size_t n_compared = 0;
  for (int k = 0; k <= n; ++k) {
    const double t = stop * k / n;
    const int a = RowAt(expected, t, stop);
    const int b = RowAt(actual, t, stop);
    if (a < 0 || b < 0) return fmt::format("no row at time {}", t);
    for (const auto& [name, values] : actual.columns) {
      if (!expected.columns.contains(name)) return fmt::format("{} is no variable", name);
      const double wanted = expected.columns.at(name).at(static_cast<size_t>(a));
      const double got = values.at(static_cast<size_t>(b));
      ++n_compared;
      if (!(std::abs(got - wanted) <= tolerance * std::max(1.0, std::abs(wanted))) && found.size() < 1000)
        found += fmt::format("{} at time {}: {} instead of {}\n", name, t, got, wanted);
    }
  }
  return n_compared > 0 ? found : "nothing was compared";
}

}  // namespace kerf::targets_test
