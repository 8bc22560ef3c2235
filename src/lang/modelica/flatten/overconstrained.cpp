// Kruskal's algorithm: branches first, then definite roots, then connections in order, then potential roots.
#include "lang/modelica/flatten/overconstrained.h"

#include <algorithm>

#include "base/disjoint_sets.h"

namespace kerf::modelica {

namespace {

class Forest {
 public:
  explicit Forest(uint32_t n) : trees_(n), has_root_(n) {}
  auto Find(uint32_t k) -> uint32_t { return trees_.Find(k); }
  // False if they were joined already.
  auto Join(uint32_t a, uint32_t b) -> bool {
    const bool has_root = HasRoot(a) || HasRoot(b);
    if (!trees_.Join(a, b)) return false;
    has_root_[trees_.Find(a)] = has_root;
    return true;
  }
  auto HasRoot(uint32_t k) -> bool { return has_root_[trees_.Find(k)]; }
  void SetRoot(uint32_t k) { has_root_[trees_.Find(k)] = true; }

 private:
  base::DisjointSets trees_;
  std::vector<bool> has_root_;
};

// Distances from the roots along the edges that are kept.
auto Depths(const ConnectionGraph& graph, const SpanningTrees& trees) -> std::vector<uint32_t> {
  std::vector<std::vector<uint32_t>> neighbours(graph.n_nodes);
  const auto add = [&](const ConnectionGraph::Edge& edge) {
    neighbours[edge.a].push_back(edge.b);
    neighbours[edge.b].push_back(edge.a);
  };
  for (const auto& edge : graph.branches) add(edge);
  for (size_t k = 0; k < graph.connections.size(); ++k) {
    if (!trees.is_broken[k]) add(graph.connections[k]);
  }
  constexpr uint32_t kFar = 0xFFFF'FFFF;
  std::vector<uint32_t> depths(graph.n_nodes, kFar);
  std::vector<uint32_t> queue;
  for (uint32_t k = 0; k < graph.n_nodes; ++k) {
    if (trees.is_root[k]) {
      depths[k] = 0;
      queue.push_back(k);
    }
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    for (const uint32_t next : neighbours[queue[head]]) {
      if (depths[next] != kFar) continue;
      depths[next] = depths[queue[head]] + 1;
      queue.push_back(next);
    }
  }
  return depths;
}

}  // namespace

auto BuildSpanningTrees(const ConnectionGraph& graph) -> SpanningTrees {
  SpanningTrees trees;
  trees.is_root.resize(graph.n_nodes);
  trees.is_broken.resize(graph.connections.size());
  Forest forest(graph.n_nodes);
  for (uint32_t k = 0; k < graph.branches.size(); ++k) {
    if (!forest.Join(graph.branches[k].a, graph.branches[k].b)) trees.looped_branches.push_back(k);
  }
  for (const uint32_t root : graph.roots) {
    if (forest.HasRoot(root) && !trees.is_root[root]) trees.joined_roots.push_back(root);
    forest.SetRoot(root);
    trees.is_root[root] = true;
  }
  for (uint32_t k = 0; k < graph.connections.size(); ++k) {
    const auto& edge = graph.connections[k];
    // Joining two trees that have roots would give a tree with two.
    const bool same = forest.Find(edge.a) == forest.Find(edge.b);
    const bool two_roots = !same && forest.HasRoot(edge.a) && forest.HasRoot(edge.b);
    trees.is_broken[k] = same || two_roots;
    if (!trees.is_broken[k]) forest.Join(edge.a, edge.b);
  }
  std::vector<ConnectionGraph::PotentialRoot> potential = graph.potential_roots;
  std::ranges::stable_sort(potential, {}, &ConnectionGraph::PotentialRoot::priority);
  for (const auto& candidate : potential) {
    if (forest.HasRoot(candidate.node)) continue;
    forest.SetRoot(candidate.node);
    trees.is_root[candidate.node] = true;
  }
  // A tree without any root takes its first node.
  for (uint32_t k = 0; k < graph.n_nodes; ++k) {
    if (forest.HasRoot(k)) continue;
    forest.SetRoot(k);
    trees.is_root[k] = true;
    trees.default_roots.push_back(k);
  }
  const std::vector<uint32_t> depths = Depths(graph, trees);
  trees.first_is_nearer.reserve(graph.branches.size());
  for (const auto& edge : graph.branches) trees.first_is_nearer.push_back(depths[edge.a] < depths[edge.b]);
  return trees;
}

}  // namespace kerf::modelica
