#include "transform/state_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kerf::transform {
namespace {

using Columns = std::vector<CandidateColumn>;
using List = std::vector<uint32_t>;

TEST(StateChoice, ConstantPivotsAreSafe) {
  // x - 2y = 0, in the order x, y.
  const Columns columns = {{{{0, 1, true}}}, {{{0, -2, true}}}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->dummies, List{0});
  EXPECT_TRUE(choice->sets.empty());
}

TEST(StateChoice, APendulumIsLeftToTheRun) {
  const Columns columns = {{{{0, 0.7, false}}}, {{{0, 0.6, false}}}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->dummies.empty());
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].candidates, (List{0, 1}));
  EXPECT_EQ(choice->sets[0].states, List{1});
  EXPECT_EQ(choice->sets[0].rows, List{0});
  EXPECT_TRUE(choice->sets[0].eliminated.empty());
}

TEST(StateChoice, AnotherColumnMayBeSafe) {
  // cos(phi)*phi' - x' = 0: phi comes first, but only x can be given up for good.
  const Columns columns = {{{{0, 0.7, false}}}, {{{0, -1, true}}}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->dummies, List{1});
  EXPECT_TRUE(choice->sets.empty());
}

TEST(StateChoice, APreferredColumnIsTheStateAtFirst) {
  // It may be singular where the run begins, or later.
  const Columns columns = {{{{0, 0.7, false}}, 2}, {{{0, 0.6, false}}, 3}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->dummies.empty());
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].states, List{1});
}

TEST(StateChoice, AnOrderGivesWayToo) {
  const Columns columns = {{{{0, 0.7, false}}, 2}, {{{0, 0.6, false}}, kWishAlways}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->dummies.empty());
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].states, List{1});
}

// Rows 0 … n - 1 tie neighbours together, with factors that vary.
auto LoopOf(uint32_t n_columns, int wish_of_last) -> Columns {
  Columns columns(n_columns);
  for (uint32_t k = 0; k < n_columns; ++k) {
    if (k > 0) columns[k].entries.push_back({k - 1, 0.3 + k, false});
    if (k + 1 < n_columns) columns[k].entries.push_back({k, 1.7 - 0.1 * k, false});
  }
  columns.back().wish = wish_of_last;
  return columns;
}

TEST(StateChoice, AnOrderStandsInALargePartAndIsWatched) {
  const auto choice = TryChooseStates(9, LoopOf(10, kWishAlways));
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->sets.empty());
  EXPECT_EQ(choice->dummies.size(), 9U);
  uint32_t n_watched = 0;
  for (const WatchedColumns& watched : choice->watched) {
    EXPECT_EQ(watched.rows.size(), watched.given_up.size());
    EXPECT_FALSE(watched.others.empty());
    n_watched += static_cast<uint32_t>(watched.given_up.size());
  }
  EXPECT_EQ(n_watched, 9U);
}

TEST(StateChoice, ASetOfALargePartKnowsWhatStandsBesides) {
  // Two more columns than rows: one is ordered, the others are left to the run.
  Columns columns = LoopOf(10, kWishAlways);
  columns.push_back({{{4, 0.37, false}}, 2});
  const auto choice = TryChooseStates(9, columns);
  ASSERT_TRUE(choice);
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].kept, List{9});
  EXPECT_EQ(std::ranges::count(choice->sets[0].candidates, 9U), 0);
}

TEST(StateChoice, WithoutAnOrderALargePartIsLeftToTheRunAndNotWatched) {
  const auto choice = TryChooseStates(9, LoopOf(10, 2));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->sets.size(), 1U);
  EXPECT_TRUE(choice->watched.empty());
}

TEST(StateChoice, WhatMustNeverBeAStateIsWatched) {
  const Columns columns = {{{{0, 0.7, false}}, kWishNever}, {{{0, 0.6, false}}, 2}};
  const auto choice = TryChooseStates(1, columns);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->dummies, List{0});
  ASSERT_EQ(choice->watched.size(), 1U);
  EXPECT_EQ(choice->watched[0].given_up, List{0});
  EXPECT_EQ(choice->watched[0].others, List{1});
}

TEST(StateChoice, WhatSafeRowsGiveIsEliminated) {
  // r = x + z with z constant in it, and a pendulum in r and y: x and y are candidates, r is eliminated.
  const Columns columns = {
      {{{0, 1, true}, {1, 0.7, false}}},  // r
      {{{1, 0.6, false}}},                // y
      {{{0, -1, true}}},                  // x
  };
  const auto choice = TryChooseStates(2, columns);
  ASSERT_TRUE(choice);
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].eliminated.size() + choice->sets[0].candidates.size(), 3U);
  EXPECT_EQ(choice->sets[0].rows.size(), 2U);
  EXPECT_EQ(choice->sets[0].states.size(), 1U);
}

TEST(StateChoice, WhatIsDeterminedIsNoCandidate) {
  // h(a) = 0 gives a whatever happens; b and c are tied by the second row.
  const Columns columns = {
      {{{0, 0.9, false}, {1, 0.3, false}}},  // a
      {{{1, 0.7, false}}},                   // b
      {{{1, 0.6, false}}},                   // c
  };
  const auto choice = TryChooseStates(2, columns);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->dummies, List{0});
  ASSERT_EQ(choice->sets.size(), 1U);
  EXPECT_EQ(choice->sets[0].candidates, (List{1, 2}));
  EXPECT_EQ(choice->sets[0].eliminated, List{0});
}

TEST(StateChoice, PartsAreApart) {
  const Columns columns = {
      {{{0, 0.7, false}}}, {{{0, 0.6, false}}}, {{{1, 0.7, false}}}, {{{1, 0.6, false}}}};
  const auto choice = TryChooseStates(2, columns);
  ASSERT_TRUE(choice);
  ASSERT_EQ(choice->sets.size(), 2U);
  EXPECT_EQ(choice->sets[1].candidates, (List{2, 3}));
  EXPECT_EQ(choice->sets[1].rows, List{1});
}

TEST(StateChoice, DependentRowsHaveNoChoice) {
  const Columns columns = {{{{0, 1, true}, {1, 2, true}}}, {{{0, 2, true}, {1, 4, true}}}};
  EXPECT_FALSE(TryChooseStates(2, columns));
}

}  // namespace
}  // namespace kerf::transform
