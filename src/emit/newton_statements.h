// Newton's method for simultaneous equations as statements, for places of a language that have no operator
// for them. The Jacobian is made of difference quotients, the linear system is solved by elimination with
// pivots.
#pragma once

#include <functional>

#include "emit/scalar_function.h"

namespace kerf::emit {

struct NewtonProblem {
  // Variables that are sought, and where the search begins.
  std::vector<expr::ExprId> unknowns;
  std::vector<expr::ExprId> guesses;
  // What gives `residuals`, which are to become 0, for values of the unknowns.
  std::vector<ScalarStatement> inner;
  std::vector<expr::ExprId> residuals;
  // Becomes 1 if no solution is found, else 0.
  expr::ExprId failed;
};

// `add`: a variable of that form, as its position.
auto NewtonStatements(expr::Pool& pool, const NewtonProblem& problem,
                      const std::function<uint32_t(const ScalarVariable&)>& add)
    -> std::vector<ScalarStatement>;

}  // namespace kerf::emit
