// Values between events, and steps of the host. Events are in exchange_events.cpp.
#include "runtime/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/event_iteration.h"

namespace kerf::runtime {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

Exchange::Exchange(const KerfModel& model, const LinearSolverFactory& factory, const ExchangeOptions& options,
                   Observer& observer)
    : model_(model),
      options_(options),
      observer_(observer),
      machine_(model, factory),
      relations_(model),
      system_(machine_, relations_),
      point_(system_, factory, false),
      discrete_(model),
      state_sets_(model),
      state_watch_(model),
      delays_(model),
      x_(model.n_states),
      widths_(relations_.n_roots(), 0.0),
      is_violated_(model.n_assertions, false),
      time_cap_(kForever) {}

// A host may be a rounding error before an instant that was known beforehand. The model is there.
void Exchange::SetTime(double t) {
  if (IsSameInstant(t, event_time_)) t = event_time_;
  if (t == t_) return;
  t_ = t;
  needs_derivatives_ = needs_outputs_ = true;
}

void Exchange::SetStates(const double* x) {
  if (std::equal(x_.begin(), x_.end(), x)) return;
  std::copy_n(x, x_.size(), x_.begin());
  needs_derivatives_ = needs_outputs_ = true;
}

void Exchange::SetInput(uint32_t slot, double value) {
  if (machine_.w()[slot] == value) return;
  machine_.w()[slot] = value;
  needs_derivatives_ = needs_outputs_ = true;
}

void Exchange::SetParameter(uint32_t slot, double value) {
  SetInput(slot, value);
  needs_once_ = true;
}

auto Exchange::EvaluateDerivatives() -> StepStatus {
  if (!needs_derivatives_) return StepStatus::Ok;
  if (needs_once_) {
    if (const StepStatus status = machine_.Run(model_.once); status != StepStatus::Ok) return Fail(status);
    needs_once_ = false;
  }
  system_.SetPoint(t_, x_.data());
  machine_.set_effort(is_event_open_ ? Effort::Full : Effort::Stage);
  const StepStatus status = system_.EvaluateHere();
  machine_.set_effort(Effort::Full);
  if (status != StepStatus::Ok) return Fail(status);
  needs_derivatives_ = false;
  return status;
}

auto Exchange::EvaluateAll() -> StepStatus {
  if (const StepStatus status = EvaluateDerivatives(); status != StepStatus::Ok || !needs_outputs_)
    return status;
  const StepStatus status = RunOutput();
  if (status != StepStatus::Ok) return Fail(status);
  needs_outputs_ = false;
  return status;
}

auto Exchange::RunOutput() -> StepStatus {
  const StepStatus status = machine_.Run(model_.output);
  if (status != StepStatus::Ok) return status;
  uint32_t bad = FindNonFinite(machine_.w(), model_.n_slots);
  while (bad < model_.n_slots && relations_.IsWithoutFloor(machine_.w(), bad))
    bad += 1 + FindNonFinite(machine_.w() + bad + 1, model_.n_slots - bad - 1);
  if (bad == model_.n_slots) return StepStatus::Ok;
  machine_.FailNonFinite(bad);
  machine_.LocateNonFinite(model_.output);
  return StepStatus::NonFinite;
}

void Exchange::Indicators(double* values) const {
  const uint32_t n = relations_.n_roots();
  std::vector<int> sides(n);
  std::vector<double> unused(n);
  relations_.RootValues(machine_.w(), values);
  relations_.RootSides(machine_.w(), sides, unused, unused);
  for (uint32_t k = 0; k < n; ++k) values[k] += sides[k] * widths_[k];
}

void Exchange::FindCrossings() {
  crossings_.clear();
  const uint32_t n = relations_.n_roots();
  std::vector<int> sides(n);
  std::vector<double> values(n);
  std::vector<double> unused(n);
  Indicators(values.data());
  relations_.RootSides(machine_.w(), sides, unused, unused);
  for (uint32_t k = 0; k < n; ++k) {
    if (sides[k] != 0 && sides[k] * values[k] <= 0) crossings_.push_back({k, -sides[k]});
  }
}

auto Exchange::CompleteStep(bool& wants_event) -> StepStatus {
  wants_event = false;
  if (const StepStatus status = EvaluateAll(); status != StepStatus::Ok) return status;
  machine_.Accept();
  relations_.CheckStep(machine_.w());
  FindCrossings();
  wants_event = !crossings_.empty();
  if (const StepStatus status = WatchStates(); status != StepStatus::Ok) return status;
  RecordDelays();
  if (const StepStatus status = RunEffects(machine_, false); status != StepStatus::Ok) return Fail(status);
  if (const StepStatus status = CheckAssertions(); status != StepStatus::Ok) return status;
  wants_event = WantsOtherStates() || wants_event;
  observer_.Point(t_, machine_.w(), PointKind::Regular);
  NotePoint();
  return StepStatus::Ok;
}

void Exchange::NotePoint() {
  point_time_ = t_;
  point_w_.assign(machine_.w(), machine_.w() + model_.n_slots);
}

// Between the points that the host keeps, the states are those of the cubic through both with their
// derivatives, and the inputs lie on straight lines.
void Exchange::RecordDelays() {
  if (delays_.IsEmpty()) return;
  const double begin = point_time_;
  const double h = t_ - begin;
  if (!point_w_.empty() && h > 0) {
    system_.KeepHere();
    const std::vector<double> end(machine_.w(), machine_.w() + model_.n_slots);
    std::vector<double> x(x_.size());
    delays_.RecordInside(machine_.w(), begin, t_, options_.tolerance, [&](double t) {
      const double s = (t - begin) / h;
      for (uint32_t i = 0; i < x.size(); ++i) {
        const uint32_t state = model_.state_slot + i;
        const double rise = end[state] - point_w_[state];
        const double left = h * point_w_[model_.derivative_slot + i] - rise;
        const double right = rise - h * end[model_.derivative_slot + i];
        x[i] = point_w_[state] + s * (rise + (1 - s) * (left * (1 - s) + right * s));
      }
      for (uint32_t i = 0; i < model_.n_inputs; ++i) {
        const uint32_t slot = model_.input_slots[i];
        machine_.w()[slot] = point_w_[slot] + s * (end[slot] - point_w_[slot]);
      }
      system_.SetPoint(t, x.data());
      return system_.EvaluateHere() == StepStatus::Ok && machine_.Run(model_.output) == StepStatus::Ok;
    });
    system_.ReturnHere();
  }
  delays_.Record(machine_.w(), false);
}

auto Exchange::WatchStates() -> StepStatus {
  if (state_watch_.empty()) return StepStatus::Ok;
  const auto singular = state_watch_.Look(t_, machine_.w());
  if (!singular) return StepStatus::Ok;
  failure_.block = *singular;
  return Fail(StepStatus::StatesDoNotServe);
}

// Another choice is made at an event only, since states change by it.
auto Exchange::WantsOtherStates() -> bool {
  if (state_sets_.empty()) return false;
  system_.KeepHere();
  const bool is_wanted = state_sets_.Update(machine_.w());
  system_.ReturnHere();
  return is_wanted;
}

// All that is violated is told; the first error ends the run.
auto Exchange::CheckAssertions() -> StepStatus {
  uint32_t failed = kNone;
  for (uint32_t i = 0; i < model_.n_assertions; ++i) {
    const KerfAssertion& assertion = model_.assertions[i];
    if (assertion.is_at_events != 0) continue;
    const bool is_violated = machine_.w()[assertion.slot] == 0;
    if (is_violated && !is_violated_[i] && assertion.is_error == 0)
      observer_.AssertionFailed(i, t_, machine_.w());
    is_violated_[i] = is_violated;
    if (is_violated && assertion.is_error != 0 && failed == kNone) failed = i;
  }
  if (failed == kNone) return StepStatus::Ok;
  failure_ = {};
  failure_.assertion = failed;
  return Fail(StepStatus::AssertionViolated);
}

auto Exchange::Fail(StepStatus status) -> StepStatus {
  const std::string text = failure_.text;
  if (status != StepStatus::AssertionViolated && status != StepStatus::StatesDoNotServe &&
      status != StepStatus::BadOptions) {
    const bool is_located = status != StepStatus::NonFinite || machine_.failure().block != kNone ||
                            machine_.failure().step != kNone;
    if (!is_located) machine_.LocateNonFinite(machine_.event_program());
    failure_ = machine_.failure();
  } else {
    failure_.time = t_;
  }
  failure_.status = status;
  failure_.text = text;
  needs_derivatives_ = needs_outputs_ = true;
  return status;
}

auto Exchange::Memory() const -> ExchangeMemory {
  ExchangeMemory memory;
  memory.t = t_;
  memory.w.assign(machine_.w(), machine_.w() + model_.n_slots);
  memory.x = x_;
  memory.widths = widths_;
  memory.relations.assign(relations_.memory().begin(), relations_.memory().end());
  memory.discrete = discrete_.memory();
  memory.last_ticks = schedule_.last_ticks();
  for (uint32_t i = 0; i < model_.n_delays; ++i)
    memory.lines.push_back(*static_cast<const DelayLine*>(model_.delays[i].line));
  memory.is_violated = is_violated_;
  memory.crossings = crossings_;
  memory.point_time = point_time_;
  memory.point_w = point_w_;
  memory.time_cap = time_cap_;
  memory.event_time = event_time_;
  memory.is_event_open = is_event_open_;
  memory.is_at_start = is_at_start_;
  memory.is_new_event = is_new_event_;
  memory.needs_once = needs_once_;
  memory.needs_derivatives = needs_derivatives_;
  memory.needs_outputs = needs_outputs_;
  return memory;
}

void Exchange::Restore(const ExchangeMemory& memory) {
  t_ = memory.t;
  std::copy(memory.w.begin(), memory.w.end(), machine_.w());
  x_ = memory.x;
  widths_ = memory.widths;
  relations_.SetMemory(memory.relations);
  discrete_.SetMemory(memory.discrete);
  schedule_.SetLastTicks(memory.last_ticks);
  for (uint32_t i = 0; i < model_.n_delays; ++i)
    static_cast<DelayLine*>(model_.delays[i].line)->SetMemory(memory.lines[i].Memory());
  is_violated_ = memory.is_violated;
  crossings_ = memory.crossings;
  point_time_ = memory.point_time;
  point_w_ = memory.point_w;
  time_cap_ = memory.time_cap;
  event_time_ = memory.event_time;
  is_event_open_ = memory.is_event_open;
  is_at_start_ = memory.is_at_start;
  is_new_event_ = memory.is_new_event;
  needs_once_ = memory.needs_once;
  needs_derivatives_ = memory.needs_derivatives;
  needs_outputs_ = memory.needs_outputs;
  system_.set_time_cap(time_cap_);
  schedule_.Load(model_, machine_.w());
  state_watch_.Restart();
  machine_.Forget();
  machine_.Accept();
}

}  // namespace kerf::runtime
