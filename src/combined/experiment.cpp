// Experiments: the runs of a frame, and what each leaves behind.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number_text.h"
#include "combined/engine.h"
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
    if (RunReplications(run) != Flow::Go) return Flow::Fail;
  }
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
  KeepRecord(std::move(record_));
}

}  // namespace kerf::combined
