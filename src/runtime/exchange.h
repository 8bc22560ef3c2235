// A model whose integrator belongs to somebody else, as model exchange of the FMI standards has it: the host
// sets time, states and inputs, asks for derivatives and event indicators, makes the steps, and calls for
// events. What happens at an event is what the executive does (executive.h, event_iteration.h).
//
//   Initialize(t)                      an event is open
//   Settle, as often as inputs change; LeaveEvent
//   repeat
//     set time, states, inputs; Evaluate…; Indicators
//     CompleteStep, after each step that the host keeps
//     EnterEvent at the next instant known beforehand, where an indicator has changed its sign, where
//     CompleteStep wants it, or where inputs jump; Settle; LeaveEvent
//
// The indicator of a relation is its root function (relations.h), moved away from 0 by a hysteresis: after an
// event its sign is clear, whatever rounding errors say, and a host that stops a little beyond 0 does not
// find the same event again.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/delay_line.h"
#include "runtime/delays.h"
#include "runtime/discrete.h"
#include "runtime/observer.h"
#include "runtime/point_solver.h"
#include "runtime/program.h"
#include "runtime/relations.h"
#include "runtime/state_sets.h"
#include "runtime/state_watch.h"
#include "runtime/system.h"
#include "runtime/time_schedule.h"

namespace kerf::runtime {

struct ExchangeOptions {
  // Relative tolerance with which the host integrates.
  double tolerance = 1e-6;
  // Typical length of a run, for slopes at its start.
  double run_length = 1;
};

// What an event has led to.
struct EventNews {
  // The host has to begin anew: states, or what they go by, are not what they were.
  bool has_new_states = false;
  // Other variables were chosen as states.
  bool has_new_choice = false;
  bool is_terminated = false;
  // Infinity: none.
  double next_time = 0;
};

// All that changes during a run, but for the slots of delay lines (they are copied with it).
struct ExchangeMemory {
  double t = 0;
  std::vector<double> w;
  std::vector<double> x;
  std::vector<double> widths;
  std::vector<RelationMemory> relations;
  DiscreteMemory discrete;
  std::vector<double> last_ticks;
  std::vector<DelayLine> lines;
  std::vector<bool> is_violated;
  std::vector<Crossing> crossings;
  double point_time = 0;
  std::vector<double> point_w;
  double time_cap = 0;
  double event_time = 0;
  bool is_event_open = false;
  bool is_at_start = false;
  bool is_new_event = false;
  bool needs_once = false;
  bool needs_derivatives = false;
  bool needs_outputs = false;
};

class Exchange {
 public:
  // Everything passed in must outlive this. The slots begin with the model's start values.
  Exchange(const KerfModel& model, const LinearSolverFactory& factory, const ExchangeOptions& options,
           Observer& observer);

  // Settles the start at that time.
  auto Initialize(double t) -> StepStatus;

  void SetTime(double t);
  void SetStates(const double* x);
  // An input.
  void SetInput(uint32_t slot, double value);
  // A parameter; what follows from it is computed anew at the next event.
  void SetParameter(uint32_t slot, double value);

  // Bring slots up to date: what derivatives need, and all. Both cost nothing where nothing was set.
  auto EvaluateDerivatives() -> StepStatus;
  auto EvaluateAll() -> StepStatus;
  [[nodiscard]] auto n_indicators() const -> uint32_t { return relations_.n_roots(); }
  // After EvaluateDerivatives.
  void Indicators(double* values) const;

  // The host has made a step to the present time and states. `wants_event`: an event has to take place here.
  auto CompleteStep(bool& wants_event) -> StepStatus;
  auto EnterEvent() -> StepStatus;
  auto Settle(EventNews& news) -> StepStatus;
  void LeaveEvent();
  // At the end of a run: the event at which terminal() is true.
  auto EndRun() -> StepStatus;

  [[nodiscard]] auto time() const -> double { return t_; }
  [[nodiscard]] auto states() const -> const std::vector<double>& { return x_; }
  [[nodiscard]] auto w() const -> const double* { return machine_.w(); }
  // What went wrong last.
  [[nodiscard]] auto failure() const -> const Failure& { return failure_; }

  [[nodiscard]] auto Memory() const -> ExchangeMemory;
  void Restore(const ExchangeMemory& memory);

 private:
  auto CheckSamplers() -> StepStatus;
  auto SettleStart() -> StepStatus;
  auto FinishEvents(bool is_exact) -> StepStatus;
  auto RunOutput() -> StepStatus;
  void FindCrossings();
  void ChooseStatesForEvent();
  auto ChooseStates(EventNews& news) -> StepStatus;
  auto WantsOtherStates() -> bool;
  auto WatchStates() -> StepStatus;
  auto CheckAssertions() -> StepStatus;
  void RecordDelays();
  auto NextInstant() -> Instant;
  void NotePoint();
  auto Fail(StepStatus status) -> StepStatus;

  const KerfModel& model_;
  ExchangeOptions options_;
  Observer& observer_;
  // Its slots are read by calls that change nothing.
  mutable Machine machine_;
  Relations relations_;
  System system_;
  PointSolver point_;
  Discrete discrete_;
  StateSets state_sets_;
  StateWatch state_watch_;
  TimeSchedule schedule_;
  Delays delays_;
  Failure failure_;

  double t_ = 0;
  std::vector<double> x_;
  // Of the root functions, until the next event.
  std::vector<double> widths_;
  // Roots that have changed their sign when the event was entered.
  std::vector<Crossing> crossings_;
  std::vector<bool> is_violated_;
  // The last point that the host has kept: time and slots.
  double point_time_ = 0;
  std::vector<double> point_w_;
  double time_cap_ = 0;
  // Of the last event.
  double event_time_ = 0;
  bool is_event_open_ = false;
  bool is_at_start_ = false;
  bool is_new_event_ = false;
  bool needs_once_ = false;
  bool needs_derivatives_ = true;
  bool needs_outputs_ = true;
};

}  // namespace kerf::runtime
