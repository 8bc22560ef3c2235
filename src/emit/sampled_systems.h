// What happens at the ticks of clocks alone, taken out of a program: for targets that have systems of their
// own for it (SIMNON) and no other events.
#pragma once

#include "emit/program.h"

namespace kerf::emit {

// Puts into program.sampled what clocks do; the rest of the program is left without events. If it has other
// events, or clocks that cannot be separated, it stays as it was. Relations have been put in for what is
// held.
void TakeSampledSystems(Program& program);

}  // namespace kerf::emit
