// Statistics of a run that consists of several stretches.
#pragma once

#include "runtime/run_options.h"

namespace kerf::runtime {

void AddStatistics(const RunStatistics& some, RunStatistics& sum);

}  // namespace kerf::runtime
