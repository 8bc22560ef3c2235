// Building and transposing incidence.
#include "graph/bipartite.h"

#include <gtest/gtest.h>

#include "graph_samples.h"

namespace kerf::graph {
namespace {

auto RowOf(const Bipartite& graph, uint32_t row) -> Numbers {
  return {graph.row(row).begin(), graph.row(row).end()};
}

TEST(Bipartite, KeepsTheOrderOfOccurrenceAndDropsRepetitions) {
  BipartiteBuilder builder(4);
  EXPECT_EQ(builder.AddRow(Numbers{3, 1, 3, 0, 1}), 0U);
  EXPECT_EQ(builder.AddRow(Numbers{}), 1U);
  EXPECT_EQ(builder.AddRow(Numbers{1, 3}), 2U);
  const Bipartite graph = builder.Take();
  EXPECT_EQ(graph.n_rows, 3U);
  EXPECT_EQ(RowOf(graph, 0), (Numbers{3, 1, 0}));
  EXPECT_EQ(RowOf(graph, 1), Numbers{});
  EXPECT_EQ(RowOf(graph, 2), (Numbers{1, 3}));
}

TEST(Bipartite, ABuilderStartsAfreshAfterTake) {
  BipartiteBuilder builder(2);
  builder.AddRow(Numbers{1});
  builder.Take();
  EXPECT_EQ(builder.AddRow(Numbers{1, 0}), 0U);
  EXPECT_EQ(RowOf(builder.Take(), 0), (Numbers{1, 0}));
}

TEST(Bipartite, TransposeListsRowsAscending) {
  const Bipartite transposed = Transpose(MakeGraph(4, {{3, 1}, {}, {1, 0}}));
  EXPECT_EQ(transposed.n_rows, 4U);
  EXPECT_EQ(transposed.n_cols, 3U);
  EXPECT_EQ(RowOf(transposed, 0), Numbers{2});
  EXPECT_EQ(RowOf(transposed, 1), (Numbers{0, 2}));
  EXPECT_EQ(RowOf(transposed, 2), Numbers{});
  EXPECT_EQ(RowOf(transposed, 3), Numbers{0});
}

TEST(BipartiteDeathTest, AColumnOutOfRangeIsAMistake) {
  BipartiteBuilder builder(2);
  EXPECT_DEATH(builder.AddRow(Numbers{2}), "internal error");
}

}  // namespace
}  // namespace kerf::graph
