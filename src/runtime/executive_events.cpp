// Events, assertions and failures of the executive.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "runtime/event_iteration.h"
#include "runtime/executive.h"
#include "runtime/stopwatch.h"

namespace kerf::runtime {

// What the agent alone does never waits: it has been told of it.
auto Executive::MeetEvent(Cause cause) -> StepStatus {
  const std::span<const Crossing> found = integrator_.crossings();
  const std::span<const Crossing> crossings = cause == Cause::State ? found : found.first(0);
  if (!lets_events_wait_ || (cause == Cause::Time && is_agents_instant_))
    return HandleEvent(cause, crossings);
  waiting_ = WaitingEvent{cause == Cause::Time, {crossings.begin(), crossings.end()}, schedule_.last_ticks()};
  return StepStatus::Ok;
}

auto Executive::HandleEvent(Cause cause, std::span<const Crossing> crossings) -> StepStatus {
  const Stopwatch watch(statistics_.wall.events);
  ShowBeforeEvent();
  ChooseStatesForEvent();
  system_.set_time_cap(std::numeric_limits<double>::infinity());
  system_.SetPoint(t_, x_.data());
  delays_.Arrive(machine_.w());
  discrete_.Begin(machine_.w());
  bool has_changed = agent_ != nullptr && agent_->BeginEvent(machine_.w());
  StepStatus status = has_changed ? machine_.Run(machine_.model().once) : StepStatus::Ok;
  if (status != StepStatus::Ok) return Fail(status);
  schedule_.SetTicks(machine_.model(), machine_.w());
  std::vector<uint32_t> changed;
  SwitchRelations(crossings, changed);
  has_changed = has_changed || cause == Cause::State || !is_agents_instant_;
  status = FinishEvents(false);
  if (status == StepStatus::Ok) status = LetAgentAct(has_changed);
  if (status != StepStatus::Ok) return Fail(status);
  machine_.Accept();
  Show(t_, PointKind::AfterEvent);
  observer_.Event(time(), cause == Cause::Time, changed);
  SkipPoints();
  status = CheckAssertions(t_);
  if (status != StepStatus::Ok) return status;
  ++(cause == Cause::Time ? statistics_.time_events : statistics_.state_events);
  NoteTermination();
  if (cause == Cause::State) status = NoteStateEvent(changed);
  has_ended_in_event_ = IsDone();
  if (status != StepStatus::Ok || has_ended_in_event_) return status;
  // What happened may concern the agent alone.
  return has_changed ? StartIntegrator() : StepStatus::Ok;
}

// The branches that end here may be undefined by a rounding error beyond the event, so their failure is no
// failure of the run; then only the state after the event is shown.
void Executive::ShowBeforeEvent() {
  system_.SetPoint(t_, x_.data());
  integrator_.FillSlots(t_, machine_.w());
  if (system_.EvaluateHere() != StepStatus::Ok || RunOutput() != StepStatus::Ok) return;
  machine_.w()[machine_.model().time_slot] = time();
  delays_.Record(machine_.w(), false);
  Show(t_, PointKind::BeforeEvent);
}

auto Executive::TryValuesHere() -> std::optional<std::vector<double>> {
  system_.KeepHere();
  system_.SetPoint(t_, x_.data());
  integrator_.FillSlots(t_, machine_.w());
  bool is_good = system_.EvaluateHere() == StepStatus::Ok;
  if (is_good && !system_.is_implicit()) is_good = machine_.Run(machine_.model().output) == StepStatus::Ok;
  std::vector<double> values(machine_.w(), machine_.w() + machine_.model().n_slots);
  values[machine_.model().time_slot] = time();
  system_.ReturnHere();
  return is_good ? std::optional(std::move(values)) : std::nullopt;
}

// The event of the end: terminal() is true.
auto Executive::EndRun() -> StepStatus {
  const KerfModel& model = machine_.model();
  if (model.has_terminal == 0) return StepStatus::Ok;
  if (!has_ended_in_event_) {
    system_.SetPoint(t_, x_.data());
    integrator_.FillSlots(t_, machine_.w());
    if (const StepStatus status = system_.EvaluateHere(); status != StepStatus::Ok) return Fail(status);
  }
  discrete_.Begin(machine_.w());
  machine_.w()[model.terminal_slot] = 1;
  relations_.BeginEvent();
  if (const StepStatus status = FinishEvents(false); status != StepStatus::Ok) return Fail(status);
  Show(t_, PointKind::AfterEvent);
  return CheckAssertions(t_);
}

void Executive::NoteTermination() {
  if (discrete_.termination() != kNone) observer_.Terminated(discrete_.termination(), time());
}

void Executive::SwitchRelations(std::span<const Crossing> crossings, std::vector<uint32_t>& changed) {
  relations_.BeginEvent();
  for (const Crossing& crossing : crossings) {
    relations_.ApplyCrossing(machine_.w(), crossing);
    changed.push_back(relations_.RelationOf(crossing));
  }
  // A root and a condition on time may fall together.
  relations_.FollowTime(machine_.w(), false, changed);
}

auto Executive::NoteStateEvent(const std::vector<uint32_t>& changed) -> StepStatus {
  for (const uint32_t relation : changed) {
    if (const auto limit = accumulation_.Add(t_, relation))
      accumulations_.push_back({relation, time(), Turned(direction_, *limit)});
  }
  if (!chattering_.Add(t_, RunLength(), changed)) return StepStatus::Ok;
  machine_.failure() = {};
  machine_.failure().time = time();
  machine_.failure().relations = chattering_.Blamed();
  return Fail(StepStatus::TooManyEvents);
}

// What only the outputs need is checked here; nothing else looks at it. In the implicit form all is there,
// and has been checked.
auto Executive::RunOutput() -> StepStatus {
  const KerfModel& model = machine_.model();
  if (!system_.is_implicit()) {
    const StepStatus status = machine_.Run(model.output);
    if (status != StepStatus::Ok) return status;
  }
  if (const StepStatus status = RunEffects(machine_, false); status != StepStatus::Ok) return status;
  if (system_.is_implicit()) return StepStatus::Ok;
  uint32_t bad = FindNonFinite(machine_.w(), model.n_slots);
  while (bad < model.n_slots && relations_.IsWithoutFloor(machine_.w(), bad))
    bad += 1 + FindNonFinite(machine_.w() + bad + 1, model.n_slots - bad - 1);
  if (bad == model.n_slots) return StepStatus::Ok;
  machine_.FailNonFinite(bad);
  machine_.LocateNonFinite(model.output);
  if (machine_.failure().step == kNone) machine_.LocateNonFinite(machine_.event_program());
  return StepStatus::NonFinite;
}

void Executive::Show(double t, PointKind kind) { observer_.Point(Turned(direction_, t), machine_.w(), kind); }

// All that is violated is told; the first error ends the run.
auto Executive::CheckAssertions(double t) -> StepStatus {
  const KerfModel& model = machine_.model();
  for (uint32_t i = 0; i < model.n_assertions; ++i) {
    const KerfAssertion& assertion = model.assertions[i];
    if (assertion.is_at_events != 0) continue;
    const bool is_violated = machine_.w()[assertion.slot] == 0;
    if (is_violated && !is_violated_[i] && assertion.is_error == 0)
      observer_.AssertionFailed(i, Turned(direction_, t), machine_.w());
    is_violated_[i] = is_violated;
    if (is_violated && assertion.is_error != 0 && failure_.assertion == kNone) failure_.assertion = i;
  }
  if (failure_.assertion == kNone) return StepStatus::Ok;
  t_ = t;
  return Fail(StepStatus::AssertionViolated);
}

// Effects are for points that are shown, not for these.
void Executive::RecordDelays(double before) {
  if (delays_.IsEmpty()) return;
  system_.KeepHere();
  delays_.RecordInside(machine_.w(), before, t_, options_.tolerance, [&](double t) {
    integrator_.Interpolate(t, x_point_.data());
    system_.SetPoint(t, x_point_.data());
    integrator_.FillSlots(t, machine_.w());
    if (system_.EvaluateHere() != StepStatus::Ok) return false;
    return system_.is_implicit() || machine_.Run(machine_.model().output) == StepStatus::Ok;
  });
  system_.ReturnHere();
}

auto Executive::LookAfterStep() -> StepStatus {
  const std::span assertions(machine_.model().assertions, machine_.model().n_assertions);
  const bool is_asked = std::ranges::any_of(
      assertions, [](const KerfAssertion& assertion) { return assertion.is_at_events == 0; });
  if (!is_asked && delays_.IsEmpty() && !options_.every_step) return StepStatus::Ok;
  system_.SetPoint(t_, x_.data());
  integrator_.FillSlots(t_, machine_.w());
  StepStatus status = system_.EvaluateHere();
  if (status == StepStatus::Ok) status = RunOutput();
  if (status != StepStatus::Ok) return Fail(status);
  delays_.Record(machine_.w(), false);
  const StepStatus validity = CheckAssertions(t_);
  // A communication point at the end of the step has shown it already.
  const bool is_shown = next_point_ > 0 && IsSameInstant(PointTime(next_point_ - 1), t_);
  if ((options_.every_step || validity != StepStatus::Ok) && !is_shown) Show(t_, PointKind::Regular);
  return validity;
}

auto Executive::Fail(StepStatus status) -> StepStatus {
  const std::string text = failure_.text;
  if (IsRecoverable(status) || status == StepStatus::EventsDoNotSettle ||
      status == StepStatus::TooManyEvents || status == StepStatus::NoConsistentStart ||
      status == StepStatus::EffectFailed) {
    // A block says by itself where it failed.
    const bool is_located = status != StepStatus::NonFinite || machine_.failure().block != kNone ||
                            machine_.failure().step != kNone;
    if (!is_located && !system_.is_implicit()) machine_.LocateNonFinite(machine_.event_program());
    failure_ = machine_.failure();
  } else {
    failure_.time = time();
  }
  failure_.status = status;
  failure_.text = text;
  return status;
}

// Where the model could not be evaluated since then, the failure is the model's and told in its own terms.
auto Executive::FailAsModel(uint64_t n_failures_before, StepStatus otherwise) -> StepStatus {
  if (system_.n_failures() == n_failures_before) return Fail(otherwise);
  system_.ReturnToFailure();
  return Fail(machine_.failure().status);
}

auto Executive::FailIntegrator(const StepResult& step) -> StepStatus {
  failure_.text = std::string(integrator_.message());
  t_ = std::max(t_, step.t);
  return FailAsModel(failures_before_step_, StepStatus::IntegratorFailed);
}

auto Executive::RunLength() const -> double {
  const double all = options_.stop - options_.start;
  return std::isfinite(all) ? all : t_ - options_.start;
}

// An integrator may creep up to a point it cannot pass in ever smaller steps without ever failing.
auto Executive::CheckProgress() -> StepStatus {
  constexpr uint64_t kStretch = 500;
  constexpr double kLeastProgress = 1e-13;
  if (n_steps_ % kStretch != 0) return StepStatus::Ok;
  const double least = std::max(kLeastProgress * std::abs(t_), 1e-16 * RunLength());
  if (n_steps_ > 0 && t_ - stretch_start_ < least) {
    failure_.text = fmt::format("no progress in {} steps", kStretch);
    return FailAsModel(failures_before_stretch_, StepStatus::IntegratorFailed);
  }
  stretch_start_ = t_;
  failures_before_stretch_ = system_.n_failures();
  return StepStatus::Ok;
}

auto Executive::Result() -> RunResult {
  const IntegratorStatistics integrator = integrator_.statistics();
  const NewtonStatistics newton = machine_.newton_statistics();
  statistics_.steps = integrator.steps;
  statistics_.rejected = integrator.rejected;
  statistics_.rhs_evaluations = system_.n_evaluations();
  statistics_.jacobian_evaluations = integrator.jacobian_evaluations;
  statistics_.nonlinear_iterations = integrator.nonlinear_iterations;
  statistics_.location_trials = integrator.location_trials;
  statistics_.newton_iterations = newton.iterations;
  statistics_.newton_evaluations = newton.evaluations;
  statistics_.factorisations = newton.factorisations;
  RunResult result;
  result.status = failure_.status;
  result.failure = failure_;
  result.statistics = statistics_;
  result.time = time();
  if (discrete_.termination() != kNone) result.termination = discrete_.termination();
  result.state_magnitude = magnitude_;
  result.start_magnitude = start_magnitude_;
  result.moved = moved_;
  result.undetermined = machine_.Undetermined();
  result.accumulations = accumulations_;
  for (PoorLocation location : integrator_.poor_locations()) {
    location.relation = relations_.RelationOf({location.relation, 0});
    location.time = Turned(direction_, location.time);
    result.poor_locations.push_back(location);
  }
  result.unseen = integrator_.UnseenStates();
  for (SolverChoice choice : integrator_.choices()) {
    choice.time = Turned(direction_, choice.time);
    result.choices.push_back(std::move(choice));
  }
  if (options_.measures_reliability || options_.measures_steps)
    result.reliability = monitor_.Summary(integrator_.violations(), integrator.error_test_failures);
  return result;
}

auto Simulate(const KerfModel& model, Integrator& integrator, const LinearSolverFactory& factory,
              const RunOptions& options, Observer& observer) -> RunResult {
  return Executive(model, integrator, factory, options, observer).Run();
}

}  // namespace kerf::runtime
