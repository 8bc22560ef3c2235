// Rows from slots.
#include "sim/recorder.h"

#include <algorithm>
#include <unordered_set>

#include "sim/place.h"
#include "sim/report_assertion.h"

namespace kerf::sim {

namespace {

KERF_DIAG(CannotWrite, Error, "{}", std::string);

}  // namespace

auto Recorder::OpenFiles() -> bool {
  // The constants are not known yet: the files are opened for good with the first point. This is a trial.
  for (const std::string& path : settings_.outputs) {
    const auto writer = results::OpenWriter(path, recording_.layout);
    if (writer->error().empty()) continue;
    emitter_.Emit({}, CannotWrite, writer->error());
    write_failed_ = true;
  }
  return !write_failed_;
}

void Recorder::Begin(const double* w) {
  has_begun_ = true;
  for (const uint32_t slot : compiled_.variables.slot)
    n_variable_slots_ = std::max(n_variable_slots_, slot + 1);
  for (size_t k = 0; k < recording_.constant_slots.size(); ++k)
    recording_.layout.constants[k] = w[recording_.constant_slots[k]];
  for (const std::string& path : settings_.outputs)
    files_.push_back(results::OpenWriter(path, recording_.layout));

  // Memory keeps only the columns of the wanted variables.
  const std::unordered_set<std::string> wanted(settings_.kept.begin(), settings_.kept.end());
  results::Layout layout;
  layout.constants = recording_.layout.constants;
  memory_slots_ = {recording_.slots[0]};
  for (const results::Signal& signal : recording_.layout.signals) {
    if (!settings_.keep_all && !wanted.contains(signal.name)) continue;
    layout.signals.push_back(signal);
    if (signal.constant) continue;
    layout.signals.back().column = static_cast<uint32_t>(memory_slots_.size());
    memory_slots_.push_back(recording_.slots[signal.column]);
  }
  layout.n_columns = static_cast<uint32_t>(memory_slots_.size());
  memory_ = std::make_unique<results::MemoryWriter>(layout, results::WriterOptions{.parameters = true});
}

void Recorder::Point(double t, const double* w, runtime::PointKind kind) {
  if (functions_ != nullptr) functions_->Forget();
  if (log_ != nullptr) log_->Point(t, w, kind);
  if (!has_begun_) Begin(w);
  if (kind == runtime::PointKind::AfterEvent && t != settings_.run.start) ++n_events_;
  row_.clear();
  if (!files_.empty()) {
    for (const uint32_t slot : recording_.slots) row_.push_back(w[slot]);
  }
  for (const auto& file : files_) {
    if (!file->Append(row_)) write_failed_ = true;
  }
  memory_row_.clear();
  for (const uint32_t slot : memory_slots_) memory_row_.push_back(w[slot]);
  memory_->Append(memory_row_);
  // Residuals and matrices stand behind the variables.
  last_.assign(w, w + n_variable_slots_);
  last_time_ = t;
  ++n_points_;
}

void Recorder::Event(double t, bool is_time_event, std::span<const uint32_t> relations) {
  if (!settings_.keep_all) return;
  events_.push_back({t, n_points_ - 1, is_time_event, {relations.begin(), relations.end()}});
}

void Recorder::AssertionFailed(uint32_t assertion, double t, const double* w) {
  // States that give way do so at every turn.
  if (compiled_.assertions[assertion].is_about_states && !told_states_.insert(assertion).second) return;
  ReportAssertion(compiled_, assertion, t, w, emitter_);
}

void Recorder::Terminated(uint32_t termination, double t) {
  ReportTermination(compiled_, termination, t, emitter_);
}

void Recorder::Progress(double fraction) {
  if (settings_.progress) settings_.progress(fraction);
}

// A full disk ends the run: what is written so far stays readable.
auto Recorder::ShouldStop() -> bool {
  const bool has_fault = functions_ != nullptr && !functions_->fault().empty();
  return write_failed_ || has_fault || HasAllEvents() || (settings_.should_stop && settings_.should_stop());
}

auto Recorder::StopReason() const -> std::string {
  const std::string why = settings_.why_stopped ? settings_.why_stopped() : "";
  if (functions_ != nullptr && !functions_->fault().empty())
    return functions_->fault() + (why.empty() ? "" : fmt::format(" ({})", why));
  if (HasAllEvents()) return fmt::format("--max-events {} is reached", settings_.max_events);
  return why;
}

auto Recorder::Finish(Outcome& outcome) -> bool {
  bool good = !write_failed_;
  for (const auto& file : files_) {
    good = file->Finish() && good;
    outcome.is_written.push_back(file->error().empty());
    if (!file->error().empty()) emitter_.Emit({}, CannotWrite, file->error());
  }
  if (memory_) memory_->Finish();
  TakeSoFar(outcome);
  return good;
}

void Recorder::TakeSoFar(Outcome& outcome) const {
  if (memory_) outcome.table = memory_->table();
  outcome.events = events_;
  outcome.n_points = n_points_;
  outcome.last_time = last_time_;
  outcome.n_signals = recording_.layout.signals.size();
  for (const uint32_t slot : compiled_.variables.slot)
    outcome.final_values.push_back(last_.empty() ? 0.0 : last_[slot]);
}

}  // namespace kerf::sim
