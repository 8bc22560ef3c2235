// For languages without matrices: linear loops as formulas.
#pragma once

#include "emit/program.h"

namespace kerf::emit {

// Replaces linear loops of the run of moderate size by the steps of Gaussian elimination. Pivots are numbers
// and what follows from parameters, never zero; determinants solve what has none. A loop with more of that
// than transform::kMaxDeterminant stays.
void EliminateLoops(Program& program, const transform::Options& options);

}  // namespace kerf::emit
