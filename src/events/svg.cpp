// See svg.h.
#include "events/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kerf::events {

namespace {

constexpr double kWidth = 560;
constexpr double kHeight = 240;
constexpr double kLeft = 56;
constexpr double kRight = 16;
constexpr double kTop = 30;
constexpr double kBottom = 34;

// Where numbers of the axes stand in the figure.
struct Frame {
  double x_low = 0;
  double x_high = 1;
  double y_low = 0;
  double y_high = 1;

  [[nodiscard]] auto X(double x) const -> double {
    return kLeft + (x - x_low) / (x_high - x_low) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] auto Y(double y) const -> double {
    return kHeight - kBottom - (y - y_low) / (y_high - y_low) * (kHeight - kTop - kBottom);
  }
};

// Without rounding errors of ticks such as 0.30000000000000004, and never -0.
auto Label(double x) -> std::string { return fmt::format("{:.6g}", x == 0 ? 0.0 : x); }

auto Axes(const Frame& frame, const std::string& name, bool runs_backward = false) -> std::string {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">\n"
      "<text x=\"{2}\" y=\"18\" font-size=\"13\">{3}</text>\n",
      kWidth, kHeight, kLeft, Escaped(name));
  for (const double y : RoundTicks(frame.y_low, frame.y_high, 5)) {
    svg += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"#ddd\"/>"
        "<text x=\"{}\" y=\"{:.2f}\" text-anchor=\"end\">{}</text>\n",
        kLeft, kWidth - kRight, frame.Y(y), frame.Y(y), kLeft - 6, frame.Y(y) + 4, Label(y));
  }
  for (const double x : RoundTicks(frame.x_low, frame.x_high, 8)) {
    svg += fmt::format(
        "<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#888\"/>"
        "<text x=\"{0:.2f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
        frame.X(x), kHeight - kBottom, kHeight - kBottom + 4, kHeight - kBottom + 17,
        Label(runs_backward ? -x : x));
  }
  return svg + fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#888\"/>\n", kLeft, kTop,
                           kHeight - kBottom, kWidth - kRight);
}

}  // namespace

auto Escaped(std::string_view text) -> std::string {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '"': escaped += "&quot;"; break;
      default:  escaped += c;
    }
  }
  return escaped;
}

auto RoundTicks(double low, double high, size_t n) -> std::vector<double> {
  std::vector<double> ticks;
  if (!(high > low) || n == 0) return ticks;
  const double rough = (high - low) / static_cast<double>(n);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double part = rough / power;
  const double step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  const double slack = 1e-9 * step;
  for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) ticks.push_back(k * step);
  return ticks;
}

auto HistogramSvg(const std::string& name, const Histogram& histogram) -> std::string {
  const std::vector<uint64_t>& counts = histogram.counts();
  const double width = histogram.width();
  const double first = histogram.UpperLimit(0);
  const double last = histogram.UpperLimit(counts.size() - 2);
  const double highest = static_cast<double>(std::max<uint64_t>(1, std::ranges::max(counts)));
  const Frame frame{first - width, last + width, 0, 1.05 * highest};
  std::string svg = Axes(frame, fmt::format("{} (n = {}; outside the cells: ochre)", name, histogram.n()));
  for (size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    const double left = frame.X(first + (static_cast<double>(k) - 1) * width);
    const double right = frame.X(first + static_cast<double>(k) * width);
    const double top = frame.Y(static_cast<double>(counts[k]));
    const bool is_outside = k == 0 || k + 1 == counts.size();
    svg +=
        fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                    left + 0.5, top, right - left - 1, frame.Y(0) - top, is_outside ? "#c9a15a" : "#3b6ea5");
  }
  return svg + "</svg>\n";
}

auto TimePlotSvg(const std::string& name, const TimePlot& plot, bool runs_backward) -> std::string {
  const auto& stretches = plot.stretches();
  Frame frame{plot.start(), plot.start() + 1, 0, 1};
  std::string line;
  std::string upper;
  std::string lower;
  if (!stretches.empty()) {
    double covered = 0;
    for (const TimePlot::Stretch& stretch : stretches) {
      covered += stretch.covered;
      frame.y_low = std::min(frame.y_low, stretch.min);
      frame.y_high = std::max(frame.y_high, 1.05 * stretch.max);
    }
    frame.x_high = plot.start() + covered;
  }
  double at = plot.start();
  for (const TimePlot::Stretch& stretch : stretches) {
    // Borders are rounded: a stretch may have got nothing.
    if (!(stretch.covered > 0)) continue;
    const double end = at + stretch.covered;
    const double mean = frame.Y(stretch.integral / stretch.covered);
    line += fmt::format("{}{:.2f} {:.2f}H{:.2f}", line.empty() ? 'M' : 'L', frame.X(at), mean, frame.X(end));
    upper += fmt::format("{}{:.2f} {:.2f}H{:.2f}", upper.empty() ? 'M' : 'L', frame.X(at),
                         frame.Y(stretch.max), frame.X(end));
    lower = fmt::format("L{:.2f} {:.2f}H{:.2f}", frame.X(end), frame.Y(stretch.min), frame.X(at)) + lower;
    at = end;
  }
  std::string svg = Axes(frame, name + " over time", runs_backward);
  if (line.empty()) return svg + "</svg>\n";
  svg += fmt::format("<path d=\"{}{}Z\" fill=\"#3b6ea5\" fill-opacity=\"0.25\"/>\n", upper, lower);
  return svg + fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#3b6ea5\" stroke-width=\"1.3\"/>\n</svg>\n",
                           line);
}

}  // namespace kerf::events
