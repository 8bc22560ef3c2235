// Values that are fixed before the run: constants, parameters and what the user gives.
#pragma once

#include <optional>
#include <vector>

#include "transform/work.h"

namespace kerf::transform {

// The value of each variable that has one before the equations are solved, by VarId; the rest is empty.
// Bindings are evaluated in order of dependence.
auto ParameterValues(const Work& work, const Options& options) -> std::vector<std::optional<double>>;

}  // namespace kerf::transform
