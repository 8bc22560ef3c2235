// Blocks whose variables do not always get a value.
#pragma once

#include "diag/diag.h"
#include "lang/acsl/program.h"

namespace kerf::acsl {

// Warns of names that a PROCEDURAL or NOSORT block reads before it has given them a value, and of those that
// others read although not every path through the block gives them one. The language keeps the last value;
// here it is 0.
void CheckBlocks(const Program& program, diag::Emitter& emitter);

}  // namespace kerf::acsl
