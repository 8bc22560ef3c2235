// Where the names of the curves go: beside the plot or above it, never over the curves.
#pragma once

#include <string>
#include <vector>

#include "plot/drawing.h"
#include "plot/figure.h"

namespace kerf::plot {

// The text of a panel's legend for each curve; none if a single curve is named by the panel already.
auto LegendEntries(const Panel& panel) -> std::vector<std::string>;

struct LegendPlan {
  bool is_beside = false;
  // Width of the column beside the plots, with its distance from them; 0 if above.
  double width = 0;
};

// One decision for all panels, so that their axes line up. `plot_height` and `plot_width` are those without a
// legend.
auto PlanLegend(const std::vector<std::vector<std::string>>& entries, double plot_width, double plot_height)
    -> LegendPlan;

// Height of a legend above a plot.
auto HeightAbove(const std::vector<std::string>& entries, double plot_width) -> double;

// Adds the samples and names to the drawing. `corner` is the top left of the space for the legend.
void DrawLegendBeside(const std::vector<std::string>& entries, Point corner, double width, Drawing& drawing);
void DrawLegendAbove(const std::vector<std::string>& entries, Point corner, double width, Drawing& drawing);

}  // namespace kerf::plot
