// What a program does for delay(): it keeps the past of what is delayed. Programs without delays have nothing
// of it.
#pragma once

#include <string>

#include "emit/program.h"
#include "emit/skeleton.h"
#include "emit/target.h"

namespace kerf::emit {

// The gaps of the executive, by the lines of the target's Past; the rows of the table are in the gaps
// already.
void FillDelayGaps(const Program& program, const Target& target, Gaps& gaps);

}  // namespace kerf::emit
