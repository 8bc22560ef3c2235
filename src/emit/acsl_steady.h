// Equations of the start that have to be solved, such as der(x) = 0: where that can be done by symbols, the
// solutions become start values.
#pragma once

#include "transform/work.h"

namespace kerf::emit {

// Gives all states and all parameters that the start determines their values as expressions of the other
// parameters, for a run that begins at `start`. False: some value follows from nonlinear equations or from
// calls, or is too long, and nothing has changed.
auto TrySolveStart(transform::Work& work, double start) -> bool;

}  // namespace kerf::emit
