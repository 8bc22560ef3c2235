// For languages without events: conditions in place of their held values.
#pragma once

#include "emit/program.h"

namespace kerf::emit {

// Puts each condition back where its held value stands and orders the statements anew. What remains of events
// (when-clauses, ticks, new values of states) is left as it is; assertions go.
void InlineRelations(Program& program);

}  // namespace kerf::emit
