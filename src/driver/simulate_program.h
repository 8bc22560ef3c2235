// Combined programs (COSY): all their runs, with what they print, record and draw.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/model_options.h"

namespace kerf::driver {

struct ProgramOptions {
  std::vector<std::string> libraries;
  std::string solver;
  double tolerance = 0;
  uint32_t n_replications = 1;
  // Where graphs are drawn.
  std::vector<std::string> plot_files;
  bool traces = false;
  bool is_json = false;
  bool is_interpreted = false;
  std::function<bool()> should_stop;
};

// What has a meaning for these programs; the others they say themselves.
inline constexpr auto kProgramOptions =
    std::to_array<std::string_view>({"--json", "--solver", "--tolerance", "--replications", "--trace",
                                     "--plot-to", "--library", "--interpret", "--help"});
auto IsCombinedProgram(const std::vector<std::string>& targets) -> bool;
// The exit code.
auto SimulateProgram(const std::string& file, const ProgramOptions& options, Reporter& reporter, const Io& io)
    -> int;

}  // namespace kerf::driver
