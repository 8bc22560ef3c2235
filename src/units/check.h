// Warns of equations, bindings and calls whose units do not fit together.
#pragma once

#include "diag/diag.h"
#include "flat/model.h"

namespace kerf::units {

// One warning for each place in the text, from top to bottom. Costs time in proportion to the expressions of
// the model; families of equations are looked at once, and a model without units costs nothing. Bodies of
// functions are not looked into, only what they are called with.
void CheckUnits(const flat::Model& model, diag::Emitter& emitter);

}  // namespace kerf::units
