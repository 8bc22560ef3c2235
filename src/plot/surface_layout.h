// A map as a surface in space.
#pragma once

#include "plot/panel_layout.h"

namespace kerf::plot {

void DrawSurface(const PanelPlan& plan, const Map& map, PanelDrawing& panel, Drawing& drawing);

}  // namespace kerf::plot
