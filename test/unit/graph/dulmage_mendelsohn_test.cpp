// The three parts of a system: hand examples, invariants, and independence of the matching.
#include "graph/dulmage_mendelsohn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "graph/match.h"
#include "graph_samples.h"

namespace kerf::graph {
namespace {

auto Contains(const Numbers& sorted, uint32_t x) -> bool { return std::ranges::binary_search(sorted, x); }

void ExpectSplit(uint32_t n, const Numbers& a, const Numbers& b, const Numbers& c) {
  Numbers all;
  for (const Numbers* list : {&a, &b, &c}) {
    EXPECT_TRUE(std::ranges::is_sorted(*list));
    all.insert(all.end(), list->begin(), list->end());
  }
  std::ranges::sort(all);
  Numbers expected(n);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(all, expected);
}

// The zero blocks of the theorem, and a perfect matching inside each part as far as it goes.
void ExpectInvariants(const Bipartite& graph, const Matching& matching, const Determinacy& parts) {
  ExpectSplit(graph.n_rows, parts.over.rows, parts.well.rows, parts.under.rows);
  ExpectSplit(graph.n_cols, parts.over.cols, parts.well.cols, parts.under.cols);
  for (const uint32_t row : parts.over.rows) {
    for (const uint32_t col : graph.row(row)) EXPECT_TRUE(Contains(parts.over.cols, col));
  }
  for (const uint32_t row : parts.well.rows) {
    for (const uint32_t col : graph.row(row)) EXPECT_FALSE(Contains(parts.under.cols, col));
    EXPECT_TRUE(Contains(parts.well.cols, matching.col_of_row[row]));
  }
  for (const uint32_t col : parts.over.cols) EXPECT_TRUE(Contains(parts.over.rows, matching.row_of_col[col]));
  for (const uint32_t row : parts.under.rows)
    EXPECT_TRUE(Contains(parts.under.cols, matching.col_of_row[row]));
  EXPECT_EQ(parts.well.rows.size(), parts.well.cols.size());
  EXPECT_TRUE(parts.over.rows.empty() || parts.over.rows.size() > parts.over.cols.size());
  EXPECT_TRUE(parts.under.cols.empty() || parts.under.rows.size() < parts.under.cols.size());
}

TEST(DulmageMendelsohn, SeparatesTheThreeParts) {
  // Rows 0 and 1 both fix column 0; row 2 fixes column 1; row 3 relates columns 2 and 3, row 4 is empty.
  const Bipartite graph = MakeGraph(5, {{0}, {0}, {1, 0}, {2, 3, 1}, {}});
  const Determinacy parts = DulmageMendelsohn(graph, Match(graph));
  EXPECT_EQ(parts.over.rows, (Numbers{0, 1, 4}));
  EXPECT_EQ(parts.over.cols, Numbers{0});
  EXPECT_EQ(parts.well.rows, Numbers{2});
  EXPECT_EQ(parts.well.cols, Numbers{1});
  EXPECT_EQ(parts.under.rows, Numbers{3});
  EXPECT_EQ(parts.under.cols, (Numbers{2, 3, 4}));
}

TEST(DulmageMendelsohn, ARegularSystemIsAllWell) {
  const Bipartite graph = LongPathGraph(50);
  const Determinacy parts = DulmageMendelsohn(graph, Match(graph));
  EXPECT_EQ(parts.well.rows.size(), 50U);
  EXPECT_EQ(parts.well.cols.size(), 50U);
}

TEST(DulmageMendelsohn, KeepsTheInvariantsWhicheverMatchingIsUsed) {
  std::mt19937 random(1958);
  for (int i = 0; i < 3000; ++i) {
    const auto n_cols = static_cast<uint32_t>(1 + random() % 20);
    const Bipartite graph =
        RandomGraph(random, static_cast<uint32_t>(random() % 20), n_cols, 1 + random() % 4);
    const Matching matching = Match(graph);
    const Determinacy parts = DulmageMendelsohn(graph, matching);
    ExpectInvariants(graph, matching, parts);
    // Matching the columns one after the other gives in general other pairs.
    Matching other = Match(Transpose(graph));
    std::swap(other.row_of_col, other.col_of_row);
    const Determinacy again = DulmageMendelsohn(graph, other);
    ASSERT_EQ(parts.over.rows, again.over.rows);
    ASSERT_EQ(parts.over.cols, again.over.cols);
    ASSERT_EQ(parts.under.rows, again.under.rows);
    ASSERT_EQ(parts.under.cols, again.under.cols);
  }
}

TEST(DulmageMendelsohnDeathTest, AMatchingThatIsNotMaximumIsAMistake) {
  const Bipartite graph = MakeGraph(1, {{0}});
  EXPECT_DEATH(DulmageMendelsohn(graph, {{kNone}, {kNone}}), "internal error");
}

TEST(DulmageMendelsohn, AMillionRowsNeedNoDeepStack) {
  constexpr uint32_t kN = 1'000'000;
  BipartiteBuilder builder(kN);
  for (uint32_t i = 0; i + 1 < kN; ++i) builder.AddRow(Numbers{i, i + 1});
  builder.AddRow(Numbers{0});
  builder.AddRow(Numbers{kN - 1});
  const Bipartite graph = builder.Take();
  // The last row conflicts with all others, one after the other along the chain.
  EXPECT_EQ(DulmageMendelsohn(graph, Match(graph)).over.rows.size(), kN + 1);
}

}  // namespace
}  // namespace kerf::graph
