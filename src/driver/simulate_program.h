// Combined programs (COSY): all their runs, with what they print, record and draw.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/model_options.h"

namespace kerf::driver {

struct ProgramOptions {
  std::vector<std::string> libraries;
  std::string solver;
  double tolerance = 0;
  uint32_t n_replications = 1;
  bool traces = false;
  bool is_json = false;
  bool is_interpreted = false;
  std::function<bool()> should_stop;
};

auto IsCombinedProgram(const std::vector<std::string>& targets) -> bool;
// The exit code.
auto SimulateProgram(const std::string& file, const ProgramOptions& options, Reporter& reporter, const Io& io) -> int;

}  // namespace kerf::driver
