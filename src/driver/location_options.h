// How state events are located: the options of a run.
#pragma once

#include "driver/commands.h"
#include "runtime/run_options.h"

namespace kerf::driver {

void AddLocation(CommandLine& command, runtime::RunOptions& run);

}  // namespace kerf::driver
