// Conditions and numbers apart, for languages in which they are of different types.
#pragma once

#include "expr/pool.h"

namespace kerf::emit {

// The expression as a number, or as a condition: conditions in it are conditions, numbers used as conditions
// are compared with 0, and conditions used as numbers become 1 or 0.
auto WithTypedTruth(expr::Pool& pool, expr::ExprId root, bool is_condition = false) -> expr::ExprId;

}  // namespace kerf::emit
