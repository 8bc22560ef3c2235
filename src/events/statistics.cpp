// See statistics.h.
#include "events/statistics.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kerf::events {

namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

auto Unknown(World& world, const char* what, uint32_t index) -> Status {
  return Fail(world, FaultKind::UnknownObject, fmt::format("there is no {} {}", what, index));
}

auto NotFinite(World& world, const std::string& name, double x) -> Status {
  return Fail(world, FaultKind::NotFinite, fmt::format("{} is observed with the value {}", name, x));
}

}  // namespace

auto Observe(World& world, CollectId id, double x) -> Status {
  if (IndexOf(id) >= world.collects.size()) return Unknown(world, "collected variable", IndexOf(id));
  CollectVariable& variable = world.collects[IndexOf(id)];
  if (!std::isfinite(x)) return NotFinite(world, variable.name, x);
  variable.values.Add(x);
  variable.batches.Add(x);
  return Status::Ok;
}

auto Count(World& world, HistogramId id, double x) -> Status {
  if (IndexOf(id) >= world.histograms.size()) return Unknown(world, "histogram", IndexOf(id));
  HistogramVariable& variable = world.histograms[IndexOf(id)];
  if (!std::isfinite(x)) return NotFinite(world, variable.name, x);
  variable.counts.Add(x);
  return Status::Ok;
}

auto SetValue(World& world, TimeStatisticId id, double value) -> Status {
  if (IndexOf(id) >= world.time_variables.size()) return Unknown(world, "time statistic", IndexOf(id));
  TimeVariable& variable = world.time_variables[IndexOf(id)];
  if (!std::isfinite(value)) return NotFinite(world, variable.name, value);
  variable.values.Set(world.now, value);
  return Status::Ok;
}

auto DrawFrom(World& world, VariateId id) -> double {
  if (IndexOf(id) >= world.variates.size()) {
    (void)Unknown(world, "random variable", IndexOf(id));
    return kNotANumber;
  }
  const Variate& variate = world.variates[IndexOf(id)];
  return Draw(variate.distribution, world.streams[variate.stream]);
}

auto DrawOnce(World& world, uint32_t stream, const Distribution& distribution) -> double {
  if (const std::string text = Check(distribution); !text.empty()) {
    (void)Fail(world, FaultKind::BadParameter, text);
    return kNotANumber;
  }
  EnsureStream(world, stream);
  return Draw(distribution, world.streams[stream]);
}

void ClearStatistics(World& world) {
  world.statistics_since = world.now;
  for (CollectVariable& variable : world.collects) {
    variable.values = {};
    variable.batches.Clear();
  }
  for (HistogramVariable& variable : world.histograms) variable.counts.Clear();
  for (TimeVariable& variable : world.time_variables) variable.values.Clear(world.now);
  for (File& file : world.files.all()) {
    file.length.Clear(world.now);
    file.wait = {};
  }
  for (Facility& facility : world.facilities) {
    facility.use.Clear(world.now);
    facility.holding = {};
    facility.n_seized = 0;
    facility.n_preempted = 0;
  }
  for (Gate& gate : world.gates) gate.open.Clear(world.now);
  for (Signal& signal : world.signals) signal.n_sent = 0;
  for (Store& store : world.stores) store.level.Clear(world.now);
}

void UpdateStatistics(World& world) {
  for (TimeVariable& variable : world.time_variables) variable.values.Update(world.now);
  for (File& file : world.files.all()) file.length.Update(world.now);
  for (Facility& facility : world.facilities) facility.use.Update(world.now);
  for (Gate& gate : world.gates) gate.open.Update(world.now);
  for (Store& store : world.stores) store.level.Update(world.now);
}

}  // namespace kerf::events
