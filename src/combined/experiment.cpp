// Experiments: the runs of a frame, and what each leaves behind.
#include <algorithm>
#include <cmath>

#include "combined/engine.h"
#include "combined/minimise.h"
#include "events/statistics.h"
#include "events/world.h"

namespace kerf::combined {

using process::Flow;

// Values of the lists in the run of that number, from 0 on; a list that is too short keeps its last value.
void Engine::TakeLists(size_t run, bool initial_only) {
  for (size_t k = 0; k < lists_.size(); ++k) {
    if (lists_[k].empty() || (initial_only && !program_.lists[k].is_initial)) continue;
    cells_[program_.lists[k].cell] = lists_[k][std::min(run, lists_[k].size() - 1)];
  }
}

auto Engine::Simulate(double from, double to, double interval) -> Flow {
  constexpr uint32_t kMostReruns = 1'000'000;
  if (!std::isfinite(from) || std::isnan(to) || to < from)
    return Fail(fmt::format("a run from {} to {}", from, to));
  if (!(interval >= 0)) return Fail(fmt::format("the communication interval is {}", interval));
  from_ = from;
  to_ = to;
  interval_ = interval;
  size_t n_runs = 1;
  for (const std::vector<double>& list : lists_) n_runs = std::max(n_runs, list.size());
  for (size_t run = 0; run < n_runs; ++run) {
    for (uint32_t replication = 0; replication < options_.n_replications; ++replication) {
      TakeLists(run, false);
      is_continued_ = false;
      for (uint32_t again = 0;; ++again) {
        if (again > kMostReruns) return Fail("the program asks for runs without end");
        is_rerun_ = false;
        if (again > 0 && !is_continued_) TakeLists(run, true);
        record_ = {};
        for (size_t k = 0; k < lists_.size(); ++k) {
          if (lists_[k].empty()) continue;
          record_.list_cells.push_back(program_.lists[k].cell);
          record_.list_values.push_back(cells_[program_.lists[k].cell]);
        }
        if (!ExecuteRun(replication)) return Flow::Fail;
        if (!is_rerun_ && !is_continued_) break;
      }
    }
  }
  return Flow::Go;
}

auto Engine::ExecuteRun(uint32_t replication) -> bool {
  const bool goes_on = is_continued_;
  is_continued_ = false;
  is_finished_ = false;
  is_saved_ = false;
  entity_ = {};
  context_.fields = nullptr;
  const double start = goes_on ? cells_[0] : from_;
  if (!goes_on) {
    events::Reset(world_, from_, replication);
    copies_.clear();
    active_.clear();
    cells_[0] = from_;
    cells_[1] = 0;
    if (program_.initial != process::kNone && !RunPlain(program_.initial)) return false;
  }
  record_.frame = frame_;
  record_.replication = replication;
  record_.start = start;
  const double from = from_;
  from_ = start;
  if (goes_on && std::isfinite(to_)) to_ = start + (to_ - from);
  const bool ran = is_finished_ || (main_.n_slots > 0 ? RunContinuous() : RunDiscrete());
  from_ = from;
  record_.ok = ran;
  // What went wrong has been told, unless a text waits for its place.
  has_failed_ = has_failed_ || (!ran && failure_text_.empty());
  events::UpdateStatistics(world_);
  if (ran && program_.terminal != process::kNone && !RunPlain(program_.terminal)) record_.ok = false;
  const bool is_good = record_.ok;
  ReportGrids();
  FinishRecord();
  return is_good;
}

// What the world has gathered.
void Engine::FinishRecord() {
  constexpr double kLevel = 0.95;
  record_.end = cells_[0];
  record_.is_kept = is_saved_;
  // Of runs that are not saved the last one is kept.
  if (!runs_.empty() && !runs_.back().is_kept) runs_.back().rows = {};
  record_.cells = cells_;
  for (size_t k = 0; k < collects_.size(); ++k) {
    if (!is_collected_[k]) continue;
    const events::CollectVariable& collect = world_.collects[events::IndexOf(collects_[k])];
    record_.collects.push_back({collect.name, collect.values, collect.batches.Confidence(kLevel)});
  }
  for (size_t k = 0; k < time_values_.size(); ++k) {
    if (!is_time_value_[k]) continue;
    const events::TimeVariable& value = world_.time_variables[events::IndexOf(time_values_[k])];
    record_.time_values.push_back(
        {value.name, value.values.mean(), value.values.std(), value.values.min(), value.values.max()});
  }
  for (size_t k = 0; k < histograms_.size(); ++k) {
    if (!is_counted_[k]) continue;
    const events::HistogramVariable& histogram = world_.histograms[events::IndexOf(histograms_[k])];
    record_.histograms.emplace_back(histogram.name, histogram.counts);
  }
  for (const events::FileId id : files_) {
    const events::File& file = world_.files[id];
    record_.files.push_back(
        {file.name, file.length.mean(), file.length.max(), file.wait.mean, file.n_entries});
  }
  for (const events::FacilityId id : facilities_) {
    const events::Facility& facility = world_.facilities[events::IndexOf(id)];
    record_.resources.push_back(
        {facility.name, facility.capacity, facility.use.mean(), facility.holding.mean, facility.n_seized});
  }
  const auto note = [&](const std::string& name, double value) {
    auto found = std::ranges::find(estimates_, name, &ReplicatedMean::name);
    if (found == estimates_.end()) found = estimates_.insert(estimates_.end(), ReplicatedMean{name, {}, {}});
    found->values.Add(value);
    found->interval = events::ConfidenceOf(found->values, kLevel);
  };
  if (options_.n_replications > 1) {
    for (const CollectRecord& collect : record_.collects) note(collect.name, collect.values.mean);
    for (const TimeRecord& value : record_.time_values) note(value.name, value.mean);
    note("end time", record_.end);
  }
  runs_.push_back(std::move(record_));
}

auto Engine::Minimise(const process::Minimisation& minimisation, const double* arguments) -> Flow {
  const std::vector<uint32_t>& cells = minimisation.cells;
  std::vector<double> start(arguments + 1, arguments + 1 + cells.size());
  bool is_good = true;
  const auto objective = [&](const std::vector<double>& x) {
    for (size_t k = 0; k < cells.size(); ++k) cells_[cells[k]] = x[k];
    is_good = is_good && RunPlain(minimisation.body);
    return cells_[minimisation.objective];
  };
  const Minimum minimum =
      combined::Minimise(objective, start, arguments[0], [&] { return is_good && !ShouldStop(); });
  if (!is_good) return Flow::Fail;
  // The cells keep what belongs to the optimum.
  cells_[minimisation.objective] = objective(minimum.x);
  return is_good ? Flow::Go : Flow::Fail;
}

}  // namespace kerf::combined
