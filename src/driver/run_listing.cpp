// Columns of numbers.
#include "driver/run_listing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kerf::driver {

auto Listing(const results::Table& table, const std::vector<std::string>& names, double every,
             const std::function<bool(double)>& communicates) -> std::string {
  const std::vector<double>* time = results::FindColumn(table, "time");
  std::string text;
  for (const std::string& name : names) text += fmt::format("{:>14}", name);
  text += "\n";
  if (time == nullptr) return text;
  std::vector<size_t> rows;
  for (size_t k = 0; k < time->size(); ++k) {
    if (k + 1 == time->size() || (*time)[k + 1] > (*time)[k]) rows.push_back(k);
  }
  const auto step = static_cast<size_t>(every);
  size_t n_points = 0;
  for (size_t r = 0; r < rows.size(); ++r) {
    const bool is_next = communicates((*time)[rows[r]]) && n_points++ % step == 0;
    if (step > 1 && !is_next && r + 1 != rows.size()) continue;
    for (const std::string& name : names) {
      const std::vector<double>* column = results::FindColumn(table, name);
      text += column == nullptr ? fmt::format("{:>14}", "") : fmt::format("{:>14.6g}", (*column)[rows[r]]);
    }
    text += "\n";
  }
  return text;
}

auto RangeText(const results::Table& table, const std::vector<std::string>& names) -> std::string {
  const std::vector<double>* time = results::FindColumn(table, "time");
  std::string text = fmt::format("{:>14}{:>14}{:>14}{:>14}{:>14}\n", "", "minimum", "at", "maximum", "at");
  for (const std::string& name : names) {
    const std::vector<double>* column = results::FindColumn(table, name);
    if (column == nullptr || column->empty() || time == nullptr) continue;
    const auto [least, largest] = std::ranges::minmax_element(*column);
    const auto at = [&](auto place) { return (*time)[static_cast<size_t>(place - column->begin())]; };
    text += fmt::format("{:>14}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}\n", name, *least, at(least), *largest,
                        at(largest));
  }
  return text;
}

}  // namespace kerf::driver
