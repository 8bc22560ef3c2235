// Replications, one after the other or in several processes. Each begins with the variables as they were
// before the first one, so that it depends on its number alone, and all ways give the same numbers.
#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "combined/engine.h"
#include "combined/workers.h"

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(MeanNotSure, Warning,
          "the mean of `{}` is known to ± {} after {} replications, which is more than the {} asked for",
          std::string, std::string, uint32_t, std::string);

constexpr double kMostReplications = 1e7;

}  // namespace

auto Engine::SetReplications(double n, bool is_antithetic) -> Flow {
  if (!(n >= 1 && n <= kMostReplications) || n != std::floor(n))
    return Fail(fmt::format("{} replications are asked for, which must be a whole number from 1 on", n));
  precision_ = {};
  if (options_.n_replications > 1) return Flow::Go;
  n_replications_ = static_cast<uint32_t>(n);
  is_antithetic_ = is_antithetic || options_.is_antithetic;
  return Flow::Go;
}

auto Engine::SetPrecision(const std::string& name, const double* x) -> Flow {
  const double half_width = x[0];
  const double most = x[2];
  if (!(half_width > 0) || std::isinf(half_width))
    return Fail(fmt::format("the mean of `{}` is to be known to ± {}, which must be positive", name,
                            base::NumberText(half_width)));
  if (options_.n_replications > 1) return Flow::Go;
  const double least = is_antithetic_ ? 4 : 2;
  if (n_replications_ < least || !(most >= n_replications_) || most > kMostReplications)
    return Fail(
        fmt::format("from {} to {} replications are asked for; there must be {} at least to know how "
                    "sure a mean is",
                    n_replications_, base::NumberText(most), least));
  precision_ = {name, half_width, x[1] != 0, static_cast<uint32_t>(most)};
  return Flow::Go;
}

// Of the present set of runs; null as long as nothing is known.
auto Engine::MeanToBeSure() const -> const ReplicatedMean* {
  const auto found = std::ranges::find_if(estimates_, [&](const ReplicatedMean& mean) {
    return mean.name == precision_.name && mean.set == n_sets_;
  });
  return found == estimates_.end() ? nullptr : &*found;
}

auto Engine::WidthWanted(const ReplicatedMean& mean) const -> double {
  return precision_.is_relative ? precision_.half_width * std::abs(mean.values.mean) : precision_.half_width;
}

// Whether so many are enough; of pairs both count.
auto Engine::IsEnough(uint32_t n_done) const -> bool {
  if (precision_.name.empty() || n_done < n_replications_ || (is_antithetic_ && n_done % 2 == 1))
    return false;
  const ReplicatedMean* mean = MeanToBeSure();
  return mean != nullptr && mean->values.n >= 2 && mean->interval.half_width <= WidthWanted(*mean);
}

auto Engine::RunReplications(size_t run) -> Flow {
  const Before before{cells_, steps_, is_storing_};
  const uint32_t n = precision_.name.empty() ? n_replications_ : precision_.most;
  // The last one is done here, where its world is wanted afterwards.
  const uint32_t n_workers = options_.n_workers > 0 ? std::min(options_.n_workers, n) : WorkersFor(n);
  if (n > 1 && n_workers > 1) return RunInParallel(run, before, n, n_workers);
  for (uint32_t k = 0; k < n; ++k) {
    if (Replicate(run, k, before) != Flow::Go) return Flow::Fail;
    if (IsEnough(k + 1)) return Flow::Go;
  }
  ReportPrecision(n);
  return Flow::Go;
}

void Engine::ReportPrecision(uint32_t n) {
  if (precision_.name.empty()) return;
  const ReplicatedMean* mean = MeanToBeSure();
  const bool is_known = mean != nullptr && std::isfinite(mean->interval.half_width);
  emitter_.Emit(
      {}, MeanNotSure, precision_.name,
      is_known ? fmt::format("{:.4g}", mean->interval.half_width) : "infinity", n,
      mean == nullptr ? base::NumberText(precision_.half_width) : fmt::format("{:.4g}", WidthWanted(*mean)));
}

auto Engine::HoldReplica(size_t run, uint32_t k, const Before& before) -> Replica {
  Replica replica;
  held_ = &replica;
  diagnostics_.held = &replica.diagnostics;
  replica.ok = Replicate(run, k, before) == Flow::Go;
  held_ = nullptr;
  diagnostics_.held = nullptr;
  return replica;
}

// What a replication has left, as if it had been done just now.
void Engine::TakeReplica(Replica&& replica) {
  for (const PrintedLine& line : replica.lines) {
    const auto& sink = line.is_trace ? options_.trace : options_.print;
    if (sink) sink(line.text);
  }
  for (const diag::Diagnostic& diagnostic : replica.diagnostics) emitter_.Take(diagnostic);
  for (std::vector<double>& row : replica.cross_rows) cross_rows_.push_back(std::move(row));
  for (RunRecord& record : replica.records) KeepRecord(std::move(record));
}

