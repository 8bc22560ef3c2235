// The report as text; see report.h.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "events/report.h"

namespace kerf::events {

namespace {

// The number of characters shown; UTF-8 bytes that continue one do not count.
auto WidthOf(const std::string& text) -> size_t {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

auto Padded(const std::string& text, size_t width, bool is_left) -> std::string {
  const std::string blanks(width - std::min(width, WidthOf(text)), ' ');
  return is_left ? text + blanks : blanks + text;
}

auto Line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) -> std::string {
  std::string line;
  for (size_t k = 0; k < cells.size(); ++k) {
    if (k > 0) line += "  ";
    line += Padded(cells[k], widths[k], k == 0);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

auto TableText(const ReportTable& table) -> std::string {
  std::vector<size_t> widths;
  for (const std::string& head : table.heads) widths.push_back(WidthOf(head));
  for (const auto& row : table.rows) {
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], WidthOf(row[k]));
  }
  std::string text = "\n" + table.title + "\n" + Line(table.heads, widths);
  for (const auto& row : table.rows) text += Line(row, widths);
  return text;
}

auto HistogramText(const HistogramVariable& variable) -> std::string {
  constexpr double kBar = 50;
  const Histogram& histogram = variable.counts;
  const uint64_t largest = std::max<uint64_t>(1, std::ranges::max(histogram.counts()));
  std::string text = fmt::format("\nhistogram of {}, {} observations\n", variable.name, histogram.n());
  text += "  up to      count   share    sum\n";
  uint64_t sum = 0;
  for (size_t k = 0; k < histogram.counts().size(); ++k) {
    const uint64_t count = histogram.counts()[k];
    sum += count;
    const double n = static_cast<double>(std::max<uint64_t>(1, histogram.n()));
    const auto bar =
        static_cast<size_t>(std::round(kBar * static_cast<double>(count) / static_cast<double>(largest)));
    std::string line =
        fmt::format("{:>9.5g} {:>8} {:>7.3f} {:>6.3f}  {}", histogram.UpperLimit(k), count,
                    static_cast<double>(count) / n, static_cast<double>(sum) / n, std::string(bar, '*'));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

auto ReportText(const World& world, const ReportOptions& options) -> std::string {
  std::string text = fmt::format("{}: {}\n", options.title, ReportHead(world));
  if (world.fault.IsSet()) text += fmt::format("ended by a fault at {}\n", world.fault.text);
  for (const std::string& warning : world.warnings) text += fmt::format("warning: {}\n", warning);
  for (const ReportTable& table : ReportTables(world, options)) text += TableText(table);
  for (const HistogramVariable& variable : world.histograms) text += HistogramText(variable);
  return text;
}

}  // namespace kerf::events
