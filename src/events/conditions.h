// Waiting for what only the program can judge: that a file has an entry of some kind, that two facilities are
// free at a time, that a level has fallen. Nothing wakes who waits so. Instead the program looks, after each
// event, at all who wait, by priority and then first come first served: the event of its point of resumption
// is handled again, and either the entity waits on,
//
//   case kWant:
//     item = FindIn(world, shelf, {kColor, Relation::Equal, kRed});
//     if (item.IsNone()) return (void)WaitForCondition(world, robot, kWant);
//     EndCondition(world, robot);
//
// and keeps its place, or it goes on at once. After one that has gone on, all are looked at anew from the
// first one on. So a condition holds when an entity goes on, and nobody misses it.
#pragma once

#include <functional>

#include "events/process.h"

namespace kerf::events {

// The entity goes on waiting if it is looked at and comes here again, with the same point of resumption.
auto WaitForCondition(World& world, EntityId entity, uint32_t resume) -> Grant;
// It has found what it waited for, or never waited: it stands in no list, and does not give up.
void EndCondition(World& world, EntityId entity);

inline auto HasConditions(const World& world) -> bool {
  return world.conditions.has_value() && world.files[*world.conditions].n_entries > 0;
}
// Looks at all who wait, and are not interrupted. `handle` gets an event for each, and gives false if the run
// is to end.
auto LookAtConditions(World& world, const std::function<bool(const Event&)>& handle) -> Status;

}  // namespace kerf::events
