// Coarse decomposition of a system of equations: A. Dulmage and N. Mendelsohn, Coverings of bipartite graphs,
// Canadian J. Math. 10, 1958; A. Pothen and C.-J. Fan, ACM TOMS 16, 1990.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace kerf::graph {

// Rows and columns, each in ascending order.
struct Part {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> cols;
};

// The three parts depend on the graph alone, not on which maximum matching they were found from.
struct Determinacy {
  // What alternating paths reach from unassigned rows: more equations than unknowns.
  Part over;
  // As many equations as unknowns, all assigned to each other.
  Part well;
  // What alternating paths reach from unassigned columns: fewer equations than unknowns.
  Part under;
};

// The matching must be a maximum one.
auto DulmageMendelsohn(const Bipartite& graph, const Matching& matching) -> Determinacy;

}  // namespace kerf::graph
