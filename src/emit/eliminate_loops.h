// For languages without matrices: linear loops as formulas.
#pragma once

#include "emit/program.h"

namespace kerf::emit {

// Replaces linear loops of the run of moderate size by the steps of Gaussian elimination. The pivots are
// chosen by their form: a number before an expression of parameters before any other; one that vanishes
// during the run divides by zero.
void EliminateLoops(Program& program);

}  // namespace kerf::emit
