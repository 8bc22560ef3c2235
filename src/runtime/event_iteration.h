// The event iteration: relations and equations are brought to agree at one instant.
//
//   repeat
//     repeat
//       solve for what follows from time, states and old values
//       let the relations follow their functions: all together at first, one at a time if that leads in a
//       circle, and if that does too, try what changing up to three of them would give
//     until none changes
//     assertions of when-clauses that act are checked, and their effects take place
//     states take the values that reinit gives them; present values become old ones
//     if that changes nothing: relations on a boundary take the value to which their functions are going
//   until   nothing changes
#pragma once

#include "runtime/discrete.h"
#include "runtime/point_solver.h"
#include "runtime/relations.h"

namespace kerf::runtime {

// On success w holds the instant just after the event, derivatives included. is_exact is for the start of a
// run, when no value is held yet.
auto SettleEvents(PointSolver& point, Relations& relations, Discrete& discrete, bool is_exact) -> StepStatus;

// Calls the active effects that belong to events, or those that belong to all points, until one fails.
auto RunEffects(Machine& machine, bool is_at_event) -> StepStatus;

}  // namespace kerf::runtime
