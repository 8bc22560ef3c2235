// Levels of blocks.
#include "graph/levels.h"

#include <gtest/gtest.h>

#include "graph_samples.h"

namespace kerf::graph {
namespace {

TEST(Levels, AreOneMoreThanTheHighestPredecessor) {
  EXPECT_EQ(Levels(MakeLists({{}, {}, {0}, {1, 2}, {0}, {3, 4}})), (Numbers{0, 0, 1, 2, 1, 3}));
  EXPECT_TRUE(Levels(Lists{}).empty());
}

TEST(Levels, AMillionInAChain) {
  constexpr uint32_t kN = 1'000'000;
  Lists predecessors;
  AppendList(predecessors, {});
  for (uint32_t i = 1; i < kN; ++i) AppendList(predecessors, Numbers{i - 1});
  EXPECT_EQ(Levels(predecessors).back(), kN - 1);
}

TEST(LevelsDeathTest, APredecessorThatComesLaterIsAMistake) {
  EXPECT_DEATH(Levels(MakeLists({{1}, {}})), "internal error");
}

}  // namespace
}  // namespace kerf::graph
