// Wiberg's matching (Elmqvist 1978): one augmenting search for each row in turn.
#include "graph/match.h"

#include "graph/augmenting_search.h"

namespace kerf::graph {

auto Match(const Bipartite& graph) -> Matching {
  AugmentingSearch search(graph);
  for (uint32_t row = 0; row < graph.n_rows; ++row) search.Assign(row);
  return search.matching();
}

}  // namespace kerf::graph
