// See patience.h.
#include "events/patience.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "events/facility.h"
#include "events/schedule.h"
#include "events/sync.h"

namespace kerf::events {

namespace {

// Leaves where it waits. Who stood first may have kept others from what is free.
void LeaveQueue(World& world, EntityId id) {
  Entity& entity = world.entities[id];
  const WaitKind kind = entity.wait;
  const uint32_t object = entity.waits_for;
  if (kind == WaitKind::SignalSet) {
    LeaveSignals(world, entity, kNone);
  } else {
    world.files.Remove(entity.wait_entry.index, world.entities, world.now);
  }
  EndWait(world, entity);
  entity.has_given_up = true;
  if (kind == WaitKind::Facility) ServeNext(world, static_cast<FacilityId>(object));
  if (kind == WaitKind::StorePut || kind == WaitKind::StoreGet)
    ServeNext(world, static_cast<StoreId>(object));
}

}  // namespace

auto GiveUpAfter(World& world, EntityId id, double patience) -> Status {
  Entity* entity = FindAlive(world, id, "is to give up");
  if (entity == nullptr) return Status::Failed;
  const std::string who = world.entities.NameOf(id);
  if (!(patience >= 0)) {
    return Fail(world, patience < 0 ? FaultKind::NegativeDelay : FaultKind::NotFinite,
                fmt::format("{} is to give up after {:.10g}, which is no delay", who, patience));
  }
  if (entity->wait == WaitKind::None)
    return Fail(world, FaultKind::CannotWait, fmt::format("{} is to give up, but does not wait", who));
  if (world.calendar.IsPending(entity->event))
    return Fail(world, FaultKind::CannotWait, fmt::format("{} is to give up, and was so before", who));
  const double time = world.now + patience;
  if (std::isinf(time)) return Status::Ok;
  // Behind all else at that instant.
  constexpr int32_t kLast = std::numeric_limits<int32_t>::min();
  entity->event = Schedule(world, time, entity->resume, id, kLast);
  return entity->event.IsNone() ? Status::Failed : Status::Ok;
}

auto HasGivenUp(const World& world, EntityId id) -> bool {
  const Entity* entity = world.entities.Find(id);
  return entity != nullptr && entity->has_given_up;
}

auto GiveUp(World& world, EntityId id) -> bool {
  LeaveQueue(world, id);
  Entity& entity = world.entities[id];
  if (entity.n_interrupts == 0) return true;
  entity.is_held_back = true;
  entity.remaining = 0;
  return false;
}

}  // namespace kerf::events
