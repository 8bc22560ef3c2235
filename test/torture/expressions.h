// Kind `expressions`: operators and functions of Modelica on scalars and arrays, the same expression as
// constant, parameter, variable, in algorithms and in functions.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeExpressions() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
