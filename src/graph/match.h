// Assignment of a variable to each equation: Wiberg's algorithm as programmed in H. Elmqvist, A Structured
// Model Language for Large Continuous Systems, Lund 1978. A row that cannot be assigned stays so, and the
// result is a maximum matching. Rows are taken in their order, columns in the order within the row; printed
// output depends on both.
#pragma once

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace kerf::graph {

auto Match(const Bipartite& graph) -> Matching;

}  // namespace kerf::graph
