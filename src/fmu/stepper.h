// A run under the executive that somebody drives in communication steps, with inputs that change in between.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "fmu/observer.h"
#include "fmu/runnable.h"
#include "runtime/agent.h"
#include "runtime/exchange.h"
#include "runtime/executive.h"

namespace kerf::fmu {

// An input that moves along a straight line from `time` on.
struct Ramp {
  uint32_t slot = 0;
  double value = 0;
  double slope = 0;
  double time = 0;
};

// All that changes during a run.
struct StepperMemory {
  double t = 0;
  std::vector<double> w;
  std::vector<runtime::RelationMemory> relations;
  std::vector<bool> is_violated;
  std::vector<runtime::DelayLine> lines;
  std::vector<Ramp> ramps;
  // Of the event mode: what inputs will be, and the event that waits.
  std::vector<std::pair<uint32_t, double>> changes;
  std::optional<runtime::WaitingEvent> waiting;
  bool is_over = false;
};

struct StepperOptions {
  double start = 0;
  // Nothing: the importer ends the run.
  std::optional<double> stop;
  double tolerance = 1e-6;
  // Events wait for the importer: steps end before them.
  bool has_waiting_events = false;
};

class Stepper {
 public:
  // Both must outlive this. The run begins where the executable of the runnable does.
  Stepper(Runnable& runnable, const StepperOptions& options, Log& log);
  Stepper(const Stepper&) = delete;
  auto operator=(const Stepper&) -> Stepper& = delete;
  ~Stepper();

  // These are false after a message.
  auto Initialize() -> bool;
  // One step of the integrator, with what follows from it, that does not go beyond that time.
  auto StepTowards(double time) -> bool;
  // Whether that time is there, or the model has ended the run.
  [[nodiscard]] auto HasReached(double time) const -> bool;
  [[nodiscard]] auto IsOver() const -> bool;
  [[nodiscard]] auto time() const -> double;
  [[nodiscard]] auto IsEventWaiting() const -> bool { return executive_->waiting().has_value(); }
  // In the event mode inputs are set without effect on anything but what is computed from them, until Settle
  // lets the event that waits happen, and the change of inputs with it.
  void EnterEvent() { is_in_event_ = true; }
  auto Settle(runtime::EventNews& news) -> bool;
  void LeaveEvent() { is_in_event_ = false; }
  // The event of the end.
  auto EndRun() -> bool;
  // Inputs and parameters take effect at an event before the next step, or before anything is read.
  void Set(uint32_t slot, double value);
  void SetSlope(uint32_t slot, double slope);
  // All slots at the present time; null after a message.
  auto Values() -> const double*;
  [[nodiscard]] auto Input(uint32_t slot) const -> double;

  // What the run does from here on, it does again after Restore: the integrator starts anew for both.
  auto TryMemory() -> std::optional<StepperMemory>;
  auto Restore(const StepperMemory& memory) -> bool;

 private:
  class InputAgent;
  auto ApplyChanges() -> bool;
  auto TryValuesWithChanges() -> std::optional<std::vector<double>>;
  auto Begin(const std::optional<StepperMemory>& memory) -> bool;
  auto Check(runtime::StepStatus status) -> bool;
  static void Feed(void* context, double* w);

  Runnable& runnable_;
  StepperOptions options_;
  Log& log_;
  Observer observer_;
  std::unique_ptr<InputAgent> agent_;
  std::unique_ptr<runtime::Integrator> integrator_;
  std::unique_ptr<runtime::Executive> executive_;
  std::vector<std::pair<uint32_t, double>> changes_;
  std::vector<Ramp> ramps_;
  std::vector<double> values_;
  bool has_values_ = false;
  bool is_over_ = false;
  bool is_in_event_ = false;
};

}  // namespace kerf::fmu
