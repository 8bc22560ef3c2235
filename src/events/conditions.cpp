// See conditions.h.
#include "events/conditions.h"

#include "events/schedule.h"

namespace kerf::events {

auto WaitForCondition(World& world, EntityId id, uint32_t resume) -> Grant {
  const Entity* entity = FindAlive(world, id, "waits for", "a condition");
  if (entity == nullptr) return Grant::Refused;
  if (entity->wait == WaitKind::Condition && entity->resume == resume) return Grant::Waiting;
  if (!world.conditions) {
    File file;
    file.name = "conditions";
    file.ranking = Ranking::HighFirst;
    file.is_internal = true;
    file.length.Begin(world.now, 0);
    world.conditions = world.files.Add(std::move(file));
  }
  return WaitIn(world, id, *world.conditions, WaitKind::Condition, 0, 0, resume);
}

void EndCondition(World& world, EntityId id) {
  Entity* entity = world.entities.Find(id);
  if (entity == nullptr || entity->wait != WaitKind::Condition) return;
  world.files.Remove(entity->wait_entry.index, world.entities, world.now);
  EndWait(world, *entity);
}

auto LookAtConditions(World& world, const std::function<bool(const Event&)>& handle) -> Status {
  if (!HasConditions(world)) return Status::Ok;
  uint32_t place = world.files[*world.conditions].first;
  while (place != kNone && !world.is_finish_requested && !world.fault.IsSet()) {
    const Entry& entry = world.files.entry(place);
    const uint32_t generation = entry.generation;
    const Entity& entity = world.entities[entry.entity];
    if (entity.n_interrupts > 0) {
      place = entry.next;
      continue;
    }
    const Event event{world.now, entity.priority, entity.resume, entry.entity, {}};
    world.event_code = event.code;
    if (!handle(event)) return Status::Failed;
    // The list may have moved meanwhile.
    const Entry& now = world.files.entry(place);
    if (now.generation == generation) {
      place = now.next;
      continue;
    }
    if (CountEvent(world, event) == Status::Failed) return Status::Failed;
    place = world.files[*world.conditions].first;
  }
  return world.fault.IsSet() ? Status::Failed : Status::Ok;
}

}  // namespace kerf::events
