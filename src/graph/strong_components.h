// Strongly connected components: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput.
// 1, 1972. A component is emitted when it is complete: with arcs from a node to what it needs, that is the
// order of solution.
#pragma once

#include <cstdint>
#include <span>

#include "graph/bipartite.h"
#include "graph/lists.h"
#include "graph/matching.h"

namespace kerf::graph {

// The components of the nodes 0 … successors.size()-1. Searches start from the nodes in numerical order and
// take successors in the order of the lists. The nodes of a component stand in the order of their first
// visit.
auto StrongComponents(const Lists& successors) -> Lists;
// The same for the nodes reached from `starts`, in that order.
auto StrongComponents(const Lists& successors, std::span<const uint32_t> starts) -> Lists;

// The blocks of assigned columns in the order of solution. A column needs all the columns of the row assigned
// to it. Searches start from the columns in numerical order. Unassigned columns are left out.
auto SolutionBlocks(const Bipartite& graph, const Matching& matching) -> Lists;

}  // namespace kerf::graph
