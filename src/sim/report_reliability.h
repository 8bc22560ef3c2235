// Alarms: what a run measured about itself that makes its results doubtful.
#pragma once

#include "diag/diag.h"
#include "runtime/run_options.h"
#include "transform/work.h"

namespace kerf::sim {

void ReportReliability(const transform::Work& work, const runtime::RunResult& run, diag::Emitter& emitter);

}  // namespace kerf::sim
