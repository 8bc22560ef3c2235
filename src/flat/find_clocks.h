// Finds the clock partitions of a flat model by the incidences of its equations (sections 16.7.3 to 16.7.5 of
// the Modelica specification). In a family of equations an array counts as a whole.
#pragma once

#include <optional>

#include "flat/clock_rates.h"
#include "flat/model.h"

namespace kerf::flat {

// Sets model.clocking. The first conflict, if there is one.
auto FindClocks(Model& model, const IntegerOf& integer_of) -> std::optional<ClockConflict>;

}  // namespace kerf::flat
