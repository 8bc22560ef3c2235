// The data of the HTML page in the form that its script reads.
#pragma once

#include <span>
#include <string>

#include "plot/figure.h"

namespace kerf::plot {

// JSON: {arrays, variables: [{name, x, y}], figures: [{title, panels: [{title, x_label, y_label, height,
// series}]}]}. Arrays are little-endian doubles in base 64; x, y and series are indices, so that variables
// share their time.
auto PageData(std::span<const Figure> figures, std::span<const Series> more) -> std::string;

}  // namespace kerf::plot
