// Conditions in terms of what a language has.
#pragma once

#include "expr/pool.h"

namespace kerf::emit {

// Only < and >: x <= y becomes not x > y.
auto WithStrictRelations(expr::Pool& pool, expr::ExprId root) -> expr::ExprId;
// No conditions at all: a choice becomes no + c*(yes - no), where c is (1 + sign(x - y))/2 for x > y. min and
// max are choices.
auto WithSigns(expr::Pool& pool, expr::ExprId root) -> expr::ExprId;

}  // namespace kerf::emit
