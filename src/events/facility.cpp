// See facility.h.
#include "events/facility.h"

#include <fmt/format.h>

namespace kerf::events {

namespace {

auto HasFacility(World& world, FacilityId id) -> bool {
  if (IndexOf(id) < world.facilities.size()) return true;
  (void)Fail(world, FaultKind::UnknownObject, fmt::format("there is no facility {}", IndexOf(id)));
  return false;
}

auto TakeHold(World& world) -> uint32_t {
  if (world.free_holds.empty()) {
    world.holds.emplace_back();
    return static_cast<uint32_t>(world.holds.size() - 1);
  }
  const uint32_t hold = world.free_holds.back();
  world.free_holds.pop_back();
  return hold;
}

auto FindHold(const World& world, uint32_t facility, const Entity& entity) -> uint32_t {
  uint32_t hold = entity.first_hold;
  while (hold != kNone && world.holds[hold].facility != facility) hold = world.holds[hold].next_of_entity;
  return hold;
}

void LinkHold(World& world, Facility& facility, Entity& entity, uint32_t index) {
  Hold& hold = world.holds[index];
  hold.next_of_entity = entity.first_hold;
  entity.first_hold = index;
  hold.previous = kNone;
  hold.next = facility.first_hold;
  if (hold.next != kNone) world.holds[hold.next].previous = index;
  facility.first_hold = index;
}

void UnlinkHold(World& world, Facility& facility, Entity& entity, uint32_t index) {
  const Hold& hold = world.holds[index];
  (hold.previous == kNone ? facility.first_hold : world.holds[hold.previous].next) = hold.next;
  if (hold.next != kNone) world.holds[hold.next].previous = hold.previous;
  uint32_t* link = &entity.first_hold;
  while (*link != index) link = &world.holds[*link].next_of_entity;
  *link = hold.next_of_entity;
  world.free_holds.push_back(index);
}

// The entity holds `amount` more of the facility.
void Give(World& world, FacilityId id, EntityId entity_id, uint32_t amount) {
  Facility& facility = world.facilities[IndexOf(id)];
  Entity& entity = world.entities[entity_id];
  facility.in_use += amount;
  facility.use.Set(world.now, facility.in_use);
  uint32_t hold = FindHold(world, IndexOf(id), entity);
  if (hold == kNone) {
    hold = TakeHold(world);
    world.holds[hold] = {entity_id, IndexOf(id), 0, world.now, kNone, kNone, kNone};
    LinkHold(world, facility, entity, hold);
  }
  world.holds[hold].amount += amount;
}

void TakeBack(World& world, FacilityId id, uint32_t index, uint32_t amount) {
  Facility& facility = world.facilities[IndexOf(id)];
  Hold& hold = world.holds[index];
  facility.in_use -= amount;
  facility.use.Set(world.now, facility.in_use);
  hold.amount -= amount;
  if (hold.amount > 0) return;
  facility.holding.Add(world.now - hold.since);
  UnlinkHold(world, facility, world.entities[hold.entity], index);
}

// Gives what is free to those who wait.
void Serve(World& world, FacilityId id) {
  const Facility& facility = world.facilities[IndexOf(id)];
  while (true) {
    const uint32_t first = world.files[facility.queue].first;
    if (first == kNone) return;
    const Entry& entry = world.files.entry(first);
    const auto amount = static_cast<uint32_t>(entry.amount);
    if (facility.capacity - facility.in_use < amount) return;
    const EntityId entity = entry.entity;
    if (entry.is_regain) {
      world.files.Remove(first, world.entities, world.now);
      Give(world, id, entity, amount);
      EndInterrupt(world, entity);
    } else {
      ++world.facilities[IndexOf(id)].n_seized;
      Give(world, id, entity, amount);
      Wake(world, first);
    }
  }
}

// The hold of the lowest priority below `priority`, kNone if there is none.
auto FindVictim(const World& world, const Facility& facility, int32_t priority) -> uint32_t {
  uint32_t victim = kNone;
  int32_t lowest = priority;
  for (uint32_t k = facility.first_hold; k != kNone; k = world.holds[k].next) {
    const int32_t own = world.entities[world.holds[k].entity].priority;
    if (own >= lowest) continue;
    lowest = own;
    victim = k;
  }
  return victim;
}

void TakeFromVictim(World& world, FacilityId id, uint32_t victim) {
  Facility& facility = world.facilities[IndexOf(id)];
  const EntityId loser = world.holds[victim].entity;
  const uint32_t amount = world.holds[victim].amount;
  ++facility.n_preempted;
  TakeBack(world, id, victim, amount);
  Entity& entity = world.entities[loser];
  Interrupt(world, entity);
  const EntryId entry =
      world.files.Insert(facility.queue, world.entities, loser, entity.priority, world.now, true);
  world.files.entry(entry.index).amount = amount;
  world.files.entry(entry.index).is_regain = true;
}

auto CheckAmount(World& world, const Facility& facility, EntityId entity, uint32_t amount) -> Status {
  if (amount >= 1 && amount <= facility.capacity) return Status::Ok;
  return Fail(world, FaultKind::BadAmount,
              fmt::format("{} seizes {} of {}, which has {}", world.entities.NameOf(entity), amount,
                          facility.name, facility.capacity));
}

}  // namespace

auto Seize(World& world, FacilityId id, EntityId entity, uint32_t resume, uint32_t amount) -> Grant {
  if (!HasFacility(world, id)) return Grant::Refused;
  Facility& facility = world.facilities[IndexOf(id)];
  if (FindAlive(world, entity, "seizes", facility.name) == nullptr) return Grant::Refused;
  if (CheckAmount(world, facility, entity, amount) == Status::Failed) return Grant::Refused;
  if (world.files[facility.queue].n_entries > 0 || facility.capacity - facility.in_use < amount) {
    return WaitIn(world, entity, facility.queue, WaitKind::Facility, IndexOf(id), amount, resume);
  }
  ++facility.n_seized;
  Give(world, id, entity, amount);
  world.files[facility.queue].wait.Add(0);
  return Grant::Granted;
}

auto Preempt(World& world, FacilityId id, EntityId entity, uint32_t resume) -> Grant {
  if (!HasFacility(world, id)) return Grant::Refused;
  Facility& facility = world.facilities[IndexOf(id)];
  const Entity* own = FindAlive(world, entity, "preempts", facility.name);
  if (own == nullptr) return Grant::Refused;
  if (facility.in_use < facility.capacity) return Seize(world, id, entity, resume);
  const uint32_t victim = FindVictim(world, facility, own->priority);
  if (victim == kNone) return Seize(world, id, entity, resume);
  TakeFromVictim(world, id, victim);
  ++facility.n_seized;
  Give(world, id, entity, 1);
  world.files[facility.queue].wait.Add(0);
  // A victim that held more than one leaves some for others.
  Serve(world, id);
  return Grant::Granted;
}

auto Release(World& world, FacilityId id, EntityId entity, uint32_t amount) -> Status {
  if (!HasFacility(world, id)) return Status::Failed;
  const Facility& facility = world.facilities[IndexOf(id)];
  const Entity* own = FindAlive(world, entity, "releases", facility.name);
  if (own == nullptr) return Status::Failed;
  const uint32_t hold = FindHold(world, IndexOf(id), *own);
  const uint32_t held = hold == kNone ? 0 : world.holds[hold].amount;
  if (held == 0) {
    return Fail(
        world, FaultKind::NotSeized,
        fmt::format("{} releases {}, which it has not seized", world.entities.NameOf(entity), facility.name));
  }
  if (amount == 0 || amount > held) {
    return Fail(world, FaultKind::BadAmount,
                fmt::format("{} releases {} of {}, of which it holds {}", world.entities.NameOf(entity),
                            amount, facility.name, held));
  }
  TakeBack(world, id, hold, amount);
  Serve(world, id);
  return Status::Ok;
}

void ReleaseAll(World& world, EntityId entity) {
  while (world.entities[entity].first_hold != kNone) {
    const uint32_t hold = world.entities[entity].first_hold;
    const auto facility = static_cast<FacilityId>(world.holds[hold].facility);
    TakeBack(world, facility, hold, world.holds[hold].amount);
    Serve(world, facility);
  }
}

void ServeNext(World& world, FacilityId facility) { Serve(world, facility); }

auto HeldBy(const World& world, FacilityId id, EntityId entity) -> uint32_t {
  const Entity* own = world.entities.Find(entity);
  const uint32_t hold = own == nullptr ? kNone : FindHold(world, IndexOf(id), *own);
  return hold == kNone ? 0 : world.holds[hold].amount;
}

}  // namespace kerf::events
