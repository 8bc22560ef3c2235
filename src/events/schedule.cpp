// See schedule.h.
#include "events/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "events/patience.h"

namespace kerf::events {

namespace {

// "arrival of customer 3", or the event alone if it has no entity.
auto Who(const World& world, uint32_t code, EntityId entity) -> std::string {
  const std::string name = EventName(world, code);
  return entity.IsNone() ? name : fmt::format("{} of {}", name, world.entities.NameOf(entity));
}

auto FailTime(World& world, double time, uint32_t code, EntityId entity) -> Status {
  const std::string who = Who(world, code, entity);
  if (!std::isfinite(time)) {
    return Fail(world, FaultKind::NotFinite,
                fmt::format("{} is scheduled for the time {}", who, ShownTime(world, time)));
  }
  return Fail(
      world, FaultKind::EventInPast,
      fmt::format("{} is scheduled for the time {:.10g}, which is over", who, ShownTime(world, time)));
}

inline auto CheckTime(World& world, double time, uint32_t code, EntityId entity) -> Status {
  const bool is_good = time >= world.now && time < std::numeric_limits<double>::infinity();
  return is_good ? Status::Ok : FailTime(world, time, code, entity);
}

// Names the events that go on without end: those that would be next as well.
auto TooMany(World& world, const Event& event) -> Status {
  constexpr size_t kNamed = 5;
  std::string names = Who(world, event.code, event.entity);
  size_t n_named = 1;
  for (const Event& other : world.calendar.Pending()) {
    if (other.time > world.now || n_named == kNamed) break;
    names += ", " + Who(world, other.code, other.entity);
    ++n_named;
  }
  return Fail(
      world, FaultKind::TooManyEvents,
      fmt::format("more than {} events at one instant; the latest: {}", world.max_events_at_instant, names));
}

// Whether its entity is to see the event. One that gives up while it is interrupted goes on later; what is
// due for one that has left is a fault.
inline auto IsForEntity(World& world, const Event& event) -> bool {
  Entity* entity = world.entities.Find(event.entity);
  if (entity == nullptr) {
    (void)Fail(world, FaultKind::DeadEntity, fmt::format("{} is due", Who(world, event.code, event.entity)));
    return false;
  }
  if (entity->event != event.id) return true;
  entity->event = {};
  return entity->wait == WaitKind::None || GiveUp(world, event.entity);
}

}  // namespace

auto Schedule(World& world, double time, uint32_t code, EntityId entity, int32_t priority) -> EventId {
  if (CheckTime(world, time, code, entity) == Status::Failed) return {};
  return world.calendar.Schedule(time, priority, code, entity);
}

auto ScheduleAfter(World& world, double delay, uint32_t code, EntityId entity, int32_t priority) -> EventId {
  if (delay < 0) {
    (void)Fail(world, FaultKind::NegativeDelay,
               fmt::format("{} is scheduled after a delay of {:.10g}, which is negative",
                           Who(world, code, entity), delay));
    return {};
  }
  return Schedule(world, world.now + delay, code, entity, priority);
}

auto Cancel(World& world, EventId event) -> Status {
  return world.calendar.Cancel(event) ? Status::Ok : Status::Failed;
}

auto Reschedule(World& world, EventId event, double time) -> EventId {
  if (!world.calendar.IsPending(event)) return {};
  const Event old = world.calendar.At(event);
  if (CheckTime(world, time, old.code, old.entity) == Status::Failed) return {};
  const EventId moved = world.calendar.Reschedule(event, time);
  Entity* entity = world.entities.Find(old.entity);
  if (entity != nullptr && entity->event == event) entity->event = moved;
  return moved;
}

auto CountEvent(World& world, const Event& event) -> Status {
  ++world.n_events;
  world.event_code = event.code;
  return ++world.n_events_now > world.max_events_at_instant ? TooMany(world, event) : Status::Ok;
}

auto NextEvent(World& world, double stop, Event& event) -> Next {
  while (true) {
    if (world.fault.IsSet()) return Next::Fault;
    if (world.is_finish_requested) return Next::Finished;
    if (!world.calendar.TryPop(stop, event)) {
      if (world.calendar.IsEmpty()) return Next::Empty;
      world.now = std::max(world.now, stop);
      return Next::Stop;
    }
    if (event.time > world.now) {
      world.now = event.time;
      world.n_events_now = 0;
    }
    if (CountEvent(world, event) == Status::Failed) return Next::Fault;
    if (!event.entity.IsNone() && !IsForEntity(world, event)) continue;
    if (world.observer != nullptr) world.observer->Take(world, event);
    return Next::Event;
  }
}

}  // namespace kerf::events
