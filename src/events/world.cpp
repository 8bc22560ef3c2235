// See world.h.
#include "events/world.h"

#include <cmath>

#include <fmt/format.h>

namespace kerf::events {

namespace {

// The queues of facilities, gates and the like: higher priorities first.
auto AddQueue(World& world, const std::string& name) -> FileId {
  File file;
  file.name = name;
  file.ranking = Ranking::HighFirst;
  file.is_internal = true;
  file.length.Begin(world.now, 0);
  return world.files.Add(std::move(file));
}

template <typename Id, typename T>
auto Append(std::vector<T>& all, T&& value) -> Id {
  all.push_back(std::forward<T>(value));
  return static_cast<Id>(all.size() - 1);
}

}  // namespace

auto AddClass(World& world, std::string name, std::vector<std::string> attributes) -> ClassId {
  return world.entities.AddClass(std::move(name), std::move(attributes));
}

auto AddFile(World& world, std::string name, Ranking ranking, uint32_t attribute, size_t capacity) -> FileId {
  File file;
  file.name = std::move(name);
  file.ranking = ranking;
  file.attribute = attribute;
  file.capacity = capacity;
  file.length.Begin(world.now, 0);
  file.length.KeepPlot(world.keeps_plots);
  return world.files.Add(std::move(file));
}

auto AddFacility(World& world, std::string name, uint32_t capacity) -> FacilityId {
  if (capacity == 0) {
    (void)Fail(world, FaultKind::BadParameter,
               fmt::format("the capacity of storage {} is 0, but must be 1 or more", name));
  }
  Facility facility;
  facility.queue = AddQueue(world, name);
  facility.name = std::move(name);
  facility.capacity = capacity;
  facility.use.KeepPlot(world.keeps_plots);
  return Append<FacilityId>(world.facilities, std::move(facility));
}

auto AddGate(World& world, std::string name, bool is_open) -> GateId {
  Gate gate;
  gate.wait_open = AddQueue(world, name + " (to open)");
  gate.wait_closed = AddQueue(world, name + " (to close)");
  gate.name = std::move(name);
  gate.is_open = is_open;
  gate.starts_open = is_open;
  gate.open.Begin(world.now, is_open ? 1 : 0);
  return Append<GateId>(world.gates, std::move(gate));
}

auto AddSignal(World& world, std::string name) -> SignalId {
  Signal signal;
  signal.waiting = AddQueue(world, name);
  signal.name = std::move(name);
  return Append<SignalId>(world.signals, std::move(signal));
}

auto AddStore(World& world, std::string name, double capacity, double initial) -> StoreId {
  if (!(capacity > 0) || !(initial >= 0 && initial <= capacity)) {
    (void)Fail(world, FaultKind::BadParameter,
               fmt::format("store {} cannot hold {:.10g} at the start with a capacity of {:.10g}", name,
                           initial, capacity));
  }
  Store store;
  store.putting = AddQueue(world, name + " (to put)");
  store.getting = AddQueue(world, name + " (to get)");
  store.name = std::move(name);
  store.capacity = capacity;
  store.initial = initial;
  store.level.Begin(world.now, initial);
  store.level.KeepPlot(world.keeps_plots);
  return Append<StoreId>(world.stores, std::move(store));
}

auto AddCollect(World& world, std::string name) -> CollectId {
  return Append<CollectId>(world.collects, CollectVariable{std::move(name), {}, {}});
}

auto AddTimeStatistic(World& world, std::string name, double initial) -> TimeStatisticId {
  TimeVariable variable{std::move(name), initial, {}};
  variable.values.Begin(world.now, initial);
  variable.values.KeepPlot(world.keeps_plots);
  return Append<TimeStatisticId>(world.time_variables, std::move(variable));
}

auto AddHistogram(World& world, std::string name, uint32_t n_cells, double width, double first_limit)
    -> HistogramId {
  if (n_cells == 0 || !(width > 0) || !std::isfinite(width) || !std::isfinite(first_limit)) {
    (void)Fail(world, FaultKind::BadParameter,
               fmt::format("histogram {} has {} cells of width {:.10g} from {:.10g} on", name, n_cells, width,
                           first_limit));
  }
  return Append<HistogramId>(world.histograms,
                             HistogramVariable{std::move(name), Histogram(n_cells, width, first_limit)});
}

auto AddVariate(World& world, std::string name, Distribution distribution, uint32_t stream) -> VariateId {
  if (const std::string text = Check(distribution); !text.empty()) {
    (void)Fail(world, FaultKind::BadParameter, fmt::format("{}: {}", name, text));
    distribution = {};
  }
  Prepare(distribution);
  EnsureStream(world, stream);
  return Append<VariateId>(world.variates, Variate{std::move(name), std::move(distribution), stream});
}

void NameEvent(World& world, uint32_t code, std::string name) {
  if (world.event_names.size() <= code) world.event_names.resize(code + 1);
  world.event_names[code] = std::move(name);
}

void EnsureStream(World& world, uint32_t stream) {
  while (world.streams.size() <= stream) {
    const uint64_t seed = world.streams.empty() ? 1 : world.streams[0].seed();
    world.streams.emplace_back(seed, static_cast<uint32_t>(world.streams.size()));
  }
}

void SetSeed(World& world, uint64_t seed) {
  EnsureStream(world, 0);
  for (RandomStream& stream : world.streams) stream.SetSeed(seed);
}

auto Fail(World& world, FaultKind kind, std::string_view sentence) -> Status {
  if (world.fault.IsSet()) return Status::Failed;
  world.fault = {kind, world.now, fmt::format("time {:.10g}: {}", ShownTime(world, world.now), sentence),
                 world.place, world.event_code};
  if (!world.is_running) world.declaration_fault = world.fault;
  return Status::Failed;
}

auto EventName(const World& world, uint32_t code) -> std::string {
  if (code < world.event_names.size() && !world.event_names[code].empty()) return world.event_names[code];
  return fmt::format("event {}", code);
}

}  // namespace kerf::events