// One that has failed is done here once more, which tells why; so is what a process that has come to grief
// leaves undone.
auto Engine::RunInParallel(size_t run, const Before& before, uint32_t n, uint32_t n_workers) -> Flow {
  const bool is_fixed = precision_.name.empty();
  const uint32_t n_theirs = is_fixed ? n - 1 : n;
  const auto work = [&](uint32_t k) {
    Replica replica = HoldReplica(run, k, before);
    return Pack(replica);
  };
  Workers workers(std::min(n_workers, n_theirs), n_theirs, work);
  std::optional<Replica> last;
  if (is_fixed) last = HoldReplica(run, n - 1, before);
  bool is_last_here = is_fixed;
  uint32_t n_done = 0;
  while (n_done < n_theirs && !IsEnough(n_done)) {
    const uint32_t k = n_done++;
    const std::optional<std::string> bytes = workers.Take(k, options_.should_stop);
    std::optional<Replica> replica = bytes ? Unpack(*bytes) : std::nullopt;
    if (replica && replica->ok) {
      TakeReplica(std::move(*replica));
      continue;
    }
    is_last_here = false;
    if (ReplicateAgain(run, k, before) != Flow::Go) return Flow::Fail;
  }
  if (is_fixed) {
    if (!last->ok) return ReplicateAgain(run, n - 1, before);
    TakeReplica(std::move(*last));
    n_done = n;
  } else if (!IsEnough(n_done)) {
    ReportPrecision(n_done);
  }
  if (!is_last_here) HoldReplica(run, n_done - 1, before);
  return Flow::Go;
}

auto Engine::ReplicateAgain(size_t run, uint32_t k, const Before& before) -> Flow {
  has_failed_ = false;
  failure_text_.clear();
  return Replicate(run, k, before);
}

// One replication with the runs that the program asks for again.
auto Engine::Replicate(size_t run, uint32_t replication, const Before& before) -> Flow {
  constexpr uint32_t kMostReruns = 1'000'000;
  // In place: routines know where the cells are.
  std::ranges::copy(before.cells, cells_.begin());
  steps_ = before.steps;
  is_storing_ = before.is_storing;
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
    if (!is_rerun_ && !is_continued_) return Flow::Go;
  }
}

void Engine::KeepRecord(RunRecord&& record) {
  if (held_ != nullptr) {
    // The rows of a run are wanted if it is saved, or somebody takes every run.
    const bool needs_rows = record.is_kept || options_.take_run;
    held_->records.push_back(std::move(record));
    if (!needs_rows && held_->records.size() > 1) held_->records[held_->records.size() - 2].rows = {};
    return;
  }
  // Of runs that are not saved the last one is kept.
  if (!runs_.empty() && !runs_.back().is_kept) runs_.back().rows = {};
  if (n_replications_ > 1) EstimateFrom(record);
  runs_.push_back(std::move(record));
  if (options_.take_run) options_.take_run(runs_.back(), runs_.size());
}

void Engine::EstimateFrom(const RunRecord& record) {
  for (const CollectRecord& collect : record.collects) {
    if (collect.values.n > 0) Estimate(record, collect.name, collect.values.mean);
  }
  for (const TimeRecord& value : record.time_values) Estimate(record, value.name, value.mean);
  Estimate(record, "end time", record.end);
}

// What tells the present runs from others: the values of lists, or where there are none their number.
auto Engine::GivenText(const RunRecord& record) const -> std::string {
  const std::string text = ListText(program_, record);
  return text.empty() && n_sets_ > 1 ? fmt::format("set {}", n_sets_) : text;
}

// Means of runs with other values of the lists are told apart.
void Engine::Estimate(const RunRecord& record, const std::string& name, double value) {
  constexpr double kLevel = 0.95;
  auto found = std::ranges::find_if(
      estimates_, [&](const ReplicatedMean& mean) { return mean.name == name && mean.set == n_sets_; });
  if (found == estimates_.end())
    found = estimates_.insert(estimates_.end(), ReplicatedMean{name, n_sets_, GivenText(record), {}, {}});
  if (is_antithetic_ && !found->first) {
    found->first = value;
    return;
  }
  found->values.Add(is_antithetic_ ? 0.5 * (*found->first + value) : value);
  found->first.reset();
  found->interval = events::ConfidenceOf(found->values, kLevel);
}

void Engine::PrintLine(std::string text, bool is_trace) {
  if (held_ != nullptr) return held_->lines.push_back({is_trace, std::move(text)});
  const auto& sink = is_trace ? options_.trace : options_.print;
  if (sink) sink(text);
}

}  // namespace kerf::combined
