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

// What made a variable a tearing variable.
enum class TearRule : uint8_t {
  // No open equation can be solved for it.
  NotSolvable,
  // It occurs in most open equations.
  MostOccurrences,
  // It stands in an open equation with fewest unknowns.
  ShortestEquation,
};

// With values for the tearing variables, the sequence gives all other variables one after the other, and the
// residual equations, of which there are as many as tearing variables, tell how wrong the values were.
struct Tearing {
  // In the order in which they were chosen.
  std::vector<uint32_t> vars;
  // For each of them why, and in how many open equations it occurred then.
  std::vector<TearRule> rules;
  std::vector<uint32_t> n_eqns;
  // In ascending order.
  std::vector<uint32_t> residual_eqns;
  std::vector<ExplicitStep> sequence;
};

// `block` is square. `is_solvable` goes with block.cols: not 0 where the row can be solved explicitly for the
// column. The result is small rather than least, which would be an NP-hard problem.
auto Tear(const Bipartite& block, std::span<const uint8_t> is_solvable) -> Tearing;

}  // namespace kerf::graph
