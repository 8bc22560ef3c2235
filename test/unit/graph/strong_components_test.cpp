// Strong components: order of emission, and the components themselves against the closure of reachability.
#include "graph/strong_components.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/match.h"
#include "graph_samples.h"

namespace kerf::graph {
namespace {

auto Closure(const Lists& successors) -> std::vector<std::vector<bool>> {
  const uint32_t n = successors.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
  for (uint32_t i = 0; i < n; ++i) {
    reaches[i][i] = true;
    for (const uint32_t j : successors[i]) reaches[i][j] = true;
  }
  for (uint32_t k = 0; k < n; ++k) {
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t j = 0; j < n; ++j) reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
    }
  }
  return reaches;
}

TEST(StrongComponents, EmitsWhatIsNeededFirst) {
  EXPECT_EQ(AsVectors(StrongComponents(MakeLists({{1}, {2}, {}}))), (std::vector<Numbers>{{2}, {1}, {0}}));
}

TEST(StrongComponents, ListsNodesInOrderOfFirstVisit) {
  // The ring 0 → 2 → 1 → 0 with a tail 1 → 3.
  EXPECT_EQ(AsVectors(StrongComponents(MakeLists({{2}, {3, 0}, {1}, {}}))),
            (std::vector<Numbers>{{3}, {0, 2, 1}}));
}

TEST(StrongComponents, TakesSuccessorsInOrder) {
  EXPECT_EQ(AsVectors(StrongComponents(MakeLists({{2, 1}, {}, {}}))), (std::vector<Numbers>{{2}, {1}, {0}}));
  EXPECT_EQ(AsVectors(StrongComponents(MakeLists({{1, 2}, {}, {}}))), (std::vector<Numbers>{{1}, {2}, {0}}));
}

TEST(StrongComponents, StartsInTheGivenOrder) {
  const Lists successors = MakeLists({{}, {}, {0}, {}});
  EXPECT_EQ(AsVectors(StrongComponents(successors, Numbers{2, 1})), (std::vector<Numbers>{{0}, {2}, {1}}));
  EXPECT_EQ(StrongComponents(successors, Numbers{}).size(), 0U);
}

TEST(StrongComponents, AgreesWithReachability) {
  std::mt19937 random(1972);
  for (int i = 0; i < 500; ++i) {
    const auto n = static_cast<uint32_t>(1 + random() % 25);
    const Bipartite graph = RandomGraph(random, n, n, 1 + random() % 4);
    const Lists successors{graph.row_begin, graph.cols};
    const auto reaches = Closure(successors);
    const Lists components = StrongComponents(successors);
    Numbers block_of(n, kNone);
    for (uint32_t b = 0; b < components.size(); ++b) {
      for (const uint32_t node : components[b]) block_of[node] = b;
    }
    ASSERT_EQ(components.items.size(), n);
    for (uint32_t u = 0; u < n; ++u) {
      for (uint32_t v = 0; v < n; ++v) {
        ASSERT_EQ(block_of[u] == block_of[v], reaches[u][v] && reaches[v][u]);
        ASSERT_TRUE(!reaches[u][v] || block_of[u] >= block_of[v]);
      }
    }
  }
}

TEST(SolutionBlocks, OrdersColumnsAndFindsLoops) {
  // x0 from {x0, x1}; x1 and x2 from each other; x3 alone.
  const Bipartite graph = MakeGraph(4, {{3}, {0, 1}, {1, 2, 3}, {2, 1}});
  const Matching matching = Match(graph);
  EXPECT_EQ(AsVectors(SolutionBlocks(graph, matching)), (std::vector<Numbers>{{3}, {1, 2}, {0}}));
}

TEST(SolutionBlocks, LeavesOutUnassignedColumns) {
  // Column 1 has no equation of its own: it occurs as something known.
  const Bipartite graph = MakeGraph(3, {{2, 1}, {0, 1, 2}});
  EXPECT_EQ(AsVectors(SolutionBlocks(graph, Match(graph))), (std::vector<Numbers>{{2}, {0}}));
}

TEST(StrongComponents, AMillionNodesInARingNeedNoDeepStack) {
  constexpr uint32_t kN = 1'000'000;
  Lists ring;
  for (uint32_t i = 0; i < kN; ++i) AppendList(ring, Numbers{(i + 1) % kN});
  const Lists components = StrongComponents(ring);
  ASSERT_EQ(components.size(), 1U);
  EXPECT_EQ(components.items.back(), kN - 1);
  const Bipartite path = LongPathGraph(kN);
  EXPECT_EQ(SolutionBlocks(path, Match(path)).size(), kN);
}

}  // namespace
}  // namespace kerf::graph
