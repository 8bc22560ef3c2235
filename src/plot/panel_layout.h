// One panel of a drawing: its grid, labels, legend and curves.
#pragma once

#include <string>
#include <vector>

#include "plot/axis.h"
#include "plot/drawing.h"
#include "plot/figure.h"
#include "plot/legend.h"

namespace kerf::plot {

struct PanelPlan {
  const Panel* panel = nullptr;
  std::vector<std::string> entries;
  Axis x;
  Axis y;
  // Of a map: its values, with a tick at each level.
  Axis z;
  // The widest tick label of the y axis [px].
  double label_width = 0;
  Rect plot;
};

// Where values lie in the panel [px].
auto ToX(const PanelPlan& plan, double x) -> double;
auto ToY(const PanelPlan& plan, double y) -> double;

// `top` is where the panel's space begins, above its title.
void DrawPanel(const PanelPlan& plan, double top, const LegendPlan& legend, Drawing& drawing);

}  // namespace kerf::plot
