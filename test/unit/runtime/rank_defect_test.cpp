// Singular matrices: which rows and columns are to blame.
#include "runtime/rank_defect.h"

#include <gtest/gtest.h>

#include <limits>

namespace kerf::runtime {
namespace {

using List = std::vector<uint32_t>;

// Column by column from rows.
auto Columns(const std::vector<std::vector<double>>& rows) -> std::vector<double> {
  std::vector<double> matrix;
  for (size_t j = 0; j < rows.size(); ++j) {
    for (const auto& row : rows) matrix.push_back(row[j]);
  }
  return matrix;
}

TEST(RankDefect, RowsThatTakeNoPartAreNotNamed) {
  // The third row is the sum of the first two; the last two columns stand for themselves.
  const auto found = FindRankDefect(4, Columns({{1, 2, 0, 0}, {3, 0, 1, 0}, {4, 2, 1, 0}, {0, 0, 0, 7}}));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0], (List{0, 1, 2}));
  EXPECT_EQ(found.columns, (List{0, 1, 2}));
}

TEST(RankDefect, ARowOfZerosDependsOnNone) {
  const auto found = FindRankDefect(2, Columns({{1, 1}, {0, 0}}));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0], List{1});
  EXPECT_EQ(found.columns, (List{0, 1}));
}

TEST(RankDefect, EachDependencyHasItsOwnList) {
  const auto found = FindRankDefect(4, Columns({{1, 1, 0, 0}, {2, 2, 0, 0}, {0, 0, 1, -1}, {0, 0, -3, 3}}));
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(found.rows[0].size(), 2U);
  EXPECT_EQ(found.rows[1].size(), 2U);
  EXPECT_EQ(found.columns, (List{0, 1, 2, 3}));
}

TEST(RankDefect, UnitsDoNotMatter) {
  const auto found = FindRankDefect(3, Columns({{1e9, 2e-9, 0}, {2e9, 4e-9, 0}, {0, 0, 1e-12}}));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0], (List{0, 1}));
  EXPECT_EQ(found.columns, (List{0, 1}));
}

TEST(RankDefect, WhatIsSaidToBeSingularHasADefect) {
  // The smallest pivot is taken for a rounding error.
  const auto found = FindRankDefect(2, Columns({{1, 1}, {1, 1.001}}));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0], (List{0, 1}));
  EXPECT_EQ(found.columns, (List{0, 1}));
}

TEST(RankDefect, NothingAndNothingFinite) {
  EXPECT_TRUE(FindRankDefect(0, {}).rows.empty());
  const auto found = FindRankDefect(1, {std::numeric_limits<double>::quiet_NaN()});
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.columns, List{0});
}

TEST(RankDefect, EntriesOfAPatternAreSpreadOut) {
  const std::vector<uint32_t> col_ptr = {0, 1, 3};
  const std::vector<uint32_t> rows = {1, 0, 1};
  const std::vector<double> entries = {5, 6, 7};
  EXPECT_EQ(DenseMatrix({2, col_ptr.data(), rows.data()}, entries.data()), (std::vector<double>{0, 5, 6, 7}));
}

}  // namespace
}  // namespace kerf::runtime
