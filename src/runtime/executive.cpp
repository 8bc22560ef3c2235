// The main loop: start, steps and communication points. Events are in executive_events.cpp.
#include "runtime/executive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/classic_integrators.h"
#include "runtime/event_iteration.h"
#include "runtime/stopwatch.h"

namespace kerf::runtime {

Executive::Executive(const KerfModel& model, Integrator& integrator, const LinearSolverFactory& factory,
                     const RunOptions& options, Observer& observer)
    : options_(options),
      direction_(options.stop < options.start ? Direction::Backward : Direction::Forward),
      observer_(observer),
      machine_(model, factory),
      relations_(model),
      system_(machine_, relations_),
      time_walker_(model.n_states == 0 ? MakeTimeWalker() : nullptr),
      integrator_(model.n_states == 0 ? *time_walker_ : integrator),
      point_(system_, factory, integrator_.TakesImplicitForm()),
      discrete_(model),
      state_sets_(model),
      state_watch_(model),
      delays_(model),
      x_(model.n_states),
      x_point_(model.n_states),
      is_violated_(model.n_assertions, false) {
  options_.intervals = std::max(1U, options_.intervals);
  options_.start = Turned(direction_, options_.start);
  options_.stop = Turned(direction_, options_.stop);
  system_.set_direction(direction_);
  relations_.set_direction(direction_);
  relations_.SetDefaults(
      {options_.location, options_.location_tolerance, 0, false, options_.seeks_short_crossings});
}

auto Executive::Run() -> RunResult {
  StepStatus status = Initialise();
  while (status == StepStatus::Ok && !IsDone()) status = Advance();
  if (status == StepStatus::Ok) status = EndRun();
  if (status == StepStatus::Ok) observer_.Progress(1);
  return Result();
}

auto Executive::CheckOptions() -> StepStatus {
  // An agent may be who ends the run.
  const bool is_sound = std::isfinite(options_.start) && !std::isnan(options_.stop) &&
                        (std::isfinite(options_.stop) || agent_ != nullptr) && options_.tolerance > 0 &&
                        options_.absolute_tolerance >= 0 && options_.initial_step >= 0 &&
                        options_.max_step >= 0;
  if (!point_.HasForm()) {
    failure_.text = "the model has no state form: only a solver for the implicit form can run it (ida)";
    return Fail(StepStatus::BadOptions);
  }
  if (direction_ == Direction::Backward && !delays_.IsEmpty()) {
    failure_.text = "a model with delays cannot run backwards: nobody knows its past";
    return Fail(StepStatus::BadOptions);
  }
  if (is_sound) return StepStatus::Ok;
  failure_.text =
      "times must be finite; tolerances, the first step and the largest step must not be negative";
  return Fail(StepStatus::BadOptions);
}

auto Executive::Initialise() -> StepStatus {
  t_ = options_.resume_at ? Turned(direction_, *options_.resume_at) : options_.start;
  if (const StepStatus status = CheckOptions(); status != StepStatus::Ok) return status;
  const Stopwatch watch(statistics_.wall.initialise);
  if (const StepStatus status = LoadStart(); status != StepStatus::Ok) return status;
  if (waiting_) return TakeUpWaiting();
  if (options_.stays_near) machine_.set_effort(Effort::Stage);
  const std::vector<double> given = x_;
  if (const StepStatus status = SettleStart(); status != StepStatus::Ok) return Fail(status);
  NoteMovedStates(given);
  machine_.Accept();
  if (!options_.resume_at) Show(t_, agent_ == nullptr ? PointKind::Regular : PointKind::BeforeEvent);
  bool has_changed = false;
  if (const StepStatus status = LetAgentAct(has_changed); status != StepStatus::Ok) return Fail(status);
  bool has_left = false;
  if (const StepStatus status = LeaveStart(has_left); status != StepStatus::Ok) return Fail(status);
  if (agent_ != nullptr || has_left) Show(t_, PointKind::AfterEvent);
  SkipPoints();
  if (const StepStatus status = CheckAssertions(t_); status != StepStatus::Ok) return status;
  NoteTermination();
  return IsDone() ? StepStatus::Ok : PrepareIntegrator();
}

// What delays read of the time before is known only when all is settled. Each round gets one more of those
// right that read each other.
auto Executive::SettleStart() -> StepStatus {
  const KerfModel& model = machine_.model();
  const std::vector<double> start(machine_.w(), machine_.w() + model.n_slots);
  for (uint32_t round = 0;; ++round) {
    const StepStatus status = FinishEvents(true);
    const bool is_last = status != StepStatus::Ok || round > model.n_delays;
    if (is_last || !delays_.BeginAnew(machine_.w(), options_.tolerance)) return status;
    std::copy(start.begin(), start.end(), machine_.w());
    relations_.Initialise(machine_.w(), remembered_);
  }
}

// Conditions on their boundary have the value of the boundary at the start, and just after it that to which
// their functions go: an event like others.
auto Executive::LeaveStart(bool& has_left) -> StepStatus {
  // The equations of the start are about that instant, not about what comes after it.
  const bool is_instant = machine_.model().is_start_problem != 0;
  if (is_instant || is_ended_by_agent_ || !relations_.HasBoundary(machine_.w())) return StepStatus::Ok;
  const std::vector<double> before = relations_.HeldValues(machine_.w());
  discrete_.Begin(machine_.w());
  StepStatus status = FinishEvents(false);
  if (status != StepStatus::Ok) return status;
  has_left = relations_.HeldValues(machine_.w()) != before;
  return has_left ? LetAgentAct(has_left) : status;
}

auto Executive::FinishEvents(bool is_exact) -> StepStatus {
  const KerfModel& model = machine_.model();
  point_.Begin(options_.stop - options_.start);
  StepStatus status = SettleEvents(point_, relations_, discrete_, is_exact);
  for (const Discrete::Violation& violation : discrete_.TakeViolations())
    observer_.AssertionFailed(violation.assertion, time(), violation.w.data());
  if (status == StepStatus::AssertionViolated) failure_.assertion = machine_.failure().assertion;
  if (status != StepStatus::Ok) return status;
  std::copy_n(machine_.w() + model.state_slot, model.n_states, x_.begin());
  // Unknowns as the integrator has them are good to its tolerance only.
  relations_.set_noise(system_.is_implicit() ? options_.tolerance : 0);
  relations_.set_blur(options_.tolerance);
  status = RunOutput();
  if (status != StepStatus::Ok) return status;
  delays_.Record(machine_.w(), true);
  schedule_.Load(model, machine_.w(), direction_);
  return status;
}

void Executive::NoteMovedStates(const std::vector<double>& given) {
  for (uint32_t i = 0; i < x_.size(); ++i) {
    magnitude_[i] = std::abs(x_[i]);
    start_magnitude_.push_back(magnitude_[i]);
    const double small = options_.tolerance * std::max(std::abs(given[i]), StateScale(machine_.model(), i));
    if (std::abs(x_[i] - given[i]) > small) moved_.push_back({i, given[i], x_[i]});
  }
}

auto Executive::LoadStart() -> StepStatus {
  const KerfModel& model = machine_.model();
  machine_.w()[model.time_slot] = time();
  const StepStatus status = machine_.Run(model.once);
  if (status != StepStatus::Ok) return Fail(status);
  // The values of the start tell which of the candidates are good states, before the equations are solved.
  state_sets_.Update(machine_.w());
  const double* x = machine_.w() + model.state_slot;
  const uint32_t bad = FindNonFinite(x, model.n_states);
  if (bad < model.n_states) return Fail(machine_.FailNonFinite(model.state_slot + bad));
  std::copy_n(x, model.n_states, x_.begin());
  magnitude_.resize(model.n_states);
  for (size_t i = 0; i < x_.size(); ++i) magnitude_[i] = std::abs(x_[i]);
  if (const StepStatus ticks = CheckSamplers(); ticks != StepStatus::Ok) return ticks;
  // A run that goes on has had the ticks of this instant, and keeps its past.
  if (waiting_) schedule_.SetLastTicks(waiting_->last_ticks);
  if (!waiting_) schedule_.BeginTicks(model, machine_.w(), options_.resume_at.has_value());
  if (!options_.resume_at) delays_.Clear();
  delays_.Begin(machine_.w());
  const std::vector<double> held = relations_.HeldValues(machine_.w());
  relations_.Initialise(machine_.w(), remembered_);
  for (uint32_t i = 0; i < model.n_relations && waiting_; ++i)
    machine_.w()[model.relations[i].held_slot] = held[i];
  return StepStatus::Ok;
}

// The slots hold the values before the event, so nothing is settled before it is handled.
auto Executive::TakeUpWaiting() -> StepStatus {
  relations_.set_blur(options_.tolerance);
  SkipPoints();
  const StepStatus status = integrator_.Prepare(system_, MakeSettings());
  return status == StepStatus::Ok ? status : FailIntegrator({StepKind::Failed, t_, status});
}

auto Executive::CheckSamplers() -> StepStatus {
  const KerfModel& model = machine_.model();
  for (uint32_t i = 0; i < model.n_samplers; ++i) {
    const double interval = machine_.w()[model.samplers[i].interval_slot];
    if (interval > 0 && std::isfinite(interval)) continue;
    failure_.text = fmt::format("sample() with the interval {}: it must be positive", interval);
    return Fail(StepStatus::BadOptions);
  }
  return StepStatus::Ok;
}

auto Executive::PrepareIntegrator() -> StepStatus {
  const StepStatus status = integrator_.Prepare(system_, MakeSettings());
  return status == StepStatus::Ok ? StartIntegrator() : FailIntegrator({StepKind::Failed, t_, status});
}

auto Executive::MakeSettings() -> IntegratorSettings {
  const KerfModel& model = machine_.model();
  absolute_tolerance_.assign(model.n_states, options_.absolute_tolerance);
  FollowStates();
  IntegratorSettings settings;
  settings.relative_tolerance = options_.tolerance;
  settings.absolute_tolerance = absolute_tolerance_.data();
  settings.initial_step = options_.initial_step;
  settings.max_step = MaxStep();
  settings.run_length = options_.stop - options_.start;
  // Nobody knows when an agent will end it; some hundred points are what one looks at.
  constexpr double kManyPoints = 200;
  if (!std::isfinite(settings.run_length))
    settings.run_length = kManyPoints * (options_.output_step > 0 ? options_.output_step : 1);
  settings.output_step =
      options_.output_step > 0 ? options_.output_step : settings.run_length / options_.intervals;

  monitor_.Begin(options_.tolerance, options_.measures_reliability);
  return settings;
}

// A state is as large as its nominal value says. Where the model says nothing, that is 1 at most, and what
// the state has reached so far if that is less, so that a state that swings by 0.01 is as exact in its
// measure as others; but not less than what rounding errors of other states may amount to.
void Executive::FollowStates() {
  constexpr double kLeast = 1e-3;
  if (options_.absolute_tolerance > 0) return;
  for (uint32_t i = 0; i < absolute_tolerance_.size(); ++i) {
    double scale = StateScale(machine_.model(), i);
    if (scale == 1) scale = std::clamp(magnitude_[i], kLeast, scale);
    absolute_tolerance_[i] = options_.tolerance * scale;
  }
}

auto Executive::StartIntegrator() -> StepStatus {
  if (const StepStatus status = ChooseStates(); status != StepStatus::Ok) return status;
  state_watch_.Restart();
  if (const StepStatus status = WatchStates(); status != StepStatus::Ok) return status;
  if (const StepStatus status = WatchChosenStates(); status != StepStatus::Ok) return status;
  for (size_t i = 0; i < x_.size(); ++i) magnitude_[i] = std::max(magnitude_[i], std::abs(x_[i]));
  FollowStates();
  failures_before_step_ = system_.n_failures();
  is_first_step_ = true;
  const StepStatus status = integrator_.Start(t_, x_.data());
  return status == StepStatus::Ok ? status : FailIntegrator({StepKind::Failed, t_, status});
}

// A smooth solution invites steps so long that a function of time could cross 0 twice within one, or that a
// pulse to be delayed would fall between points.
auto Executive::MaxStep() -> double {
  constexpr double kLeastSteps = 100;
  double longest = delays_.LongestStep(machine_.w());
  if (options_.max_step > 0) {
    longest = std::min(longest, options_.max_step);
  } else if (relations_.n_roots() > 0 || !delays_.IsEmpty()) {
    longest = std::min(longest, (options_.stop - options_.start) / kLeastSteps);
    if (!std::isfinite(longest) && options_.output_step > 0) longest = options_.output_step;
  }
  return std::isfinite(longest) ? longest : 0;
}

auto Executive::Advance() -> StepStatus {
  if (observer_.ShouldStop()) return Fail(StepStatus::Stopped);
  if (waiting_) {
    const WaitingEvent event = *std::exchange(waiting_, std::nullopt);
    is_agents_instant_ = false;
    return HandleEvent(event.is_time_event ? Cause::Time : Cause::State, event.crossings);
  }
  if (options_.max_steps > 0 && n_steps_ >= options_.max_steps) return Fail(StepStatus::TooManySteps);
  if (const StepStatus status = CheckProgress(); status != StepStatus::Ok) return status;
  ++n_steps_;
  Instant limit = NextInstant();
  // An instant at the stop itself is still an event.
  if (limit.time > options_.stop && !IsSameInstant(limit.time, options_.stop)) {
    limit = {std::numeric_limits<double>::infinity(), false};
  }
  const double end =
      std::min({limit.time, options_.stop, t_ + Horizon(), t_ + state_watch_.LongestStep(), bound_});
  system_.set_time_cap(limit.is_input ? std::nextafter(end, options_.start)
                                      : std::numeric_limits<double>::infinity());
  if (IsNothing(end - t_, end)) return JumpTo(limit);
  machine_.set_effort(Effort::Stage);
  system_.ForgetRoots();
  failures_before_step_ = system_.n_failures();
  StepResult step;
  {
    const Stopwatch watch(statistics_.wall.integrate);
    step = integrator_.Step(end);
  }
  machine_.set_effort(Effort::Full);
  if (step.kind == StepKind::Failed) return FailIntegrator(step);
  return Accept(step, limit);
}

// No integrator is asked to go to infinity.
auto Executive::Horizon() const -> double {
  constexpr double kFar = 1e6;
  return kFar * std::max({1.0, std::abs(t_), options_.output_step});
}

auto Executive::JumpTo(const Instant& limit) -> StepStatus {
  t_ = std::min(limit.time, options_.stop);
  if (limit.time <= t_ || IsSameInstant(limit.time, t_)) return MeetEvent(Cause::Time);
  system_.SetPoint(t_, x_.data());
  SkipPoints();
  StepStatus status = system_.EvaluateHere();
  if (status == StepStatus::Ok && LeavesHeldValues()) return MeetEvent(Cause::Time);
  if (status == StepStatus::Ok) status = RunOutput();
  if (status != StepStatus::Ok) return Fail(status);
  Show(t_, PointKind::Regular);
  return CheckAssertions(t_);
}

// No integrator has looked at a distance of rounding errors, but integer(time) may get to its next value
// there.
auto Executive::LeavesHeldValues() -> bool {
  const KerfModel& model = machine_.model();
  const std::vector<double> held = relations_.HeldValues(machine_.w());
  std::vector<uint32_t> changed;
  relations_.FollowFunctions(machine_.w(), false, changed);
  for (const uint32_t i : changed) machine_.w()[model.relations[i].held_slot] = held[i];
  return !changed.empty();
}

auto Executive::Accept(const StepResult& step, const Instant& limit) -> StepStatus {
  Cause cause = Cause::None;
  if (step.kind == StepKind::RootFound) cause = Cause::State;
  if (cause == Cause::None && system_.roots_time() == step.t)
    relations_.FollowIgnored(machine_.w(), is_first_step_);
  is_first_step_ = false;
  // A root that was missed shows in the functions at the end of the step.
  if (cause == Cause::None && system_.roots_time() == step.t && !relations_.CheckStep(machine_.w())) {
    cause = Cause::State;
  }
  if (cause == Cause::None && IsSameInstant(step.t, limit.time)) cause = Cause::Time;
  machine_.Accept();
  StepStatus status = WatchStates();
  if (status == StepStatus::Ok) status = ShowPointsBefore(step.t, cause == Cause::None);
  if (status != StepStatus::Ok) return status;
  integrator_.Interpolate(step.t, x_.data());
  for (size_t i = 0; i < x_.size(); ++i) magnitude_[i] = std::max(magnitude_[i], std::abs(x_[i]));
  FollowStates();
  const double before = t_;
  // A root that falls on an instant known beforehand is an event of that instant.
  t_ = IsSameInstant(step.t, limit.time) ? limit.time : step.t;
  if (options_.measures_reliability || options_.measures_steps)
    monitor_.AddStep(system_, before, t_, x_.data(), absolute_tolerance_.data());
  RecordDelays(before);
  if (cause != Cause::None) return MeetEvent(cause);
  status = LookAfterStep();
  if (status == StepStatus::Ok) status = ChooseStatesAfterStep();
  if (status != StepStatus::Ok) return status;
  observer_.Progress((t_ - options_.start) / (options_.stop - options_.start));
  return status;
}

// A point that coincides with an event is left to the event: is_inclusive says that t is none.
auto Executive::ShowPointsBefore(double t, bool is_inclusive) -> StepStatus {
  const Stopwatch watch(statistics_.wall.output);
  for (double point = PointTime(next_point_); point <= t || IsSameInstant(point, t);
       point = PointTime(++next_point_)) {
    if (IsSameInstant(point, t) && !is_inclusive) continue;
    // A point a rounding error beyond the step is still shown at its own time.
    integrator_.Interpolate(std::min(point, t), x_point_.data());
    system_.SetPoint(point, x_point_.data());
    integrator_.FillSlots(std::min(point, t), machine_.w());
    StepStatus status = system_.EvaluateHere();
    if (status == StepStatus::Ok) status = RunOutput();
    if (status != StepStatus::Ok) return Fail(status);
    Show(point, PointKind::Regular);
    status = CheckAssertions(point);
    if (status != StepStatus::Ok) return status;
  }
  return StepStatus::Ok;
}

}  // namespace kerf::runtime
