// What whoever runs a program may choose.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "combined/run_record.h"
#include "sim/executable.h"

namespace kerf::combined {

struct Options {
  // The program's own choice holds unless this is not empty.
  std::string solver;
  double tolerance = 0;
  // 0: none, respectively no limit.
  std::optional<double> absolute_tolerance;
  std::optional<double> largest_step;
  // Asked for in addition to what the program asks for.
  bool alarms = false;
  bool seeks_short_crossings = false;
  sim::Engine engine = sim::Engine::Jit;
  // Routines become machine code after so many runs of them.
  uint64_t compile_after = 20'000;
  // A routine that jumps back more often than that without an end is taken for an endless loop.
  uint64_t most_rounds = 1'000'000'000;
  // More transactions, entries and copies at a time than that are taken for a queue that grows without end.
  size_t most_entities = 5'000'000;
  // Those that the program asks for hold unless these are more than one.
  uint32_t n_replications = 1;
  // Processes that share the replications: 0 is one for each core. All numbers give the same results.
  uint32_t n_workers = 0;
  // Every second replication takes 1 - u for each random number u of the one before; the two count as one.
  bool is_antithetic = false;
  // Added to all seeds of the program.
  uint64_t seed = 0;
  // The course of queues, resources and TIMEPERS variables is kept for reports.
  bool keeps_plots = false;
  // Takes what the program writes, a line at a time.
  std::function<void(std::string_view)> print;
  // A line for each event.
  std::function<void(std::string_view)> trace;
  // Sees each run with all its rows when it has ended; the number counts from 1.
  std::function<void(const RunRecord& run, size_t number)> take_run;
  std::function<bool()> should_stop;
  // What made it so, for the message.
  std::function<std::string()> why_stopped;
  // Events of one run after which it ends; 0: no limit.
  uint64_t most_events = 0;
};

}  // namespace kerf::combined
