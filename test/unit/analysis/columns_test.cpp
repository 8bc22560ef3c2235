// Tables for the terminal.
#include "analysis/columns.h"

#include <gtest/gtest.h>

namespace kerf::analysis {
namespace {

TEST(Columns, AreAsWideAsTheirWidestCell) {
  EXPECT_EQ(InColumns({{"A", "x", "speed"}, {"long", "-25", "1"}}, 1),
            "A       x  speed\nlong  -25      1\n");
}

TEST(Columns, CountCharactersNotBytes) {
  EXPECT_EQ(InColumns({{"ä±", "b"}, {"abc", "c"}}, 2), "ä±   b\nabc  c\n");
}

TEST(Columns, LinesMayBeShortAndEndWithoutBlanks) {
  EXPECT_EQ(InColumns({{"a", "bb"}, {"c", ""}}, 2), "a  bb\nc\n");
}

}  // namespace
}  // namespace kerf::analysis
