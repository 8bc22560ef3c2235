// Colours for values: from dark to light, so that they remain in order in print and for colour-blind readers.
#pragma once

#include <cstdint>

namespace kerf::plot {

// The colour of a value between 0 (least) and 1 (greatest).
auto ColourOfValue(double part) -> uint32_t;

// The colour with its light taken down to `part` of it.
auto Shaded(uint32_t colour, double part) -> uint32_t;

}  // namespace kerf::plot
