// One run that is driven from outside, step by step. It makes the steps that a run at once would make, as
// long as nobody stops it in between or changes values; only it is not done again where a state turns out to
// be far smaller than its tolerance assumes (give a nominal value, or an absolute tolerance).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/agent.h"
#include "runtime/executive.h"
#include "sim/instance.h"
#include "sim/recorder.h"

namespace kerf::sim {

class Run {
 public:
  // All must outlive the run, and the instance belongs to it alone.
  Run(Instance& instance, const Settings& settings, diag::Emitter& emitter);
  Run(const Run&) = delete;
  auto operator=(const Run&) -> Run& = delete;
  ~Run();

  // These are false after a reported failure, after which the run is over.
  auto Initialize() -> bool;
  // One step of the integrator with the events in it.
  auto Step() -> bool;
  // Until that time of the model, or until the run is done.
  auto StepTo(double time) -> bool;
  // An event at the present time, at which `act` changes slots or what inputs give.
  auto Change(const std::function<void(double* w)>& act) -> bool;

  [[nodiscard]] auto IsInitialized() const -> bool { return executive_ != nullptr; }
  [[nodiscard]] auto HasFailed() const -> bool { return has_failed_; }
  // Also after a failure.
  [[nodiscard]] auto IsDone() const -> bool {
    return has_failed_ || (executive_ != nullptr && executive_->IsDone());
  }
  [[nodiscard]] auto time() const -> double;
  [[nodiscard]] auto n_events() const -> uint64_t;
  // By slot, at the present time; nothing where the equations have no solution there.
  auto TryValues() -> std::optional<std::vector<double>>;
  // What has been recorded and counted so far.
  [[nodiscard]] auto SoFar() const -> Outcome;

 private:
  auto Advance() -> bool;
  auto AfterAdvance(runtime::StepStatus status) -> bool;

  Instance& instance_;
  const Settings settings_;
  diag::Emitter& emitter_;
  Outcome outcome_;
  std::unique_ptr<runtime::Integrator> integrator_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<runtime::Executive> executive_;
  bool has_failed_ = false;
  bool has_ended_ = false;
};

}  // namespace kerf::sim
