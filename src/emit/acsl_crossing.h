// Conditions as functions that cross zero, for SCHEDULE.
#pragma once

#include <map>

#include "emit/acsl_events.h"

namespace kerf::emit {

// When the condition comes true. `solutions`: what variables are that equations give between
// events, for conditions that are variables themselves.
//   x > y          x - y crosses upwards              x < y    x - y crosses downwards
//   a and b        the smaller function upwards       a or b   the larger one
//   time >= p      at the time p, if p does not change
// What has only two values, such as a variable that sections set, is a jump from -1 to 1.
auto MakeCrossing(transform::Work& work, const std::map<expr::VarId, expr::ExprId>& solutions,
                  expr::ExprId condition) -> AcslTrigger;

}  // namespace kerf::emit
