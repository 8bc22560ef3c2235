// The tables of a report; see report.h.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "events/report.h"

namespace kerf::events {

namespace {

constexpr size_t kTimeBatches = 20;

auto ShortNumber(double x) -> std::string { return fmt::format("{:.5g}", x); }

auto HalfWidth(const Interval& interval) -> std::string {
  if (!std::isfinite(interval.half_width)) return "";
  return (interval.is_doubtful ? "> ± " : "± ") + ShortNumber(interval.half_width);
}

auto LevelHead(double level) -> std::string { return fmt::format("{:.4g} %", 100 * level); }

auto Observations(const World& world, double level) -> ReportTable {
  ReportTable table{"observations",
                    {"variable", "n", "mean", LevelHead(level), "std", "std of mean", "cv", "min", "max"},
                    {}};
  for (const CollectVariable& variable : world.collects) {
    const Collect& values = variable.values;
    if (values.n == 0) {
      table.rows.push_back({variable.name, "0", "", "", "", "", "", "", ""});
      continue;
    }
    table.rows.push_back({variable.name, fmt::format("{}", values.n), ShortNumber(values.mean),
                          HalfWidth(ConfidenceOf(variable, level)), ShortNumber(values.std()),
                          ShortNumber(values.std_of_mean()), ShortNumber(values.cv()),
                          ShortNumber(values.min), ShortNumber(values.max)});
  }
  return table;
}

auto TimeVariables(const World& world, double level) -> ReportTable {
  ReportTable table{
      "variables in time", {"variable", "mean", LevelHead(level), "std", "min", "max", "last"}, {}};
  for (const TimeVariable& variable : world.time_variables) {
    const TimeStatistic& values = variable.values;
    table.rows.push_back({variable.name, ShortNumber(values.mean()), HalfWidth(ConfidenceOf(values, level)),
                          ShortNumber(values.std()), ShortNumber(values.min()), ShortNumber(values.max()),
                          ShortNumber(values.value())});
  }
  return table;
}

auto FileTable(const World& world) -> ReportTable {
  ReportTable table{
      "files", {"file", "mean length", "std", "max", "now", "removed", "mean stay", "max stay"}, {}};
  for (const File& file : world.files.all()) {
    if (file.is_internal) continue;
    const bool has_stays = file.wait.n > 0;
    table.rows.push_back({file.name, ShortNumber(file.length.mean()), ShortNumber(file.length.std()),
                          ShortNumber(file.length.max()), fmt::format("{}", file.n_entries),
                          fmt::format("{}", file.wait.n), has_stays ? ShortNumber(file.wait.mean) : "",
                          has_stays ? ShortNumber(file.wait.max) : ""});
  }
  return table;
}

auto FacilityTable(const World& world) -> ReportTable {
  ReportTable table{"facilities and storages",
                    {"facility", "capacity", "use", "seized", "preempted", "mean hold", "mean queue",
                     "max queue", "now", "mean wait", "max wait"},
                    {}};
  for (const Facility& facility : world.facilities) {
    const File& queue = world.files[facility.queue];
    const bool has_waits = queue.wait.n > 0;
    table.rows.push_back({facility.name, fmt::format("{}", facility.capacity),
                          ShortNumber(facility.use.mean() / facility.capacity),
                          fmt::format("{}", facility.n_seized), fmt::format("{}", facility.n_preempted),
                          facility.holding.n > 0 ? ShortNumber(facility.holding.mean) : "",
                          ShortNumber(queue.length.mean()), ShortNumber(queue.length.max()),
                          fmt::format("{}", queue.n_entries), has_waits ? ShortNumber(queue.wait.mean) : "",
                          has_waits ? ShortNumber(queue.wait.max) : ""});
  }
  return table;
}

auto GateTable(const World& world) -> ReportTable {
  ReportTable table{"gates", {"gate", "share of time open", "now open", "waiting"}, {}};
  for (const Gate& gate : world.gates) {
    const size_t n = world.files[gate.wait_open].n_entries + world.files[gate.wait_closed].n_entries;
    table.rows.push_back(
        {gate.name, ShortNumber(gate.open.mean()), gate.is_open ? "yes" : "no", fmt::format("{}", n)});
  }
  return table;
}

auto StoreTable(const World& world) -> ReportTable {
  ReportTable table{"stores", {"store", "capacity", "mean level", "std", "min", "max", "now", "waiting"}, {}};
  for (const Store& store : world.stores) {
    const size_t n = world.files[store.putting].n_entries + world.files[store.getting].n_entries;
    table.rows.push_back({store.name, ShortNumber(store.capacity), ShortNumber(store.level.mean()),
                          ShortNumber(store.level.std()), ShortNumber(store.level.min()),
                          ShortNumber(store.level.max()), ShortNumber(store.level.value()),
                          fmt::format("{}", n)});
  }
  return table;
}

auto ReplicationTable(const Replications& all) -> ReportTable {
  ReportTable table{fmt::format("means over {} replications", all.n_done),
                    {"quantity", "mean", LevelHead(all.level), "std", "min", "max"},
                    {}};
  for (const Estimate& estimate : all.estimates) {
    if (estimate.over.n == 0) continue;
    table.rows.push_back({estimate.name, ShortNumber(estimate.over.mean), HalfWidth(estimate.interval),
                          ShortNumber(estimate.over.std()), ShortNumber(estimate.over.min),
                          ShortNumber(estimate.over.max)});
  }
  return table;
}

}  // namespace

auto ConfidenceOf(const CollectVariable& variable, double level) -> Interval {
  Interval interval = variable.batches.Confidence(level);
  interval.mean = variable.values.mean;
  return interval;
}

auto ConfidenceOf(const TimeStatistic& values, double level) -> Interval {
  const std::vector<double> means = values.plot().Batches(kTimeBatches);
  if (means.empty()) return {values.mean(), std::numeric_limits<double>::infinity()};
  Interval interval = ConfidenceOf(std::span<const double>(means), level);
  interval.mean = values.mean();
  return interval;
}

auto ReportTables(const World& world, const ReportOptions& options) -> std::vector<ReportTable> {
  std::vector<ReportTable> tables;
  if (options.replications != nullptr) tables.push_back(ReplicationTable(*options.replications));
  tables.push_back(Observations(world, options.level));
  tables.push_back(TimeVariables(world, options.level));
  tables.push_back(FileTable(world));
  tables.push_back(FacilityTable(world));
  tables.push_back(GateTable(world));
  tables.push_back(StoreTable(world));
  std::erase_if(tables, [](const ReportTable& table) { return table.rows.empty(); });
  return tables;
}

auto ReportHead(const World& world) -> std::string {
  std::string head = fmt::format("time {:.10g} to {:.10g}, {} events", ShownTime(world, world.start),
                                 ShownTime(world, world.now), world.n_events);
  if (world.statistics_since > world.start) {
    head += fmt::format(", statistics from {:.10g} on", ShownTime(world, world.statistics_since));
  }
  return head;
}

}  // namespace kerf::events
