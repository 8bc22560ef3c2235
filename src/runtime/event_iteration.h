// The event iteration: relations and equations are brought to agree at one instant.
//
//   repeat  run derivative; let the relations follow their functions
//   until   none changes, nor would one on a boundary by the direction in which its function is going
#pragma once

#include "runtime/program.h"
#include "runtime/relations.h"
#include "runtime/system.h"

namespace kerf::runtime {

// On success w holds the instant just after the event, `derivative` included. is_exact is for the start of a
// run, when no value is held yet.
auto SettleEvents(System& system, Relations& relations, bool is_exact) -> StepStatus;

}  // namespace kerf::runtime
