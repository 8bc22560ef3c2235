// Figures of a report as SVG, to stand inside an HTML page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events/histogram.h"
#include "events/time_plot.h"

namespace kerf::events {

// Bars for the cells; those below and above the cells are shown beside them in another colour.
auto HistogramSvg(const std::string& name, const Histogram& histogram) -> std::string;
// The mean in each stretch of time as a line, and the range from its smallest to its largest value as a band.
// runs_backward: the axis shows the negative of the plot's times.
auto TimePlotSvg(const std::string& name, const TimePlot& plot, bool runs_backward = false) -> std::string;

// About n round numbers that cover a range, ascending.
auto RoundTicks(double low, double high, size_t n) -> std::vector<double>;
// Text for HTML and SVG.
auto Escaped(std::string_view text) -> std::string;

}  // namespace kerf::events
