// Matching: the very assignments of the algorithm as printed in 1978, and maximum size.
#include "graph/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "graph_samples.h"

namespace kerf::graph {
namespace {

// The algorithm as the header of augmenting_search.h states it, with recursion and without retiring anything.
class PlainWiberg {
 public:
  explicit PlainWiberg(const Bipartite& graph) : graph_(graph), cheap_(graph.n_rows, 0) {
    eqn_of_.assign(graph.n_cols, kNone);
    visited_.assign(graph.n_cols, kNone);
  }

  auto Run() -> Numbers {
    for (current_ = 0; current_ < graph_.n_rows; ++current_) Assign(current_, std::nullopt);
    return eqn_of_;
  }

 private:
  auto Assign(uint32_t eqn, std::optional<uint32_t> var) -> bool {
    const auto list = graph_.row(eqn);
    while (cheap_[eqn] < list.size()) {
      const uint32_t w = list[cheap_[eqn]++];
      if (eqn_of_[w] == kNone) {
        eqn_of_[w] = eqn;
        return true;
      }
    }
    if (var) visited_[*var] = current_;
    for (const uint32_t w : list) {
      if (visited_[w] != current_ && Assign(eqn_of_[w], w)) {
        eqn_of_[w] = eqn;
        return true;
      }
    }
    return false;
  }

  const Bipartite& graph_;
  Numbers cheap_;
  Numbers eqn_of_;
  Numbers visited_;
  uint32_t current_ = 0;
};

// The size of a maximum matching over at most 16 columns: all sets of columns that the rows so far can
// occupy.
auto MaximumSize(const Bipartite& graph) -> int {
  std::vector<bool> reachable(size_t{1} << graph.n_cols);
  reachable[0] = true;
  for (uint32_t row = 0; row < graph.n_rows; ++row) {
    std::vector<bool> next = reachable;
    for (uint32_t set = 0; set < reachable.size(); ++set) {
      if (!reachable[set]) continue;
      for (const uint32_t col : graph.row(row))
        next[set | 1U << col] = next[set | 1U << col] || !(set >> col & 1U);
    }
    reachable = std::move(next);
  }
  int best = 0;
  for (uint32_t set = 0; set < reachable.size(); ++set)
    best = std::max(best, reachable[set] ? std::popcount(set) : 0);
  return best;
}

void ExpectConsistent(const Bipartite& graph, const Matching& matching) {
  for (uint32_t col = 0; col < graph.n_cols; ++col) {
    const uint32_t row = matching.row_of_col[col];
    if (row == kNone) continue;
    EXPECT_EQ(matching.col_of_row[row], col);
    EXPECT_TRUE(std::ranges::count(graph.row(row), col) == 1);
  }
  EXPECT_EQ(std::ranges::count(matching.row_of_col, kNone) - graph.n_cols,
            std::ranges::count(matching.col_of_row, kNone) - graph.n_rows);
}

TEST(Match, TakesTheFirstFreeColumn) {
  const Matching matching = Match(MakeGraph(3, {{2, 0}, {2, 1}, {0, 1}}));
  EXPECT_EQ(matching.col_of_row, (Numbers{2, 1, 0}));
  EXPECT_EQ(matching.row_of_col, (Numbers{2, 1, 0}));
}

TEST(Match, MovesEarlierAssignmentsAlong) {
  const Matching matching = Match(MakeGraph(3, {{0, 1}, {1, 2}, {0}}));
  EXPECT_EQ(matching.col_of_row, (Numbers{1, 2, 0}));
}

TEST(Match, TheDepthFirstSearchFollowsTheOrderWithinTheRow) {
  // Row 2 reaches free columns through column 0 (row 0, then column 2) and through column 1 (row 1, then
  // column 3).
  EXPECT_EQ(Match(MakeGraph(4, {{0, 2}, {1, 3}, {0, 1}})).col_of_row, (Numbers{2, 1, 0}));
  EXPECT_EQ(Match(MakeGraph(4, {{0, 2}, {1, 3}, {1, 0}})).col_of_row, (Numbers{0, 3, 1}));
}

TEST(Match, ARowThatFailsStaysUnassignedAndLaterOnesGoOn) {
  const Matching matching = Match(MakeGraph(3, {{0}, {0}, {}, {0, 1}}));
  EXPECT_EQ(matching.col_of_row, (Numbers{0, kNone, kNone, 1}));
  EXPECT_EQ(matching.row_of_col, (Numbers{0, 3, kNone}));
}

TEST(Match, EqualsThePlainAlgorithmOnRandomGraphs) {
  std::mt19937 random(1978);
  int n_singular = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto n_rows = static_cast<uint32_t>(random() % 30);
    const auto n_cols = static_cast<uint32_t>(1 + random() % 30);
    const Bipartite graph = RandomGraph(random, n_rows, n_cols, 1 + random() % 5);
    const Matching matching = Match(graph);
    ASSERT_EQ(matching.row_of_col, PlainWiberg(graph).Run());
    ExpectConsistent(graph, matching);
    n_singular += std::ranges::count(matching.col_of_row, kNone) > 1 ? 1 : 0;
  }
  EXPECT_GT(n_singular, 1000);
}

TEST(Match, IsMaximum) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto n_cols = static_cast<uint32_t>(1 + random() % 9);
    const Bipartite graph = RandomGraph(random, static_cast<uint32_t>(random() % 12), n_cols, 3);
    const Matching matching = Match(graph);
    ASSERT_EQ(graph.n_rows - std::ranges::count(matching.col_of_row, kNone), MaximumSize(graph));
  }
}

TEST(Match, AMillionLongPathNeedsNoDeepStack) {
  constexpr uint32_t kN = 1'000'000;
  const Matching matching = Match(LongPathGraph(kN));
  EXPECT_EQ(matching.col_of_row[kN - 1], 0U);
  EXPECT_EQ(matching.col_of_row[0], 1U);
  EXPECT_EQ(matching.col_of_row[kN - 2], kN - 1);
}

TEST(Match, ALongShuffledChainIsMatchedPerfectly) {
  std::mt19937 random(5);
  const Matching matching = Match(Shuffled(random, TridiagonalGraph(200'000)));
  EXPECT_EQ(std::ranges::count(matching.col_of_row, kNone), 0);
}

TEST(Match, FailuresAreCheap) {
  // A chain of assigned rows, and as many rows again that can only fail: each of them would walk the whole
  // chain.
  constexpr uint32_t kN = 300'000;
  BipartiteBuilder builder(kN);
  for (uint32_t i = 0; i + 1 < kN; ++i) builder.AddRow(Numbers{i, i + 1});
  builder.AddRow(Numbers{kN - 1});
  for (uint32_t i = 0; i < kN; ++i) builder.AddRow(Numbers{0});
  const Matching matching = Match(builder.Take());
  EXPECT_EQ(std::ranges::count(matching.col_of_row, kNone), kN);
}

}  // namespace
}  // namespace kerf::graph
