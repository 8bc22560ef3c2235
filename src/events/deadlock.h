// Deadlock: nothing is scheduled, and entities wait. Only who drives the run knows that nothing else can wake
// them (a state event may), so it asks.
#pragma once

#include <string>

#include "events/world.h"

namespace kerf::events {

// Who waits for what, a line each; empty if nobody waits. Says how many more there are than it shows.
auto WhoWaits(const World& world) -> std::string;
// A fault if the calendar is empty and entities wait.
auto CheckDeadlock(World& world) -> Status;

}  // namespace kerf::events
