// Units of variables that are declared without one: an equation whose other quantities are known tells it.
#pragma once

#include "flat/model.h"
#include "units/expr_units.h"

namespace kerf::units {

// Gives units to scalar variables of the model where one equation tells them without doubt; the first one
// counts. Signals between blocks are left alone: a controller takes a speed and gives a torque, and its
// coefficients have no units. A few sweeps over the equations; chains that are longer stay open.
void InferUnits(const flat::Model& model, UnitTable& table, ExprUnits& units);

}  // namespace kerf::units
