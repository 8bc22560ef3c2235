// What an ACSL program says about algorithm, steps and errors, where the command line says nothing.
#pragma once

#include "driver/commands.h"
#include "session/wishes.h"
#include "sim/simulate.h"

namespace kerf::driver {

void ApplyWishes(const session::Wishes& wishes, const CommandLine& command, sim::Settings& settings);

}  // namespace kerf::driver
