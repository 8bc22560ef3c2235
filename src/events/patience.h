// Patience: an entity that waits gives up after a while, and goes on without what it has waited for.
//
//   if (Seize(world, clerk, customer, kServed) == Grant::Waiting) (void)GiveUpAfter(world, customer, 5);
//
// At the same point of resumption HasGivenUp tells which of the two has come. What is given, opened or sent
// at the very instant at which patience ends still counts: entities give up when nothing else is due at that
// instant, one after the other in the order in which their waits were limited, and what the first of them
// does may still serve the next. Patience goes on while the entity is suspended or has lost a facility; it
// then leaves the queue, and goes on when it may.
#pragma once

#include "events/process.h"

namespace kerf::events {

// The entity, which waits for anything, gives up after that time; infinity: never. A fault for a negative
// time, and if it does not wait or its patience is limited already.
auto GiveUpAfter(World& world, EntityId entity, double patience) -> Status;
// Whether its last wait has ended so.
auto HasGivenUp(const World& world, EntityId entity) -> bool;

// For schedule.cpp: the patience of an entity that waits has ended. False if it cannot go on yet.
auto GiveUp(World& world, EntityId entity) -> bool;

}  // namespace kerf::events
