// What an ACSL program says about algorithm, steps and errors, where the command line says nothing.
#pragma once

#include "driver/commands.h"
#include "session/wishes.h"
#include "sim/simulate.h"

namespace kerf::driver {

// Each section by its own method and step, unless the command line names a solver for all.
inline auto SectionsFor(const CommandLine& command) -> session::SectionUse {
  return command.IsGiven("--solver") ? session::SectionUse::Together : session::SectionUse::Apart;
}

void ApplyWishes(const session::Wishes& wishes, const CommandLine& command, sim::Settings& settings);

}  // namespace kerf::driver
