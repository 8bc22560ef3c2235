// Colouring of columns: validity, known numbers of colours, and long rows.
#include "graph/colour.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "graph_samples.h"

namespace kerf::graph {
namespace {

// Also checks that the colours are used without gaps.
auto ExpectValid(const Bipartite& pattern) -> uint32_t {
  const Colouring colouring = ColourColumns(pattern);
  std::set<uint32_t> used;
  for (const uint32_t colour : colouring.colour_of_col) used.insert(colour);
  EXPECT_EQ(used.size(), colouring.n_colours);
  EXPECT_TRUE(used.empty() || *used.rbegin() + 1 == colouring.n_colours);
  std::vector<uint32_t> last_row(colouring.n_colours, kNone);
  for (uint32_t row = 0; row < pattern.n_rows; ++row) {
    for (const uint32_t col : pattern.row(row)) {
      EXPECT_NE(last_row[colouring.colour_of_col[col]], row);
      last_row[colouring.colour_of_col[col]] = row;
    }
  }
  return colouring.n_colours;
}

TEST(Colour, NothingNeedsNoColour) { EXPECT_EQ(ExpectValid(MakeGraph(0, {})), 0U); }

TEST(Colour, ADiagonalNeedsOne) { EXPECT_EQ(ExpectValid(MakeGraph(4, {{0}, {1}, {2}})), 1U); }

TEST(Colour, ABandNeedsItsWidth) { EXPECT_EQ(ExpectValid(TridiagonalGraph(1000)), 3U); }

TEST(Colour, AFullRowNeedsAllAlthoughTheOthersDoNot) {
  BipartiteBuilder builder(200);
  for (uint32_t i = 0; i < 200; ++i) builder.AddRow(Numbers{i});
  Numbers all(200);
  std::iota(all.begin(), all.end(), 0U);
  builder.AddRow(all);
  EXPECT_EQ(ExpectValid(builder.Take()), 200U);
}

TEST(Colour, LargestFirstHelpsWhereTheGivenOrderIsBad) {
  // The crown: columns 2i and 2i+1 share a row with all of the other kind but each other. In the given order
  // each pair gets a colour of its own. A last column that meets all of one kind makes the degrees differ.
  constexpr uint32_t kPairs = 6;
  BipartiteBuilder builder(2 * kPairs + 1);
  for (uint32_t i = 0; i < kPairs; ++i) {
    for (uint32_t j = 0; j < kPairs; ++j) {
      if (i != j) builder.AddRow(Numbers{2 * i, 2 * j + 1});
    }
    builder.AddRow(Numbers{2 * i, 2 * kPairs});
  }
  EXPECT_EQ(ExpectValid(builder.Take()), 2U);
}

TEST(Colour, RandomPatternsAreValid) {
  std::mt19937 random(1974);
  for (int run = 0; run < 500; ++run) {
    const auto n_cols = static_cast<uint32_t>(1 + random() % 300);
    const Bipartite pattern =
        RandomGraph(random, static_cast<uint32_t>(random() % 40), n_cols, 1 + random() % 200);
    size_t longest_row = 1;
    for (uint32_t row = 0; row < pattern.n_rows; ++row)
      longest_row = std::max(longest_row, pattern.row(row).size());
    ASSERT_GE(ExpectValid(pattern), longest_row);
  }
}

TEST(Colour, AGridNeedsFew) { EXPECT_LE(ExpectValid(GridGraph(300)), 8U); }

TEST(Colour, ARowOfAMillionDoesNotCostItsSquare) {
  constexpr uint32_t kN = 1'000'000;
  Bipartite pattern = TridiagonalGraph(kN);
  Numbers all(kN);
  std::iota(all.begin(), all.end(), 0U);
  AppendRow(pattern, all);
  EXPECT_EQ(ColourColumns(pattern).n_colours, kN);
}

}  // namespace
}  // namespace kerf::graph
