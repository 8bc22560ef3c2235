// Warns of equations, bindings and calls whose units do not fit together.
#pragma once

#include <string_view>

#include "diag/diag.h"
#include "flat/model.h"

namespace kerf::units {

// One warning for each place in the text, from top to bottom. Costs time in proportion to the expressions of
// the model; families of equations are looked at once, and a model without units costs nothing. Bodies of
// functions are not looked into, only what they are called with. time_unit: that of the time, without value
// s.
void CheckUnits(const flat::Model& model, diag::Emitter& emitter, std::string_view time_unit = {});

// Whether that text is a unit of time.
auto IsUnitOfTime(std::string_view text) -> bool;

}  // namespace kerf::units
