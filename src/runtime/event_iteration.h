// The event iteration: relations and equations are brought to agree at one instant.
//
//   repeat  solve for what follows from time and states; let the relations follow their functions
//   until   none changes, nor would one on a boundary by the direction in which its function is going
#pragma once

#include "runtime/point_solver.h"
#include "runtime/relations.h"

namespace kerf::runtime {

// On success w holds the instant just after the event, derivatives included. is_exact is for the start of a
// run, when no value is held yet.
auto SettleEvents(PointSolver& point, Relations& relations, bool is_exact) -> StepStatus;

}  // namespace kerf::runtime
