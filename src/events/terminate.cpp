// The end of an entity that others decide; see process.h.
#include "events/facility.h"
#include "events/process.h"
#include "events/sync.h"

namespace kerf::events {

namespace {

// Who stood first in a queue may have kept others from what is free.
void ServeQueue(World& world, uint32_t file) {
  for (uint32_t k = 0; k < world.facilities.size(); ++k) {
    if (IndexOf(world.facilities[k].queue) == file) return ServeNext(world, static_cast<FacilityId>(k));
  }
  for (uint32_t k = 0; k < world.stores.size(); ++k) {
    const Store& store = world.stores[k];
    if (IndexOf(store.putting) == file || IndexOf(store.getting) == file)
      return ServeNext(world, static_cast<StoreId>(k));
  }
}

}  // namespace

auto Terminate(World& world, EntityId id) -> Status {
  Entity* entity = FindAlive(world, id, "is terminated");
  if (entity == nullptr) return Status::Failed;
  world.calendar.Cancel(entity->event);
  entity->event = {};
  entity->wait = WaitKind::None;
  entity->wait_entry = {};
  while (world.entities[id].first_entry != kNone) {
    const uint32_t entry = world.entities[id].first_entry;
    const uint32_t file = world.files.entry(entry).file;
    world.files.Remove(entry, world.entities, world.now);
    ServeQueue(world, file);
  }
  ReleaseAll(world, id);
  return Leave(world, id);
}

}  // namespace kerf::events
