// What remains of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "combined/alarms.h"
#include "events/confidence.h"
#include "events/histogram.h"
#include "process/program.h"
#include "runtime/run_options.h"

namespace kerf::combined {

struct EventRecord {
  double time = 0;
  std::string name;
};

struct CollectRecord {
  std::string name;
  events::Collect values;
  events::Interval interval;
};

struct TimeRecord {
  std::string name;
  double mean = 0;
  double deviation = 0;
  double least = 0;
  double most = 0;
};

struct FileRecord {
  std::string name;
  double mean_length = 0;
  double most = 0;
  double mean_wait = 0;
  size_t n_now = 0;
};

struct ResourceRecord {
  std::string name;
  uint32_t capacity = 1;
  double mean_use = 0;
  double mean_holding = 0;
  uint64_t n_seized = 0;
};

struct RunRecord {
  uint32_t frame = 1;
  uint32_t replication = 0;
  bool ok = false;
  double start = 0;
  double end = 0;
  // The values of the lists in this run: cells and values.
  std::vector<uint32_t> list_cells;
  std::vector<double> list_values;
  // Rows of stored cells at communication points and events, after the time.
  std::vector<std::vector<double>> rows;
  bool is_kept = false;
  // All cells at the end.
  std::vector<double> cells;
  std::vector<EventRecord> events;
  uint64_t n_events = 0;
  // How often a transaction went on.
  uint64_t n_moves = 0;
  std::vector<CollectRecord> collects;
  std::vector<TimeRecord> time_values;
  std::vector<FileRecord> files;
  std::vector<ResourceRecord> resources;
  std::vector<std::pair<std::string, events::Histogram>> histograms;
  // Of each field, how far formulas for first and second derivatives were apart at worst, and the largest
  // cell Péclet number.
  std::vector<double> grid_indicators, cell_peclets;
  runtime::RunStatistics statistics;
  std::string solver;
  // What the run measured about itself, if it was asked to.
  std::optional<AlarmRecord> alarms;
};

// The values that the lists of the program gave the run, "TELLERS = 3"; empty if there are none.
auto ListText(const process::Program& program, const RunRecord& run) -> std::string;

// A mean over replications.
struct ReplicatedMean {
  std::string name;
  // Which of the sets of runs that differ in chance alone.
  uint32_t set = 1;
  // What the runs were given, "TELLERS = 3"; empty if all were given the same.
  std::string given;
  events::Collect values;
  events::Interval interval;
  // That of the first of an antithetic pair, while its partner is not known.
  std::optional<double> first = std::nullopt;

  [[nodiscard]] auto FullName() const -> std::string {
    return given.empty() ? name : name + " with " + given;
  }
};

}  // namespace kerf::combined
