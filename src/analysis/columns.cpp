// Widths first, then lines.
#include "analysis/columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace kerf::analysis {

namespace {

// The bytes that begin a character in UTF-8.
auto WidthOf(const std::string& text) -> size_t {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

auto InColumns(const std::vector<std::vector<std::string>>& lines, size_t n_left) -> std::string {
  std::vector<size_t> width;
  for (const auto& line : lines) {
    width.resize(std::max(width.size(), line.size()), 0);
    for (size_t k = 0; k < line.size(); ++k) width[k] = std::max(width[k], WidthOf(line[k]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (size_t k = 0; k < line.size(); ++k) {
      const std::string padding(width[k] - WidthOf(line[k]), ' ');
      if (k > 0) row += "  ";
      row += k < n_left ? line[k] + padding : padding + line[k];
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

auto Counted(size_t n, std::string_view noun) -> std::string {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace kerf::analysis
