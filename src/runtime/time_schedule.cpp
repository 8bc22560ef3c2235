// A sorted list; instants that differ by rounding errors only are merged into the first of them.
#include "runtime/time_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/relations.h"

namespace kerf::runtime {

void TimeSchedule::Load(const KerfModel& model, const double* w) {
  std::vector<Instant> all;
  for (uint32_t i = 0; i < model.n_relations; ++i) {
    const KerfRelation& relation = model.relations[i];
    if (relation.is_time_event != 0 && relation.kind != KERF_FLOOR)
      all.push_back({w[relation.time_slot], false});
  }
  for (uint32_t i = 0; i < model.n_input_events; ++i) all.push_back({model.input_events[i], true});
  std::erase_if(all, [](const Instant& instant) { return !std::isfinite(instant.time); });
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

auto TimeSchedule::Next(double t) const -> Instant {
  auto next = std::upper_bound(instants_.begin(), instants_.end(), t,
                               [](double time, const Instant& instant) { return time < instant.time; });
  if (next != instants_.end() && IsSameInstant(next->time, t)) ++next;
  return next == instants_.end() ? Instant{std::numeric_limits<double>::infinity(), false} : *next;
}

}  // namespace kerf::runtime
