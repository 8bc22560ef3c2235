// Observations of a world: COLLECT, TIMEPERS, HISTOGRAM, random variables, and clearing all at a time.
#pragma once

#include "events/world.h"

namespace kerf::events {

// An observation that is not a number is a fault.
auto Observe(World& world, CollectId id, double x) -> Status;
auto Count(World& world, HistogramId id, double x) -> Status;
// The variable has this value from now on.
auto SetValue(World& world, TimeStatisticId id, double value) -> Status;
// NaN and a fault if there is no such variable.
auto DrawFrom(World& world, VariateId id) -> double;
// Checks the parameters and draws once; NaN and a fault if they are wrong. Not for discrete distributions,
// which have to be prepared.
auto DrawOnce(World& world, uint32_t stream, const Distribution& distribution) -> double;

// Forgets all statistics, as at the end of a warm-up. What goes on (queues, facilities in use, variables that
// have a value) is counted from now on with the values it has.
void ClearStatistics(World& world);
// Counts what goes on up to now. Before a report.
void UpdateStatistics(World& world);

}  // namespace kerf::events
