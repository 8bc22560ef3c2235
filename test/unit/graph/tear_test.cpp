// Tearing: replays each result, and looks at the number of tearing variables on known structures.
#include "graph/tear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "graph_samples.h"

namespace kerf::graph {
namespace {

auto AllSolvable(const Bipartite& block) -> std::vector<uint8_t> {
  return std::vector<uint8_t>(block.cols.size(), 1);
}

// Carries the sequence out: each step may use only what is known, and must be solvable for what it gives.
void ExpectExplicit(const Bipartite& block, const std::vector<uint8_t>& is_solvable, const Tearing& tearing) {
  std::vector<bool> is_known(block.n_cols);
  std::vector<bool> is_used(block.n_rows);
  for (const uint32_t var : tearing.vars) {
    ASSERT_FALSE(is_known[var]);
    is_known[var] = true;
  }
  for (const ExplicitStep& step : tearing.sequence) {
    ASSERT_FALSE(is_known[step.var] || is_used[step.eqn]);
    bool occurs = false;
    for (uint32_t i = block.row_begin[step.eqn]; i < block.row_begin[step.eqn + 1]; ++i) {
      if (block.cols[i] == step.var) {
        occurs = true;
        ASSERT_TRUE(is_solvable[i]);
      } else {
        ASSERT_TRUE(is_known[block.cols[i]]);
      }
    }
    ASSERT_TRUE(occurs);
    is_known[step.var] = true;
    is_used[step.eqn] = true;
  }
  for (const uint32_t eqn : tearing.residual_eqns) {
    ASSERT_FALSE(is_used[eqn]);
    is_used[eqn] = true;
  }
  ASSERT_EQ(std::ranges::count(is_known, false), 0);
  ASSERT_EQ(std::ranges::count(is_used, false), 0);
  ASSERT_TRUE(std::ranges::is_sorted(tearing.residual_eqns));
}

auto ExpectTorn(const Bipartite& block, const std::vector<uint8_t>& is_solvable) -> Tearing {
  Tearing tearing = Tear(block, is_solvable);
  ExpectExplicit(block, is_solvable, tearing);
  return tearing;
}

// The least number of tearing variables of a small block, over all sets of them. What is known only grows, so
// it does not matter which of several usable equations is taken first.
auto LeastTearing(const Bipartite& block, const std::vector<uint8_t>& is_solvable) -> int {
  int least = static_cast<int>(block.n_cols);
  for (uint32_t torn = 0; torn < 1U << block.n_cols; ++torn) {
    uint32_t known = torn;
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (uint32_t eqn = 0; eqn < block.n_rows; ++eqn) {
        uint32_t n_unknown = 0;
        uint32_t unknown = 0;
        for (uint32_t i = block.row_begin[eqn]; i < block.row_begin[eqn + 1]; ++i) {
          if (known >> block.cols[i] & 1U) continue;
          n_unknown += is_solvable[i] ? 1 : 2;
          unknown = block.cols[i];
        }
        if (n_unknown != 1) continue;
        known |= 1U << unknown;
        has_changed = true;
      }
    }
    if (known == (1U << block.n_cols) - 1) least = std::min(least, std::popcount(torn));
  }
  return least;
}

TEST(Tear, ATriangularBlockNeedsNoTearing) {
  const Bipartite block = MakeGraph(3, {{0, 1, 2}, {2}, {1, 2}});
  const Tearing tearing = ExpectTorn(block, AllSolvable(block));
  EXPECT_TRUE(tearing.vars.empty());
  EXPECT_EQ(tearing.sequence.size(), 3U);
}

TEST(Tear, ARingNeedsOne) {
  const Bipartite block = MakeGraph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_EQ(ExpectTorn(block, AllSolvable(block)).vars.size(), 1U);
}

TEST(Tear, AResistiveCircuitNeedsOne) {
  //   u1 = R1 i1;  u2 = R2 i2;  u3 = R3 i3;  U = u1 + u3;  u3 = u2;  i1 = i2 + i3
  enum : uint32_t { kU1, kU2, kU3, kI1, kI2, kI3 };
  const Bipartite block =
      MakeGraph(6, {{kU1, kI1}, {kU2, kI2}, {kU3, kI3}, {kU1, kU3}, {kU3, kU2}, {kI1, kI2, kI3}});
  const Tearing tearing = ExpectTorn(block, AllSolvable(block));
  EXPECT_EQ(tearing.vars, Numbers{kU3});
}

TEST(Tear, AFullBlockKeepsOneEquationExplicit) {
  const Bipartite block = MakeGraph(4, {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}});
  EXPECT_EQ(ExpectTorn(block, AllSolvable(block)).vars.size(), 3U);
}

