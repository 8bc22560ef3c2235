// Whether the results of a run are those of the model or those of its tolerance.
#pragma once

#include "sim/run_once.h"

namespace kerf::sim {

// Runs once more with a tenth of the tolerance, where that costs little, and warns if a state moves by more
// than what shows in a plot, or the run ends elsewhere. `log` is that of the run that is judged.
void CheckTolerance(const model::CompiledModel& compiled, ModelFunctions& functions,
                    const Executable& executable, const Settings& settings, const Outcome& outcome,
                    const StateLog& log, diag::Emitter& emitter);

}  // namespace kerf::sim
