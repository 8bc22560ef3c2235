// Tearing of one block of simultaneous equations: F. Cellier and E. Kofman, Continuous System Simulation,
// 2006, ch. 7; H. Elmqvist and M. Otter, Methods for tearing systems of equations in object-oriented
// modeling, ESM 1994.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bipartite.h"

namespace kerf::graph {

// The equation is solved explicitly for the variable.
struct ExplicitStep {
  uint32_t eqn = kNone;
  uint32_t var = kNone;
};

// With values for the tearing variables, the sequence gives all other variables one after the other, and the
// residual equations, of which there are as many as tearing variables, tell how wrong the values were.
struct Tearing {
  // In the order in which they were chosen.
  std::vector<uint32_t> vars;
  // In ascending order.
  std::vector<uint32_t> residual_eqns;
  std::vector<ExplicitStep> sequence;
};

// `block` is square. `is_solvable` goes with block.cols: not 0 where the row can be solved explicitly for the
// column. The result is small rather than least, which would be an NP-hard problem.
auto Tear(const Bipartite& block, std::span<const uint8_t> is_solvable) -> Tearing;

}  // namespace kerf::graph
