// Experiments: the runs of a frame, and what each leaves behind.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number_text.h"
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
  if (!std::isfinite(from) || std::isnan(to) || to == -std::numeric_limits<double>::infinity())
    return Fail(fmt::format("a run from {} to {}", from, to));
  if (to < from && !program_.forward_only.empty())
    return Fail(fmt::format("{} has no meaning in a run backwards; CASE with events at its instants has",
                            program_.forward_only));
  if (!(interval >= 0)) return Fail(fmt::format("the communication interval is {}", interval));
  from_ = from;
  to_ = to;
  interval_ = interval;
  direction_ = to < from ? runtime::Direction::Backward : runtime::Direction::Forward;
  world_.runs_backward = to < from;
  size_t n_runs = 1;
  for (const std::vector<double>& list : lists_) n_runs = std::max(n_runs, list.size());
  for (size_t run = 0; run < n_runs; ++run) {
    ++n_sets_;
    for (uint32_t replication = 0; replication < n_replications_; ++replication) {
      ResetSubmodels();
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

auto Engine::SetReplications(double n, bool is_antithetic) -> Flow {
  constexpr double kMost = 1e7;
  if (!(n >= 1 && n <= kMost) || n != std::floor(n))
    return Fail(fmt::format("{} replications are asked for, which must be a whole number from 1 on", n));
  if (options_.n_replications > 1) return Flow::Go;
  n_replications_ = static_cast<uint32_t>(n);
  is_antithetic_ = is_antithetic || options_.is_antithetic;
  return Flow::Go;
}

auto Engine::SetIntegration(process::IntegrationSetting setting, double value) -> Flow {
  using process::IntegrationSetting;
  if (setting == IntegrationSetting::Alarms || setting == IntegrationSetting::ShortCrossings) {
    (setting == IntegrationSetting::Alarms ? integration_.alarms : integration_.seeks_short_crossings) =
        value != 0;
    return Flow::Go;
  }
  const bool is_step = setting == IntegrationSetting::LargestStep;
  const bool is_relative = setting == IntegrationSetting::RelativeTolerance;
  if (!(value > 0) || !std::isfinite(value))
    return Fail(fmt::format("{} is {}, but must be positive",
                            is_step       ? "the largest step"
                            : is_relative ? "the relative tolerance"
                                          : "the absolute tolerance",
                            base::NumberText(value)));
  (is_step       ? integration_.largest_step
   : is_relative ? integration_.relative_tolerance
                 : integration_.absolute_tolerance) = value;
  if (is_relative && value >= 1)
    return Fail(
        fmt::format("the relative tolerance is {}, but must be less than 1", base::NumberText(value)));
  return Flow::Go;
}

// Everything as at first, with the random numbers of that replication; of a pair the second one has the
// complements of the first one's.
void Engine::BeginNumbers(uint32_t replication) {
  events::Reset(world_, OnClock(from_), is_antithetic_ ? replication / 2 : replication);
  const bool is_second = is_antithetic_ && replication % 2 == 1;
  for (size_t k = 0; k < objects_.variates.size(); ++k) {
    const events::Variate& variate = world_.variates[events::IndexOf(objects_.variates[k])];
    world_.streams[variate.stream].SetAntithetic(program_.random_variables[k].is_antithetic != is_second);
  }
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
    BeginNumbers(replication);
    copies_.clear();
    active_.clear();
    cells_[0] = from_;
    cells_[1] = 0;
    if (program_.initial != process::kNone && !RunPlain(program_.initial)) return false;
  }
  record_.frame = frame_;
  record_.replication = replication;
  record_.start = start;
  // A run that goes on is as long as the first was to be.
  const double from = from_;
  const double to = to_;
  from_ = start;
  to_ = start + (to - from);
  const bool ran = is_finished_ || (main_.n_slots > 0 ? RunContinuous(goes_on) : RunDiscrete());
  from_ = from;
  to_ = to;
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
  for (size_t k = 0; k < objects_.collects.size(); ++k) {
    if (!objects_.is_collected[k]) continue;
    const events::CollectVariable& collect = world_.collects[events::IndexOf(objects_.collects[k])];
    record_.collects.push_back({collect.name, collect.values, collect.batches.Confidence(kLevel)});
  }
  for (size_t k = 0; k < objects_.time_values.size(); ++k) {
    if (!objects_.is_time_value[k]) continue;
    const events::TimeVariable& value = world_.time_variables[events::IndexOf(objects_.time_values[k])];
    record_.time_values.push_back(
        {value.name, value.values.mean(), value.values.std(), value.values.min(), value.values.max()});
  }
  for (size_t k = 0; k < objects_.histograms.size(); ++k) {
    if (!objects_.is_counted[k]) continue;
    const events::HistogramVariable& histogram = world_.histograms[events::IndexOf(objects_.histograms[k])];
    record_.histograms.emplace_back(histogram.name, histogram.counts);
  }
  for (const events::FileId id : objects_.files) {
    const events::File& file = world_.files[id];
    record_.files.push_back(
        {file.name, file.length.mean(), file.length.max(), file.wait.mean, file.n_entries});
  }
  for (const events::FacilityId id : objects_.facilities) {
    const events::Facility& facility = world_.facilities[events::IndexOf(id)];
    record_.resources.push_back(
        {facility.name, facility.capacity, facility.use.mean(), facility.holding.mean, facility.n_seized});
  }
  if (n_replications_ > 1) {
    for (const CollectRecord& collect : record_.collects) {
      if (collect.values.n > 0) Estimate(collect.name, collect.values.mean);
    }
    for (const TimeRecord& value : record_.time_values) Estimate(value.name, value.mean);
    Estimate("end time", record_.end);
  }
  runs_.push_back(std::move(record_));
  if (options_.take_run) options_.take_run(runs_.back(), runs_.size());
}

// What tells the present runs from others: the values of lists, or where there are none their number.
auto Engine::GivenText() const -> std::string {
  const std::string text = ListText(program_, record_);
  return text.empty() && n_sets_ > 1 ? fmt::format("set {}", n_sets_) : text;
}

// Means of runs with other values of the lists are told apart.
void Engine::Estimate(const std::string& name, double value) {
  constexpr double kLevel = 0.95;
  auto found = std::ranges::find_if(
      estimates_, [&](const ReplicatedMean& mean) { return mean.name == name && mean.set == n_sets_; });
  if (found == estimates_.end())
    found = estimates_.insert(estimates_.end(), ReplicatedMean{name, n_sets_, GivenText(), {}, {}});
  if (is_antithetic_ && !found->first) {
    found->first = value;
    return;
  }
  found->values.Add(is_antithetic_ ? 0.5 * (*found->first + value) : value);
  found->first.reset();
  found->interval = events::ConfidenceOf(found->values, kLevel);
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