TEST(Tear, NothingSolvableTearsEverything) {
  const Bipartite block = MakeGraph(3, {{0, 1}, {1, 2}, {2, 0}});
  const Tearing tearing = ExpectTorn(block, std::vector<uint8_t>(6, 0));
  EXPECT_EQ(tearing.vars.size(), 3U);
  EXPECT_EQ(tearing.residual_eqns, (Numbers{0, 1, 2}));
}

TEST(Tear, RespectsWhatCannotBeSolved) {
  // A ring in which no equation can be solved for variable 1: it has to be the tearing variable.
  const Bipartite block = MakeGraph(3, {{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(ExpectTorn(block, {1, 0, 0, 1, 1, 1}).vars, Numbers{1});
}

TEST(Tear, AVariableInAllEquationsIsChosen) {
  BipartiteBuilder builder(50);
  for (uint32_t i = 0; i < 49; ++i) builder.AddRow(Numbers{i, 49});
  Numbers all(50);
  for (uint32_t i = 0; i < 50; ++i) all[i] = i;
  builder.AddRow(all);
  const Bipartite block = builder.Take();
  EXPECT_EQ(ExpectTorn(block, AllSolvable(block)).vars, Numbers{49});
}

TEST(Tear, RandomBlocksAreExplicitAndNearTheLeast) {
  std::mt19937 random(2006);
  int n_torn = 0;
  int n_least = 0;
  for (int run = 0; run < 400; ++run) {
    const auto n = static_cast<uint32_t>(2 + random() % 7);
    BipartiteBuilder builder(n);
    for (uint32_t eqn = 0; eqn < n; ++eqn) {
      Numbers row{eqn, (eqn + 1) % n};
      for (auto more = random() % 3; more > 0; --more) row.push_back(static_cast<uint32_t>(random() % n));
      builder.AddRow(row);
    }
    const Bipartite block = builder.Take();
    std::vector<uint8_t> is_solvable(block.cols.size());
    for (uint8_t& flag : is_solvable) flag = random() % 5 != 0 ? 1 : 0;
    n_torn += static_cast<int>(ExpectTorn(block, is_solvable).vars.size());
    n_least += LeastTearing(block, is_solvable);
  }
  EXPECT_GE(n_torn, n_least);
  EXPECT_LT(n_torn, n_least * 1.1);
}

TEST(Tear, AGridIsTornAlongAFrontInWhateverOrderItIsGiven) {
  // The side of the grid is the least possible; choosing by occurrences alone takes more than twice as many.
  const Bipartite block = GridGraph(60);
  EXPECT_LE(ExpectTorn(block, AllSolvable(block)).vars.size(), 66U);
  std::mt19937 random(60);
  const Bipartite shuffled = Shuffled(random, block);
  EXPECT_LE(ExpectTorn(shuffled, AllSolvable(shuffled)).vars.size(), 66U);
}

TEST(Tear, AMillionInAChainNeedOne) {
  const Bipartite block = TridiagonalGraph(1'000'000);
  EXPECT_EQ(Tear(block, AllSolvable(block)).vars.size(), 1U);
}

TEST(Tear, ALargeGridTakesLittleTime) {
  const Bipartite block = GridGraph(500);
  const Tearing tearing = Tear(block, AllSolvable(block));
  EXPECT_EQ(tearing.vars.size() + tearing.sequence.size(), 250'000U);
}

}  // namespace
}  // namespace kerf::graph
