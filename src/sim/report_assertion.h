// Messages about assertions that do not hold, and runs that the model ends.
#pragma once

#include <string>

#include "diag/diag.h"
#include "model/compiled_model.h"

namespace kerf::sim {

// Tells that assertion number `assertion` does not hold at time t: its condition, what the model has to say
// about it, and the variables in it, with the values in w. `who`: which of several of its kind, if not empty.
void ReportAssertion(const model::CompiledModel& compiled, uint32_t assertion, double t, const double* w,
                     diag::Emitter& emitter, const std::string& who = {});

// Tells that termination number `termination` ends the run at time t.
void ReportTermination(const model::CompiledModel& compiled, uint32_t termination, double t,
                       diag::Emitter& emitter);

}  // namespace kerf::sim
