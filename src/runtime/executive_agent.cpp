// Letting an agent act.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/executive.h"

namespace kerf::runtime {

// What the agent changes may switch conditions, to which it may react in turn.
auto Executive::LetAgentAct(bool& has_changed) -> StepStatus {
  constexpr uint32_t kMaxRounds = 10'000;
  for (uint32_t round = 0; agent_ != nullptr; ++round) {
    // What the agent sets has its old value from before: when-clauses see that it changes.
    discrete_.Begin(machine_.w());
    const DeedKind deed = agent_->Act(time(), integrator_.statistics().step_size, machine_.w());
    if (deed == DeedKind::Failed) return StepStatus::AgentFailed;
    has_changed = has_changed || deed != DeedKind::None;
    is_ended_by_agent_ = deed == DeedKind::Ended || deed == DeedKind::Restructured;
    if (deed == DeedKind::None || deed == DeedKind::Restructured) break;
    if (round >= kMaxRounds) return StepStatus::EventsDoNotSettle;
    StepStatus status = machine_.Run(machine_.model().once);
    if (status != StepStatus::Ok) return status;
    relations_.BeginRound();
    status = FinishEvents(false);
    if (status != StepStatus::Ok || is_ended_by_agent_) return status;
  }
  return StepStatus::Ok;
}

auto Executive::NextInstant() -> Instant {
  Instant next = schedule_.Next(t_);
  const double due =
      agent_ == nullptr ? std::numeric_limits<double>::infinity() : Turned(direction_, agent_->NextTime());
  is_agents_instant_ = due < next.time;
  return is_agents_instant_ ? Instant{due, false} : next;
}

// Points at equal distances where that was asked for, and the stop itself.
auto Executive::PointTime(uint64_t k) const -> double {
  const bool has_step = options_.output_step > 0;
  if (!has_step && k >= options_.intervals)
    return k == options_.intervals ? options_.stop : std::numeric_limits<double>::infinity();
  const double n = static_cast<double>(k);
  if (!has_step) return options_.start + (options_.stop - options_.start) * n / options_.intervals;
  const double t = options_.start + n * options_.output_step;
  if (t < options_.stop && !IsSameInstant(t, options_.stop)) return t;
  const double before = t - options_.output_step;
  const bool is_last = before < options_.stop && !IsSameInstant(before, options_.stop);
  return is_last ? options_.stop : std::numeric_limits<double>::infinity();
}

// A run that goes on has shown the points up to here.
void Executive::SkipPoints() {
  if (options_.output_step > 0)
    next_point_ =
        static_cast<uint64_t>(std::max(0.0, std::floor((t_ - options_.start) / options_.output_step)));
  while (PointTime(next_point_) <= t_ || IsSameInstant(PointTime(next_point_), t_)) ++next_point_;
}

}  // namespace kerf::runtime
