// What a caller asks about the runs of a combined program.
#include <cmath>
#include <limits>

#include "api/program.h"

namespace kerf::api {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

auto Empty(kerf_statistic_kind kind, const char* name) -> kerf_statistic {
  return {kind, name, "", kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
}

auto Of(const combined::CollectRecord& collect) -> kerf_statistic {
  kerf_statistic found = Empty(KERF_COLLECT, collect.name.c_str());
  const events::Collect& values = collect.values;
  found.count = static_cast<double>(values.n);
  if (values.n == 0) return found;
  found.mean = values.mean;
  found.deviation = values.std();
  found.min = values.min;
  found.max = values.max;
  if (std::isfinite(collect.interval.half_width)) found.half_width = collect.interval.half_width;
  return found;
}

auto Of(const combined::TimeRecord& value) -> kerf_statistic {
  kerf_statistic found = Empty(KERF_TIME_AVERAGE, value.name.c_str());
  found.mean = value.mean;
  found.deviation = value.deviation;
  found.min = value.least;
  found.max = value.most;
  return found;
}

auto Of(const combined::FileRecord& file) -> kerf_statistic {
  kerf_statistic found = Empty(KERF_QUEUE, file.name.c_str());
  found.mean = file.mean_length;
  found.max = file.most;
  found.mean_time = file.mean_wait;
  found.now = static_cast<double>(file.n_now);
  return found;
}

auto Of(const combined::ResourceRecord& resource) -> kerf_statistic {
  kerf_statistic found = Empty(KERF_RESOURCE, resource.name.c_str());
  found.capacity = resource.capacity;
  found.mean = resource.mean_use;
  found.mean_time = resource.mean_holding;
  found.count = static_cast<double>(resource.n_seized);
  return found;
}

auto Of(const combined::ReplicatedMean& mean) -> kerf_statistic {
  kerf_statistic found = Empty(KERF_REPLICATED, mean.name.c_str());
  found.given = mean.given.c_str();
  found.count = static_cast<double>(mean.values.n);
  found.mean = mean.values.mean;
  found.deviation = mean.values.std();
  if (std::isfinite(mean.interval.half_width)) found.half_width = mean.interval.half_width;
  return found;
}

// Takes the number that is left from `index` when the list does not have it.
template <typename List>
auto TryTake(const List& list, size_t& index, kerf_statistic& found) -> bool {
  if (index >= list.size()) {
    index -= list.size();
    return false;
  }
  found = Of(list[index]);
  return true;
}

auto RunAt(const kerf_experiment* experiment, size_t run) -> const ExperimentRun* {
  return experiment == nullptr || run >= experiment->runs.size() ? nullptr : &experiment->runs[run];
}

}  // namespace

}  // namespace kerf::api

using kerf::api::ExperimentRun;
using kerf::api::RunAt;

void kerf_experiment_free(kerf_experiment* experiment) { delete experiment; }

size_t kerf_experiment_run_count(const kerf_experiment* experiment) {
  return experiment == nullptr ? 0 : experiment->runs.size();
}

kerf_experiment_run kerf_experiment_run_at(const kerf_experiment* experiment, size_t run) {
  const ExperimentRun* found = RunAt(experiment, run);
  if (found == nullptr) return {0, 0, false, 0, 0, 0, 0, ""};
  const kerf::combined::RunRecord& record = found->record;
  return {record.frame, record.replication + 1, record.ok,      record.start,
          record.end,   record.n_events,        record.n_moves, found->given.c_str()};
}

const kerf_result* kerf_experiment_result(const kerf_experiment* experiment, size_t run) {
  const ExperimentRun* found = RunAt(experiment, run);
  return found == nullptr ? nullptr : found->result.get();
}

const double* kerf_experiment_final(const kerf_experiment* experiment, size_t run) {
  const ExperimentRun* found = RunAt(experiment, run);
  return found == nullptr ? nullptr : found->final_values.data();
}

const kerf_result* kerf_experiment_cross(const kerf_experiment* experiment) {
  return experiment == nullptr ? nullptr : experiment->cross.get();
}

size_t kerf_experiment_statistic_count(const kerf_experiment* experiment, size_t run) {
  if (experiment != nullptr && run == SIZE_MAX) return experiment->means.size();
  const ExperimentRun* found = RunAt(experiment, run);
  if (found == nullptr) return 0;
  const kerf::combined::RunRecord& record = found->record;
  return record.collects.size() + record.time_values.size() + record.files.size() + record.resources.size();
}

kerf_statistic kerf_experiment_statistic(const kerf_experiment* experiment, size_t run, size_t index) {
  if (index >= kerf_experiment_statistic_count(experiment, run)) return kerf::api::Empty(KERF_COLLECT, "");
  if (run == SIZE_MAX) return kerf::api::Of(experiment->means[index]);
  const kerf::combined::RunRecord& record = experiment->runs[run].record;
  kerf_statistic found{};
  if (!kerf::api::TryTake(record.collects, index, found) &&
      !kerf::api::TryTake(record.time_values, index, found) &&
      !kerf::api::TryTake(record.files, index, found))
    kerf::api::TryTake(record.resources, index, found);
  return found;
}

size_t kerf_experiment_histogram_count(const kerf_experiment* experiment, size_t run) {
  const ExperimentRun* found = RunAt(experiment, run);
  return found == nullptr ? 0 : found->record.histograms.size();
}

kerf_histogram kerf_experiment_histogram(const kerf_experiment* experiment, size_t run, size_t index) {
  if (index >= kerf_experiment_histogram_count(experiment, run)) return {"", 0, 0, nullptr, 0};
  const auto& [name, histogram] = experiment->runs[run].record.histograms[index];
  return {name.c_str(), histogram.first_limit(), histogram.width(), histogram.counts().data(),
          histogram.counts().size()};
}

size_t kerf_experiment_message_count(const kerf_experiment* experiment) {
  return experiment == nullptr ? 0 : experiment->messages.size();
}

kerf_message kerf_experiment_message(const kerf_experiment* experiment, size_t index) {
  if (index >= kerf_experiment_message_count(experiment)) return {KERF_NOTE, "", "", "", 0, 0, ""};
  return kerf::api::View(experiment->messages[index]);
}
