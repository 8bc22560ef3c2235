// Overconstrained connection graphs (section 9.4): which nodes are roots and which connections must be broken
// so that the graph becomes a set of trees. Works on numbers alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kerf::modelica {

struct ConnectionGraph {
  struct Edge {
    uint32_t a = 0;
    uint32_t b = 0;
  };
  struct PotentialRoot {
    uint32_t node = 0;
    int64_t priority = 0;
  };
  uint32_t n_nodes = 0;
  // Connections.branch: never broken.
  std::vector<Edge> branches;
  // connect: may be broken.
  std::vector<Edge> connections;
  std::vector<uint32_t> roots;
  std::vector<PotentialRoot> potential_roots;
};

struct SpanningTrees {
  std::vector<bool> is_root;
  // Roots of trees that have no definite or potential root.
  std::vector<uint32_t> default_roots;
  // By connection: broken ones are replaced by equalityConstraint.
  std::vector<bool> is_broken;
  // By branch: true if its first node is nearer to the root.
  std::vector<bool> first_is_nearer;
  // Branches that close a loop with other branches, and definite roots that are joined: errors.
  std::vector<uint32_t> looped_branches;
  std::vector<uint32_t> joined_roots;
};

auto BuildSpanningTrees(const ConnectionGraph& graph) -> SpanningTrees;

}  // namespace kerf::modelica
