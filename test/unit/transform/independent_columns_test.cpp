#include "transform/independent_columns.h"

#include <gtest/gtest.h>

namespace kerf::transform {
namespace {

using Entry = IndependentColumns::Entry;

TEST(IndependentColumns, TakesWhatIsNewAndLeavesWhatIsNot) {
  IndependentColumns columns(3);
  EXPECT_TRUE(columns.TryAdd(std::vector<Entry>{{0, 1.0}, {1, 2.0}}));
  EXPECT_TRUE(columns.TryAdd(std::vector<Entry>{{1, 1.0}, {2, 1.0}}));
  // The first and three times the second.
  EXPECT_FALSE(columns.TryAdd(std::vector<Entry>{{0, 1.0}, {1, 5.0}, {2, 3.0}}));
  EXPECT_FALSE(columns.TryAdd(std::vector<Entry>{}));
  EXPECT_TRUE(columns.TryAdd(std::vector<Entry>{{2, 1e-30}}));
  EXPECT_EQ(columns.size(), 3U);
  EXPECT_FALSE(columns.TryAdd(std::vector<Entry>{{0, 1.0}, {1, 1.0}, {2, 1.0}}));
}

TEST(IndependentColumns, StructureAloneIsNotEnough) {
  IndependentColumns columns(2);
  EXPECT_TRUE(columns.TryAdd(std::vector<Entry>{{0, 0.1}, {1, 0.3}}));
  EXPECT_FALSE(columns.TryAdd(std::vector<Entry>{{0, 0.2}, {1, 0.6}}));
  EXPECT_TRUE(columns.TryAdd(std::vector<Entry>{{0, 0.2}, {1, 0.5}}));
}

}  // namespace
}  // namespace kerf::transform
