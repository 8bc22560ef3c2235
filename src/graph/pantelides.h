// Structural index reduction: C. Pantelides, The consistent initialization of differential-algebraic systems,
// SIAM J. Sci. Stat. Comput. 9, 1988. It finds the equations that must be differentiated, and how often,
// until the equations determine the highest derivatives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bipartite.h"

namespace kerf::graph {

// One failed search: `eqns` has one equation more than there are undifferentiated variables (`vars`) in it,
// and no proper subset has. They are differentiated together. Both lists are ascending.
struct PantelidesStep {
  uint32_t failing_eqn = kNone;
  std::vector<uint32_t> eqns;
  std::vector<uint32_t> vars;
};

struct PantelidesResult {
  // If not empty, differentiation would not end: these equations, a minimal set, have fewer unknowns than
  // equations even if a variable and its derivatives count as one. The rest of the result is then empty.
  std::vector<uint32_t> singular_eqns;
  // How many times each original equation must be differentiated.
  std::vector<uint32_t> n_differentiations;
  // The k-th new equation, number n_rows + k, is the derivative of equation new_eqns[k]; variables likewise.
  std::vector<uint32_t> new_eqns;
  std::vector<uint32_t> new_vars;
  // The derivative of each old and new variable and equation, or kNone.
  std::vector<uint32_t> derivative_of_var;
  std::vector<uint32_t> derivative_of_eqn;
  // What led to the new equations, in order. The first one explains best why a model has a high index.
  std::vector<PantelidesStep> steps;
};

//   for each equation k:  i = k
//     while no augmenting path leads from i over variables without derivative:
//       create a derivative of each variable and of each equation reached
//       assign these derivatives to each other as their bases are
//       i = derivative of i
//
// `graph` holds all variables of each equation, derivatives and what they derive from alike.
// `derivative_of_var` gives the variable that is the derivative of each, or kNone.
auto Pantelides(const Bipartite& graph, std::span<const uint32_t> derivative_of_var) -> PantelidesResult;

}  // namespace kerf::graph
