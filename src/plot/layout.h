// From a figure to a drawing: axes, margins, legends and curves get their places here, for all outputs alike.
#pragma once

#include "plot/drawing.h"
#include "plot/figure.h"

namespace kerf::plot {

auto LayOut(const Figure& figure) -> Drawing;

}  // namespace kerf::plot
