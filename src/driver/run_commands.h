// `kerf simulate PROGRAM.csl --commands`: the run-time commands of ACSL.
#pragma once

#include "driver/model_options.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::driver {

struct CommandRun {
  session::Request request;
  sim::Settings settings;
  // Empty: the file .cmd beside the program.
  std::string file;
  // Tells which options were given.
  const CommandLine& command;
};

// Obeys the commands of the file and returns the exit code.
auto RunCommands(CommandRun run, sim::Functions& functions, Reporter& reporter, const Io& io) -> int;

}  // namespace kerf::driver
