// How entities wait, go on and are interrupted; see process.h.
#include <fmt/format.h>

#include "events/process.h"
#include "events/schedule.h"

namespace kerf::events {

namespace {

auto FailBusy(World& world, EntityId id, const char* verb, bool is_scheduled) -> Status {
  return Fail(world, FaultKind::CannotWait,
              fmt::format("{} {}, but {}", world.entities.NameOf(id), verb,
                          is_scheduled ? "is delayed already" : "waits already"));
}

// A second delay or wait would make an entity go on twice.
inline auto CheckIdle(World& world, EntityId id, const Entity& entity, const char* verb) -> Status {
  const bool is_scheduled = world.calendar.IsPending(entity.event) || entity.is_held_back;
  if (entity.wait == WaitKind::None && !is_scheduled) return Status::Ok;
  return FailBusy(world, id, verb, entity.wait == WaitKind::None);
}

// The entity goes on at its point of resumption, now or after its interrupts.
inline void GoOnAfter(World& world, EntityId id, double delay) {
  Entity& entity = world.entities[id];
  if (entity.n_interrupts > 0) {
    entity.is_held_back = true;
    entity.remaining = delay;
    return;
  }
  entity.event = Schedule(world, world.now + delay, entity.resume, id, entity.priority);
}

}  // namespace

auto Advance(World& world, EntityId entity, double delay, uint32_t resume) -> Status {
  Entity* found = FindAlive(world, entity, "advances");
  if (found == nullptr) return Status::Failed;
  if (CheckIdle(world, entity, *found, "advances") == Status::Failed) return Status::Failed;
  if (!(delay >= 0)) {
    return Fail(
        world, delay < 0 ? FaultKind::NegativeDelay : FaultKind::NotFinite,
        fmt::format("{} advances by {:.10g}, which is no delay", world.entities.NameOf(entity), delay));
  }
  found->resume = resume;
  GoOnAfter(world, entity, delay);
  return world.fault.IsSet() ? Status::Failed : Status::Ok;
}

auto AdvanceTo(World& world, EntityId entity, double time, uint32_t resume) -> Status {
  Entity* found = FindAlive(world, entity, "waits");
  if (found == nullptr) return Status::Failed;
  if (CheckIdle(world, entity, *found, "waits") == Status::Failed) return Status::Failed;
  if (!(time >= world.now)) {
    return Fail(world, time < world.now ? FaultKind::EventInPast : FaultKind::NotFinite,
                fmt::format("{} waits until the time {:.10g}, {}", world.entities.NameOf(entity), time,
                            time < world.now ? "which is over" : "which is none"));
  }
  found->resume = resume;
  if (found->n_interrupts > 0) {
    GoOnAfter(world, entity, time - world.now);
  } else {
    found->event = Schedule(world, time, resume, entity, found->priority);
  }
  return world.fault.IsSet() ? Status::Failed : Status::Ok;
}

auto WaitIn(World& world, EntityId entity, FileId queue, WaitKind kind, uint32_t object, double amount,
            uint32_t resume) -> Grant {
  Entity& waiting = world.entities[entity];
  if (CheckIdle(world, entity, waiting, "is to wait") == Status::Failed) return Grant::Refused;
  const File& file = world.files[queue];
  if (file.n_entries >= file.capacity) {
    (void)Fail(world, FaultKind::FileFull,
               fmt::format("{} does not find room in the queue of {}, which holds {}",
                           world.entities.NameOf(entity), file.name, file.capacity));
    return Grant::Refused;
  }
  waiting.resume = resume;
  waiting.has_given_up = false;
  waiting.wait = kind;
  waiting.waits_for = object;
  waiting.wait_entry = world.files.Insert(queue, world.entities, entity, waiting.priority, world.now);
  world.files.entry(waiting.wait_entry.index).amount = amount;
  return Grant::Waiting;
}

void EndWait(World& world, Entity& entity) {
  entity.wait = WaitKind::None;
  entity.wait_entry = {};
  if (entity.event.IsNone()) return;
  world.calendar.Cancel(entity.event);
  entity.event = {};
}

void Wake(World& world, uint32_t entry) {
  const EntityId id = world.files.Remove(entry, world.entities, world.now);
  EndWait(world, world.entities[id]);
  GoOnAfter(world, id, 0);
}

void Interrupt(World& world, Entity& entity) {
  ++entity.n_interrupts;
  // What is scheduled for an entity that waits is the end of its patience, which nothing puts off.
  if (entity.wait != WaitKind::None || !world.calendar.IsPending(entity.event)) return;
  entity.remaining = world.calendar.At(entity.event).time - world.now;
  entity.is_held_back = true;
  world.calendar.Cancel(entity.event);
  entity.event = {};
}

void EndInterrupt(World& world, EntityId id) {
  Entity& entity = world.entities[id];
  --entity.n_interrupts;
  if (entity.n_interrupts > 0 || !entity.is_held_back) return;
  entity.is_held_back = false;
  GoOnAfter(world, id, entity.remaining);
}

auto Suspend(World& world, EntityId entity, uint32_t resume) -> Status {
  Entity* found = FindAlive(world, entity, "is suspended");
  if (found == nullptr) return Status::Failed;
  if (found->is_suspended) {
    return Fail(world, FaultKind::CannotWait,
                fmt::format("{} is suspended, but was so before", world.entities.NameOf(entity)));
  }
  found->is_suspended = true;
  const bool is_active =
      found->wait == WaitKind::None && !world.calendar.IsPending(found->event) && !found->is_held_back;
  Interrupt(world, *found);
  if (is_active) {
    found->resume = resume;
    found->is_held_back = true;
    found->remaining = 0;
  }
  return Status::Ok;
}

auto Resume(World& world, EntityId entity) -> Status {
  Entity* found = FindAlive(world, entity, "is resumed");
  if (found == nullptr) return Status::Failed;
  if (!found->is_suspended) {
    return Fail(world, FaultKind::CannotWait,
                fmt::format("{} is resumed, but was not suspended", world.entities.NameOf(entity)));
  }
  found->is_suspended = false;
  EndInterrupt(world, entity);
  return Status::Ok;
}

}  // namespace kerf::events
