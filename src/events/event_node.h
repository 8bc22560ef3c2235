// What decides the order of events: the time, then the priority, then the order of scheduling. Two nodes are
// never equal, so that the order does not depend on how they are kept.
#pragma once

#include <cstdint>

namespace kerf::events {

struct EventNode {
  double time = 0;
  uint64_t sequence = 0;
  int32_t priority = 0;
  // Where the calendar keeps what is to be done.
  uint32_t slot = 0;
};

inline auto IsBefore(const EventNode& a, const EventNode& b) -> bool {
  if (a.time != b.time) return a.time < b.time;
  if (a.priority != b.priority) return a.priority > b.priority;
  return a.sequence < b.sequence;
}

}  // namespace kerf::events
