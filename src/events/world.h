// A world: all that a discrete run consists of. Declare what there is (Add…), then run it through the
// functions of schedule.h, process.h, queue.h, facility.h, sync.h and statistics.h, or through run.h.
//
// Every function takes plain numbers, so that compiled code can call it. None throws or aborts: what cannot
// be done sets `fault`, and the run ends at the next event with all its statistics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/calendar.h"
#include "events/entities.h"
#include "events/fault.h"
#include "events/files.h"
#include "events/objects.h"
#include "events/random_stream.h"

namespace kerf::events {

struct World;

// Sees every event before it is handled.
class EventObserver {
 public:
  virtual ~EventObserver() = default;
  virtual void Take(const World& world, const Event& event) = 0;
};

// What the program wants after this run; see run.h.
enum class Again : uint8_t { No, Rerun, Continue };

struct World {
  double start = 0;
  double now = 0;
  // The clock of the world always grows. Where time runs backwards it is the negative of the time of the
  // model, which is what people are told (ShownTime).
  bool runs_backward = false;
  // From when on statistics count: the start of the run or the end of its warm-up.
  double statistics_since = 0;
  Calendar calendar;
  Entities entities;
  Files files;
  std::vector<Facility> facilities;
  std::vector<Hold> holds;
  std::vector<uint32_t> free_holds;
  std::vector<Gate> gates;
  std::vector<Signal> signals;
  std::vector<SignalSet> signal_sets;
  std::vector<uint32_t> free_signal_sets;
  std::vector<Store> stores;
  // Who waits for a condition (conditions.h); none before the first.
  std::optional<FileId> conditions;
  std::vector<CollectVariable> collects;
  std::vector<TimeVariable> time_variables;
  std::vector<HistogramVariable> histograms;
  std::vector<RandomStream> streams;
  std::vector<Variate> variates;
  // By code; an event without a name is told by its number.
  std::vector<std::string> event_names;

  uint64_t n_events = 0;
  uint64_t n_events_now = 0;
  // More events than that at one instant are taken for an endless loop.
  uint64_t max_events_at_instant = 1'000'000;
  bool is_finish_requested = false;
  Again again = Again::No;
  // The stop time of a run that goes on.
  double next_stop = 0;
  Fault fault;
  // What makes the results of this run doubtful without ending it, a sentence each.
  std::vector<std::string> warnings;
  // What is wrong with the declarations stays wrong in every run.
  bool is_running = false;
  Fault declaration_fault;
  EventObserver* observer = nullptr;
  // Whether what is declared from now on keeps its course in time, which reports with pictures need.
  bool keeps_plots = true;
  // The code of the event that is being handled, and where in its source the program is; kNone if unknown.
  uint32_t event_code = kNone;
  uint32_t place = kNone;
};

// Declarations. Those that can be wrong set the fault.
auto AddClass(World& world, std::string name, std::vector<std::string> attributes) -> ClassId;
auto AddFile(World& world, std::string name, Ranking ranking = Ranking::Fifo, uint32_t attribute = 0,
             size_t capacity = SIZE_MAX) -> FileId;
auto AddFacility(World& world, std::string name, uint32_t capacity = 1) -> FacilityId;
auto AddGate(World& world, std::string name, bool is_open) -> GateId;
auto AddSignal(World& world, std::string name) -> SignalId;
auto AddStore(World& world, std::string name, double capacity, double initial) -> StoreId;
auto AddCollect(World& world, std::string name) -> CollectId;
auto AddTimeStatistic(World& world, std::string name, double initial = 0) -> TimeStatisticId;
auto AddHistogram(World& world, std::string name, uint32_t n_cells, double width, double first_limit)
    -> HistogramId;
// The stream is created if it is not there; several variates may share one.
auto AddVariate(World& world, std::string name, Distribution distribution, uint32_t stream) -> VariateId;
void NameEvent(World& world, uint32_t code, std::string name);
// Streams up to this one exist afterwards. Their seed is that of stream 0.
void EnsureStream(World& world, uint32_t stream);
void SetSeed(World& world, uint64_t seed);

// Begins a run: the clock at `start`, no events, entities or statistics, everything declared as at first, the
// streams at the numbers of that replication.
void Reset(World& world, double start, uint32_t replication);

// Sets the fault unless there is one. The text gets the time in front.
auto Fail(World& world, FaultKind kind, std::string_view sentence) -> Status;
auto EventName(const World& world, uint32_t code) -> std::string;
// What people are told of a time of the clock; never a negative zero.
inline auto ShownTime(const World& world, double time) -> double {
  return world.runs_backward ? 0 - time : time;
}

}  // namespace kerf::events
