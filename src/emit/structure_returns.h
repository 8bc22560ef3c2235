// Statements of a function without Return, for where they stand in the place of a call.
#pragma once

#include <functional>

#include "emit/scalar_function.h"

namespace kerf::emit {

// What follows a choice with a Return goes into its other branch:
//   if c then a; return; end; b       is      if c then a else b end
// Where that would say something twice, and in loops, a variable says that the function is done:
//   while c loop if d then return; end; a end; b
//   is      done := 0; while c loop if d then done := 1; break; end; a end; if done == 0 then b end
// `make_done` gives this variable, and is called only if it is needed. What stops the program is left out.
auto WithoutReturns(expr::Pool& pool, const std::vector<ScalarStatement>& statements,
                    const std::function<expr::ExprId()>& make_done) -> std::vector<ScalarStatement>;

}  // namespace kerf::emit
