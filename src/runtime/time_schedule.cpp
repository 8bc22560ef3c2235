// A sorted list; instants that differ by rounding errors only are merged into the first of them.
#include "runtime/time_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/delays.h"
#include "runtime/relations.h"

namespace kerf::runtime {

namespace {

// The last tick at or before t (or the first of all), in numbers of intervals.
auto LastTick(double t, double start, double interval) -> double {
  double k = std::max(0.0, std::floor((t - start) / interval));
  // Rounding errors of the division must not hide a tick that falls on t.
  if (start + (k + 1) * interval <= t || IsSameInstant(start + (k + 1) * interval, t)) ++k;
  return k;
}

// The next tick beyond t.
auto NextTick(double t, double start, double interval, Direction direction) -> double {
  const double k = LastTick(t, start, interval);
  const double last = start + k * interval;
  const bool is_over = last <= t || IsSameInstant(last, t);
  if (direction == Direction::Forward) return is_over ? start + (k + 1) * interval : last;
  if (!is_over) return -std::numeric_limits<double>::infinity();
  if (!IsSameInstant(last, t)) return last;
  return k > 0 ? start + (k - 1) * interval : -std::numeric_limits<double>::infinity();
}

}  // namespace

void TimeSchedule::BeginTicks(const KerfModel& model, double* w, bool are_over) {
  last_ticks_.assign(model.n_samplers, -std::numeric_limits<double>::infinity());
  SetTicks(model, w);
  for (uint32_t i = 0; are_over && i < model.n_samplers; ++i) w[model.samplers[i].tick_slot] = 0;
}

void TimeSchedule::SetTicks(const KerfModel& model, double* w) {
  const double t = w[model.time_slot];
  for (uint32_t i = 0; i < model.n_samplers; ++i) {
    const KerfSampler& sampler = model.samplers[i];
    const double start = w[sampler.start_slot];
    const double interval = w[sampler.interval_slot];
    const double tick = start + LastTick(t, start, interval) * interval;
    const bool is_due = tick == t || IsSameInstant(tick, t);
    const bool is_over = tick == last_ticks_[i] || IsSameInstant(tick, last_ticks_[i]);
    w[sampler.tick_slot] = is_due && !is_over ? 1 : 0;
    if (is_due) last_ticks_[i] = tick;
  }
}

void TimeSchedule::Load(const KerfModel& model, const double* w, Direction direction) {
  std::vector<Instant> all;
  for (uint32_t i = 0; i < model.n_relations; ++i) {
    const KerfRelation& relation = model.relations[i];
    if (relation.is_time_event != 0 && relation.kind != KERF_FLOOR)
      all.push_back({w[relation.time_slot], false});
  }
  const double t = w[model.time_slot];
  for (uint32_t i = 0; i < model.n_samplers; ++i) {
    const double start = w[model.samplers[i].start_slot];
    const double interval = w[model.samplers[i].interval_slot];
    all.push_back({NextTick(t, start, interval, direction), false});
  }
  // A jump at the end of a delay is met as one of an input.
  for (uint32_t i = 0; i < model.n_delays; ++i) all.push_back({NextArrival(model.delays[i], w), true});
  for (uint32_t i = 0; i < model.n_input_events; ++i) all.push_back({model.input_events[i], true});
  std::erase_if(all, [](const Instant& instant) { return !std::isfinite(instant.time); });
  for (Instant& instant : all) instant.time = Turned(direction, instant.time);
  std::sort(all.begin(), all.end(), [](const Instant& a, const Instant& b) { return a.time < b.time; });
  instants_.clear();
  for (const Instant& instant : all) {
    if (instants_.empty() || !IsSameInstant(instants_.back().time, instant.time)) {
      instants_.push_back(instant);
      continue;
    }
    instants_.back().is_input = instants_.back().is_input || instant.is_input;
  }
}

auto TimeSchedule::InstantAt(double t) const -> double {
  const auto found =
      std::ranges::find_if(instants_, [&](const Instant& instant) { return IsSameInstant(instant.time, t); });
  return found == instants_.end() ? t : found->time;
}

auto TimeSchedule::Next(double t) const -> Instant {
  auto next = std::upper_bound(instants_.begin(), instants_.end(), t,
                               [](double time, const Instant& instant) { return time < instant.time; });
  if (next != instants_.end() && IsSameInstant(next->time, t)) ++next;
  return next == instants_.end() ? Instant{std::numeric_limits<double>::infinity(), false} : *next;
}

}  // namespace kerf::runtime
