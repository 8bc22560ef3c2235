// Alarms: what a run measured about itself that makes its results doubtful.
#pragma once

#include <span>
#include <string>

#include "diag/diag.h"
#include "runtime/run_options.h"

namespace kerf::sim {

// Of a run with so many steps; `states` are the names of those whose parts `critical` has.
void ReportReliability(const runtime::Reliability& reliability, uint64_t n_steps,
                       std::span<const std::string> states, diag::Emitter& emitter);

}  // namespace kerf::sim
