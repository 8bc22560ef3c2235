// An equation in canonical form: "a^2.0*d+(b+x)^2.0 = 0.0"; see canonical_form.h. Equations that say the same
// in another order or with other signs inside have one text. Arguments of functions stay as they are.
#pragma once

#include <string>

#include "expr/print.h"

namespace kerf::expr {

// "lhs - rhs = 0.0".
auto PrintCanonical(const Pool& pool, ExprId lhs, ExprId rhs, const Namer& namer) -> std::string;

}  // namespace kerf::expr
