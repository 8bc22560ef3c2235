// What entities meet in a world: facilities, gates, signals and stores, and the variables that are observed.
// Plain records; the functions of facility.h, sync.h and statistics.h act on them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/collect.h"
#include "events/confidence.h"
#include "events/distributions.h"
#include "events/histogram.h"
#include "events/ids.h"
#include "events/time_statistic.h"

namespace kerf::events {

// A facility has capacity 1, a storage any other.
struct Facility {
  std::string name;
  uint32_t capacity = 1;
  uint32_t in_use = 0;
  // Who waits for it, by priority.
  FileId queue{};
  // Who holds it, the latest first.
  uint32_t first_hold = kNone;
  TimeStatistic use;
  // How long it is held each time.
  Collect holding;
  uint64_t n_seized = 0;
  uint64_t n_preempted = 0;
};

// That an entity holds some of a facility.
struct Hold {
  EntityId entity;
  uint32_t facility = kNone;
  uint32_t amount = 0;
  double since = 0;
  uint32_t next_of_entity = kNone;
  uint32_t previous = kNone;
  uint32_t next = kNone;
};

// A gate that is open lets through; a logic switch is one that is set. One may wait for either.
struct Gate {
  std::string name;
  bool is_open = false;
  bool starts_open = false;
  FileId wait_open{};
  FileId wait_closed{};
  // 1 while it is open.
  TimeStatistic open;
};

struct Signal {
  std::string name;
  FileId waiting{};
  uint64_t n_sent = 0;
};

// Several signals for which an entity waits, or has waited.
struct SignalSet {
  std::vector<uint32_t> signals;
  std::vector<bool> has_come;
  // How many are still to come before the entity goes on.
  uint32_t n_missing = 0;
};

// An amount of something that is put in and got out; who finds too little, or no room, waits.
struct Store {
  std::string name;
  double capacity = 0;
  double initial = 0;
  FileId putting{};
  FileId getting{};
  // Its value is what the store holds.
  TimeStatistic level;
};

struct CollectVariable {
  std::string name;
  Collect values;
  BatchMeans batches;
};

struct TimeVariable {
  std::string name;
  double initial = 0;
  TimeStatistic values;
};

struct HistogramVariable {
  std::string name;
  Histogram counts;
};

// A random variable: a distribution and the stream it draws from.
struct Variate {
  std::string name;
  Distribution distribution;
  uint32_t stream = 0;
};

}  // namespace kerf::events
