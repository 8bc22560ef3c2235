// The hybrid executive: runs a compiled model over an interval of time. The semantics is that of Cellier and
// Kofman, Continuous System Simulation, ch. 9, and of the Modelica specification, appendix B.
//
//   w := start values; run `once`; t := start
//   set the ticks at t; finish all events at t       relations by their exact values
//   show the model
//   let relations that are on a boundary go where their functions go; finish what follows from that
//   while t < stop
//     limit := next of {condition on time, tick, input event, stop}
//     take one step towards limit                    relations held; ends early where a root function changes
//     sign show the model at the communication points passed, from dense output if a root was found, or limit
//     is an event:     {t, x-}
//       show the model
//       present values become old ones; set the ticks at t
//       relations at the root take their value beyond it; conditions on time the value just after t
//       finish all events at t                       {t, x+}
//       let the agent act, if there is one, and finish what follows from that, until it does nothing
//       show the model again; start the integrator anew
//     elsewhere, if other variables are better states: exchange them, start anew (state_sets.h); if states
//     that are not to be exchanged do not serve: the run ends (state_watch.h)
//   (where stop < start, the run goes backwards: derivatives are taken by -t, and events met on the way)
//   if the model asks for it: an event at which terminal() is true
//
//   finish all events at t: event_iteration.h
//
// Where `derivative` fails at the start or an event, or there is none, and the integrator takes the implicit
// form, values that satisfy it stand in for the derivative program until the next event (point_solver.h).
//
// No discontinuity lies inside a step: branches switch at events only. A communication point is no event and
// forces no step; one that falls on an event is shown by the event. A failure of `derivative` inside a step
// is the integrator's to cure by smaller steps; at an accepted point it ends the run, and all that was shown
// before remains.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/abi.h"
#include "runtime/agent.h"
#include "runtime/chattering.h"
#include "runtime/delays.h"
#include "runtime/discrete.h"
#include "runtime/integrator.h"
#include "runtime/observer.h"
#include "runtime/point_solver.h"
#include "runtime/program.h"
#include "runtime/relations.h"
#include "runtime/reliability_monitor.h"
#include "runtime/run_options.h"
#include "runtime/state_sets.h"
#include "runtime/state_watch.h"
#include "runtime/system.h"
#include "runtime/time_schedule.h"

namespace kerf::runtime {

// An event that has been found and not handled yet.
struct WaitingEvent {
  bool is_time_event = false;
  // The roots, where it is none of time.
  std::vector<Crossing> crossings;
  // For each sampler its last tick that has happened.
  std::vector<double> last_ticks;
};

class Executive {
 public:
  // Everything passed in must outlive the executive.
  Executive(const KerfModel& model, Integrator& integrator, const LinearSolverFactory& factory,
            const RunOptions& options, Observer& observer);

  // The whole run: Initialise, then Advance until done.
  auto Run() -> RunResult;

  auto Initialise() -> StepStatus;
  // One step of the integrator with all that follows from it.
  auto Advance() -> StepStatus;
  // What is left to do at the end of a run that was advanced step by step: the event at which terminal() is
  // true.
  auto EndRun() -> StepStatus;
  // No step goes beyond that time of the model, where it ends without an event; infinity: nothing bounds it.
  // Advance is not called where HasReached says that the bound is there.
  void SetBound(double time) { bound_ = Turned(direction_, time); }
  [[nodiscard]] auto HasReached(double time) const -> bool {
    return IsNothing(Turned(direction_, time) - t_, Turned(direction_, time));
  }
  // Events wait: Advance returns where it has found one, with the values before it, and handles it when it is
  // called again.
  void LetEventsWait() { lets_events_wait_ = true; }
  [[nodiscard]] auto waiting() const -> const std::optional<WaitingEvent>& { return waiting_; }
  // For a run that goes on where an event was waiting.
  void SetWaiting(WaitingEvent waiting) { waiting_ = std::move(waiting); }
  // The next instant known beforehand after the present one, in the model's time; infinity: none.
  [[nodiscard]] auto NextKnownTime() const -> double { return Turned(direction_, schedule_.Next(t_).time); }
  // All slots at the present time, those of outputs included; what the run will compute stays as it would be.
  auto TryValuesHere() -> std::optional<std::vector<double>>;
  // An agent that acts at events. It must outlive the executive.
  void SetAgent(Agent* agent) { agent_ = agent; }
  // For a run that goes on: what its relations, or the first of them, remember; and what they do at the end.
  void SetRemembered(std::vector<RelationMemory> remembered) { remembered_ = std::move(remembered); }
  [[nodiscard]] auto remembered() const -> std::span<const RelationMemory> { return relations_.memory(); }
  // Likewise which assertions did not hold, so that nothing is told again.
  void SetViolated(const std::vector<bool>& violated) {
    std::copy_n(violated.begin(), std::min(violated.size(), is_violated_.size()), is_violated_.begin());
  }
  [[nodiscard]] auto violated() const -> const std::vector<bool>& { return is_violated_; }
  [[nodiscard]] auto IsDone() const -> bool {
    return t_ >= options_.stop || discrete_.termination() != kNone || is_ended_by_agent_ ||
           options_.ends_at_start;
  }
  // The model has asked for its end.
  [[nodiscard]] auto IsTerminated() const -> bool { return discrete_.termination() != kNone; }
  // In the model's time.
  [[nodiscard]] auto time() const -> double { return Turned(direction_, t_); }
  [[nodiscard]] auto w() -> double* { return machine_.w(); }
  [[nodiscard]] auto Result() -> RunResult;

