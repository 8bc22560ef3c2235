// Maps as parts of a panel: contours with a bar of colours beside them, or a surface seen from a place above.
#pragma once

#include "plot/panel_layout.h"

namespace kerf::plot {

// A surface needs more height than curves do.
inline constexpr double kSurfaceHeight = 1.7;

// The axis of the values, whose ticks are the levels of the contours.
auto MakeValueAxis(const Map& map) -> Axis;

// Room that a map needs to the right of its axes [px].
auto WidthBeside(const PanelPlan& plan) -> double;

// Adds the map of the plan's panel, if it has something to draw.
void DrawMap(const PanelPlan& plan, PanelDrawing& panel, Drawing& drawing);

}  // namespace kerf::plot
