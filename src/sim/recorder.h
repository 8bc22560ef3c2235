// The observer of a run: streams rows to files and keeps what is asked for in memory.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "results/memory_writer.h"
#include "results/writer.h"
#include "runtime/observer.h"
#include "sim/simulate.h"
#include "sim/state_log.h"

namespace kerf::sim {

class Recorder : public runtime::Observer {
 public:
  Recorder(const model::CompiledModel& compiled, const Settings& settings, diag::Emitter& emitter)
      : compiled_(compiled),
        settings_(settings),
        emitter_(emitter),
        recording_(MakeRecording(compiled, settings)) {}

  void Point(double t, const double* w, runtime::PointKind kind) override;
  void Event(double t, bool is_time_event, std::span<const uint32_t> relations) override;
  void Terminated(uint32_t termination, double t) override;
  void AssertionFailed(uint32_t assertion, double t, const double* w) override;
  void Progress(double fraction) override;
  [[nodiscard]] auto ShouldStop() -> bool override;
  // Why the run should stop; "" if it should not.
  [[nodiscard]] auto StopReason() const -> std::string;

  // Functions whose failures are forgotten at each point that the run has reached.
  void SetFunctions(ModelFunctions* functions) { functions_ = functions; }
  // Keeps the states of all points, too.
  void SetLog(StateLog* log) { log_ = log; }
  // Opens the files before the run, so that a path that cannot be written costs no time. False if one cannot.
  auto OpenFiles() -> bool;
  // What is in memory so far.
  void TakeSoFar(Outcome& outcome) const;
  // Closes the files. False if something could not be written.
  auto Finish(Outcome& outcome) -> bool;

 private:
  void Begin(const double* w);
  [[nodiscard]] auto HasAllEvents() const -> bool {
    return settings_.max_events > 0 && n_events_ >= settings_.max_events;
  }

  const model::CompiledModel& compiled_;
  const Settings& settings_;
  diag::Emitter& emitter_;
  Recording recording_;
  ModelFunctions* functions_ = nullptr;
  StateLog* log_ = nullptr;
  // Assertions about states that have been told.
  std::set<uint32_t> told_states_;
  std::vector<std::unique_ptr<results::Writer>> files_;
  std::unique_ptr<results::MemoryWriter> memory_;
  // The columns that memory_ keeps.
  std::vector<uint32_t> memory_slots_;
  std::vector<EventRecord> events_;
  std::vector<double> row_;
  std::vector<double> memory_row_;
  // The slots of variables at the last point.
  std::vector<double> last_;
  uint32_t n_variable_slots_ = 0;
  size_t n_points_ = 0;
  // After the start.
  uint64_t n_events_ = 0;
  double last_time_ = 0;
  bool has_begun_ = false;
  bool write_failed_ = false;
};

}  // namespace kerf::sim