 private:
  enum class Cause : uint8_t { None, Time, State };

  auto CheckOptions() -> StepStatus;
  auto LoadStart() -> StepStatus;
  auto CheckSamplers() -> StepStatus;
  auto TakeUpWaiting() -> StepStatus;
  auto PrepareIntegrator() -> StepStatus;
  auto MakeSettings() -> IntegratorSettings;
  auto StartIntegrator() -> StepStatus;
  auto SettleStart() -> StepStatus;
  auto LeaveStart(bool& has_left) -> StepStatus;
  auto FinishEvents(bool is_exact) -> StepStatus;
  void FollowStates();
  void NoteMovedStates(const std::vector<double>& given);
  auto Accept(const StepResult& step, const Instant& limit) -> StepStatus;
  auto JumpTo(const Instant& limit) -> StepStatus;
  auto LeavesHeldValues() -> bool;
  [[nodiscard]] auto Horizon() const -> double;
  auto ShowPointsBefore(double t, bool is_inclusive) -> StepStatus;
  [[nodiscard]] auto PointTime(uint64_t k) const -> double;
  [[nodiscard]] auto MaxStep() -> double;
  // No integrator gets over a distance of a few rounding errors.
  [[nodiscard]] auto IsNothing(double distance, double to) const -> bool {
    constexpr double kNothing = 64 * std::numeric_limits<double>::epsilon();
    return distance <= kNothing * std::max(std::abs(t_), std::abs(to));
  }

  // executive_agent.cpp
  auto LetAgentAct(bool& has_changed) -> StepStatus;
  auto NextInstant() -> Instant;
  void SkipPoints();

  // executive_states.cpp
  auto ChooseStates() -> StepStatus;
  auto ChooseStatesAfterStep() -> StepStatus;
  void ChooseStatesForEvent();
  void TakeChosenStates();
  auto WatchStates() -> StepStatus;
  auto WatchChosenStates() -> StepStatus;
  auto FailStates(uint32_t watch) -> StepStatus;

  auto MeetEvent(Cause cause) -> StepStatus;
  auto HandleEvent(Cause cause, std::span<const Crossing> crossings) -> StepStatus;
  void ShowBeforeEvent();
  void SwitchRelations(std::span<const Crossing> crossings, std::vector<uint32_t>& changed);
  auto NoteStateEvent(const std::vector<uint32_t>& changed) -> StepStatus;

  auto RunOutput() -> StepStatus;
  void Show(double t, PointKind kind);
  void NoteTermination();
  auto CheckAssertions(double t) -> StepStatus;
  // What delays need of the step from `before` to t_, relations held.
  void RecordDelays(double before);
  auto LookAfterStep() -> StepStatus;
  auto Fail(StepStatus status) -> StepStatus;
  auto FailIntegrator(const StepResult& step) -> StepStatus;
  auto FailAsModel(uint64_t n_failures_before, StepStatus otherwise) -> StepStatus;
  auto CheckProgress() -> StepStatus;
  // Where an agent is who ends the run, its length so far.
  [[nodiscard]] auto RunLength() const -> double;

  // Start and stop are those of the time of the run, as are t_ and all that is compared with it; what the
  // model and the observer see is turned (direction.h).
  RunOptions options_;
  Direction direction_;
  Observer& observer_;
  Machine machine_;
  Relations relations_;
  System system_;
  std::unique_ptr<Integrator> time_walker_;
  Integrator& integrator_;
  PointSolver point_;
  Discrete discrete_;
  StateSets state_sets_;
  StateWatch state_watch_;
  TimeSchedule schedule_;
  Delays delays_;
  ChatteringWatch chattering_;
  AccumulationWatch accumulation_;
  std::vector<Accumulation> accumulations_;
  std::vector<double> absolute_tolerance_;
  // The largest absolute value of each state so far, and that of the start.
  std::vector<double> magnitude_, start_magnitude_;
  std::vector<MovedState> moved_;
  Agent* agent_ = nullptr;
  std::vector<RelationMemory> remembered_;
  bool is_ended_by_agent_ = false;
  // The next instant concerns the agent alone.
  bool is_agents_instant_ = false;
  bool lets_events_wait_ = false;
  std::optional<WaitingEvent> waiting_;

  double t_ = 0;
  double bound_ = std::numeric_limits<double>::infinity();
  std::vector<double> x_, x_point_;
  // The next communication point.
  uint64_t next_point_ = 1;
  std::vector<bool> is_violated_;
  uint64_t n_steps_ = 0;
  // Whether no step has been made since the integrator was started.
  bool is_first_step_ = true;
  // The run has ended in an event: the model stands after it, the integrator before.
  bool has_ended_in_event_ = false;
  // Evaluations that had failed when the present step, respectively the present stretch of steps, began.
  uint64_t failures_before_step_ = 0;
  uint64_t failures_before_stretch_ = 0;
  double stretch_start_ = 0;
  RunStatistics statistics_;
  ReliabilityMonitor monitor_;
  Failure failure_;
};

// A run in one call.
auto Simulate(const KerfModel& model, Integrator& integrator, const LinearSolverFactory& factory,
              const RunOptions& options, Observer& observer) -> RunResult;

}  // namespace kerf::runtime
