// Events of a model that somebody else integrates.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/event_iteration.h"
#include "runtime/exchange.h"

namespace kerf::runtime {

auto Exchange::Initialize(double t) -> StepStatus {
  t_ = event_time_ = t;
  double* w = machine_.w();
  w[model_.time_slot] = t;
  if (const StepStatus status = machine_.Run(model_.once); status != StepStatus::Ok) return Fail(status);
  state_sets_.Update(w);
  const double* x = w + model_.state_slot;
  const uint32_t bad = FindNonFinite(x, model_.n_states);
  if (bad < model_.n_states) return Fail(machine_.FailNonFinite(model_.state_slot + bad));
  if (const StepStatus status = CheckSamplers(); status != StepStatus::Ok) return status;
  schedule_.BeginTicks(model_, w, false);
  delays_.Clear();
  delays_.Begin(w);
  // A crossing is clear where it is larger than this part of what a function has reached.
  constexpr double kHysteresis = 1e-12;
  relations_.set_blur(kHysteresis);
  relations_.Initialise(w, {});
  if (const StepStatus status = SettleStart(); status != StepStatus::Ok) return status;
  machine_.Accept();
  is_event_open_ = is_at_start_ = is_new_event_ = true;
  crossings_.clear();
  discrete_.Begin(machine_.w());
  return StepStatus::Ok;
}

auto Exchange::CheckSamplers() -> StepStatus {
  for (uint32_t i = 0; i < model_.n_samplers; ++i) {
    const double interval = machine_.w()[model_.samplers[i].interval_slot];
    if (interval > 0 && std::isfinite(interval)) continue;
    failure_.text = fmt::format("sample() with the interval {}: it must be positive", interval);
    return Fail(StepStatus::BadOptions);
  }
  return StepStatus::Ok;
}

// As the executive does: what delays read of the time before is known only when all is settled.
auto Exchange::SettleStart() -> StepStatus {
  const std::vector<double> start(machine_.w(), machine_.w() + model_.n_slots);
  for (uint32_t round = 0;; ++round) {
    const StepStatus status = FinishEvents(true);
    const bool is_last = status != StepStatus::Ok || round > model_.n_delays;
    if (is_last || !delays_.BeginAnew(machine_.w(), options_.tolerance)) return status;
    std::copy(start.begin(), start.end(), machine_.w());
    relations_.Initialise(machine_.w(), {});
  }
}

auto Exchange::FinishEvents(bool is_exact) -> StepStatus {
  point_.Begin(options_.run_length);
  StepStatus status = SettleEvents(point_, relations_, discrete_, is_exact);
  for (const Discrete::Violation& violation : discrete_.TakeViolations())
    observer_.AssertionFailed(violation.assertion, t_, violation.w.data());
  if (status == StepStatus::AssertionViolated) {
    failure_ = {};
    failure_.assertion = machine_.failure().assertion;
  }
  if (status != StepStatus::Ok) return Fail(status);
  std::copy_n(machine_.w() + model_.state_slot, model_.n_states, x_.begin());
  status = RunOutput();
  if (status == StepStatus::Ok) status = RunEffects(machine_, false);
  if (status != StepStatus::Ok) return Fail(status);
  delays_.Record(machine_.w(), true);
  schedule_.Load(model_, machine_.w());
  needs_derivatives_ = needs_outputs_ = false;
  return status;
}

auto Exchange::EnterEvent() -> StepStatus {
  time_cap_ = std::numeric_limits<double>::infinity();
  system_.set_time_cap(time_cap_);
  event_time_ = schedule_.InstantAt(t_);
  SetTime(event_time_);
  // The branches that end here may be undefined beyond the event, which is no failure.
  const Failure before = failure_;
  const bool is_good = EvaluateAll() == StepStatus::Ok;
  if (is_good) {
    delays_.Record(machine_.w(), false);
    FindCrossings();
  } else {
    failure_ = before;
    crossings_.clear();
  }
  is_event_open_ = is_new_event_ = true;
  is_at_start_ = false;
  if (is_good) ChooseStatesForEvent();
  discrete_.Begin(machine_.w());
  return StepStatus::Ok;
}

// Where the values cannot be had, the choice is left as it is: reinit then says what is wrong.
void Exchange::ChooseStatesForEvent() {
  if (state_sets_.empty() || !state_sets_.PrepareForEvent(machine_.w())) return;
  std::copy_n(machine_.w() + model_.state_slot, model_.n_states, x_.begin());
  needs_derivatives_ = needs_outputs_ = true;
}

auto Exchange::Settle(EventNews& news) -> StepStatus {
  news = {};
  const std::vector<double> states_before = x_;
  const std::vector<double> before(machine_.w(), machine_.w() + model_.n_slots);
  if (needs_once_) {
    if (const StepStatus status = machine_.Run(model_.once); status != StepStatus::Ok) return Fail(status);
    needs_once_ = false;
    needs_derivatives_ = true;
  }
  const bool is_late = !is_new_event_;
  const bool has_inputs = needs_derivatives_;
  system_.SetPoint(t_, x_.data());
  if (is_new_event_ && !is_at_start_) {
    delays_.Arrive(machine_.w());
    schedule_.SetTicks(model_, machine_.w());
    relations_.BeginEvent();
    for (const Crossing& crossing : crossings_) relations_.ApplyCrossing(machine_.w(), crossing);
  } else {
    relations_.BeginRound();
  }
  const bool is_called_for = !is_late || has_inputs;
  const bool is_start = is_at_start_ && !has_inputs && !is_late;
  std::vector<uint32_t> changed;
  // Conditions on their boundary have the value of the boundary at the start, and just after it that to which
  // their functions go.
  const bool is_settled = is_start && !relations_.HasBoundary(machine_.w());
  if (is_called_for && !is_settled) {
    if (!is_start) relations_.FollowTime(machine_.w(), false, changed);
    if (const StepStatus status = FinishEvents(false); status != StepStatus::Ok) return status;
  }
  is_new_event_ = is_at_start_ = false;
  crossings_.clear();
  machine_.Accept();
  if (const StepStatus status = ChooseStates(news); status != StepStatus::Ok) return status;
  if (const StepStatus status = CheckAssertions(); status != StepStatus::Ok) return status;
  // Inputs that change from here on have been what they are now.
  discrete_.Begin(machine_.w());
  // What the states go by has changed as well: a host that goes on with the past of its method would follow
  // the equations of before.
  const bool has_other_equations = !std::equal(before.begin(), before.end(), machine_.w());
  news.has_new_states = news.has_new_choice || x_ != states_before || has_other_equations;
  news.is_terminated = discrete_.termination() != kNone;
  if (news.is_terminated) observer_.Terminated(discrete_.termination(), t_);
  news.next_time = NextInstant().time;
  return StepStatus::Ok;
}

auto Exchange::ChooseStates(EventNews& news) -> StepStatus {
  state_watch_.Restart();
  if (!state_sets_.empty() && state_sets_.Update(machine_.w())) {
    news.has_new_choice = true;
    std::copy_n(machine_.w() + model_.state_slot, model_.n_states, x_.begin());
    needs_derivatives_ = needs_outputs_ = true;
    if (const StepStatus status = EvaluateAll(); status != StepStatus::Ok) return status;
    machine_.Accept();
  }
  if (const StepStatus status = WatchStates(); status != StepStatus::Ok) return status;
  if (state_watch_.empty()) return StepStatus::Ok;
  const auto vanished = state_watch_.VanishedSet();
  if (!vanished) return StepStatus::Ok;
  failure_.block = *vanished;
  return Fail(StepStatus::StatesDoNotServe);
}

// No step may pass over a delay, which would read what the step is about to compute, nor get too near to
// where states cease to serve.
auto Exchange::NextInstant() -> Instant {
  Instant next = schedule_.Next(t_);
  const double longest = std::min(delays_.LongestStep(machine_.w()), state_watch_.LongestStep());
  if (t_ + longest < next.time) next = {t_ + longest, false};
  return next;
}

void Exchange::LeaveEvent() {
  std::vector<int> sides(widths_.size());
  std::vector<double> bands(widths_.size());
  std::vector<double> values(widths_.size());
  relations_.RootSides(machine_.w(), sides, bands, widths_);
  relations_.RootValues(machine_.w(), values.data());
  for (uint32_t k = 0; k < widths_.size(); ++k) {
    // A relation that neither value suits (it chatters) lags behind its function. It is to be met again a
    // little further on: hosts see crossings, and not that one lies behind them already.
    if (sides[k] * values[k] < 0) widths_[k] += std::abs(values[k]);
    // While two values are equal, the root function has a band of its own.
    if (sides[k] == 0 || relations_.WatchesEquality(k, machine_.w())) widths_[k] = 0;
  }
  const Instant next = NextInstant();
  time_cap_ = next.is_input ? std::nextafter(next.time, -std::numeric_limits<double>::infinity())
                            : std::numeric_limits<double>::infinity();
  system_.set_time_cap(time_cap_);
  is_event_open_ = false;
  observer_.Point(t_, machine_.w(), PointKind::AfterEvent);
  NotePoint();
}

auto Exchange::EndRun() -> StepStatus {
  if (model_.has_terminal == 0) return StepStatus::Ok;
  if (const StepStatus status = EvaluateAll(); status != StepStatus::Ok) return status;
  discrete_.Begin(machine_.w());
  machine_.w()[model_.terminal_slot] = 1;
  relations_.BeginEvent();
  if (const StepStatus status = FinishEvents(false); status != StepStatus::Ok) return status;
  return CheckAssertions();
}

}  // namespace kerf::runtime
