// Solvers that compare stages at the ends of their steps alone overlook kinks in between.
#pragma once

#include <string>

#include "diag/diag.h"
#include "model/compiled_model.h"

namespace kerf::sim {

// Warns where the solver is such a one and the derivatives have kinks that are no events: max, min, abs, and
// conditions under noEvent.
void ReportKinks(const model::CompiledModel& compiled, const std::string& solver, diag::Emitter& emitter);

}  // namespace kerf::sim
