// Facilities (one at a time) and storages (several): seize, preempt, release.
//
// What is released is given at once to the first that waits and finds enough, by priority and then first come
// first served; nobody overtakes, not even who wants less. So at no moment can a newcomer slip in between.
// The entity that got it resumes at the same instant, after the releaser has come to wait.
#pragma once

#include <cstdint>

#include "events/process.h"

namespace kerf::events {

auto Seize(World& world, FacilityId facility, EntityId entity, uint32_t resume, uint32_t amount = 1) -> Grant;
// Takes it from the holder of the lowest priority, if that is lower than the entity's own; of several that
// were given it last. That one waits before all of its priority to regain what it held; the rest of its delay
// is kept. Else the entity waits as after Seize.
auto Preempt(World& world, FacilityId facility, EntityId entity, uint32_t resume) -> Grant;
// A fault if the entity does not hold so much of it.
auto Release(World& world, FacilityId facility, EntityId entity, uint32_t amount = 1) -> Status;
// Releases all that the entity holds, of every facility. The entity must be alive.
void ReleaseAll(World& world, EntityId entity);
// Gives what is free to those who wait, after one of them has gone.
void ServeNext(World& world, FacilityId facility);
// How much of it the entity holds.
auto HeldBy(const World& world, FacilityId facility, EntityId entity) -> uint32_t;

}  // namespace kerf::events
