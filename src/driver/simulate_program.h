// Combined programs (COSY): all their runs, with what they print, record and draw.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/model_options.h"

namespace kerf::driver {

struct ProgramOptions {
  std::string solver;
  // What is not given the program says.
  double tolerance = 0;
  std::optional<double> absolute_tolerance;
  std::optional<double> largest_step;
  bool alarms = false;
  bool seeks_short_crossings = false;
  uint32_t n_replications = 1;
  // Processes that share them; 0: one for each core.
  uint32_t n_workers = 0;
  bool is_antithetic = false;
  uint64_t seed = 0;
  // Result files of the runs, and reports of what the last one has gathered.
  std::vector<std::string> outputs;
  std::vector<std::string> reports;
  // Lists of names to draw; each list is a panel.
  std::vector<std::string> panels;
  // Where graphs are drawn.
  std::vector<std::string> plot_files;
  bool traces = false;
  bool is_json = false;
  bool is_interpreted = false;
  std::function<bool()> should_stop;
  std::function<std::string()> why_stopped;
  // 0: no limit.
  uint64_t most_events = 0;
};

// What has a meaning for these programs; the others they say themselves.
inline constexpr auto kProgramOptions = std::to_array<std::string_view>(
    {"--json",         "--solver",     "--tolerance",       "--absolute-tolerance",
     "--max-step",     "--alarms",     "--short-crossings", "--no-units",
     "--replications", "--jobs",       "--antithetic",      "--seed",
     "--trace",        "--output",     "--report",          "--plot",
     "--plot-to",      "--library",    "--trust",           "--interpret",
     "--max-time",     "--max-memory", "--max-events",      "--help"});
// And for a model with a process.
inline constexpr auto kProcessOptions =
    std::to_array<std::string_view>({"--process", "--set", "--dialect", "--no-units", "--mu-modelica"});
// Whether one of them is such a program.
auto IsCombinedProgram(const std::vector<std::string>& targets) -> bool;
// The exit code. `main`: the model that the program is a process of, or null.
auto SimulateProgram(const session::Request& request, const session::Request* main,
                     const ProgramOptions& options, Reporter& reporter, const Io& io) -> int;

}  // namespace kerf::driver
