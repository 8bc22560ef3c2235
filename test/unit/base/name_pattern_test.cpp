#include "base/name_pattern.h"

#include <gtest/gtest.h>

namespace kerf::base {
namespace {

TEST(NamePattern, NamesStandForThemselves) {
  EXPECT_TRUE(MatchesPattern("a.b[2].v", "a.b[2].v"));
  EXPECT_FALSE(MatchesPattern("a.b[2].v", "a.b[3].v"));
  EXPECT_FALSE(MatchesPattern("a.b", "a.b.c"));
  EXPECT_FALSE(MatchesPattern("a.b.c", "a.b"));
}

TEST(NamePattern, StarsStandForAnything) {
  EXPECT_TRUE(MatchesPattern("r[12].v", "r[*].v"));
  EXPECT_TRUE(MatchesPattern("der(x)", "*"));
  EXPECT_TRUE(MatchesPattern("", "*"));
  EXPECT_TRUE(MatchesPattern("aXbXc", "a*X*c"));
  EXPECT_TRUE(MatchesPattern("aab", "*ab"));
  EXPECT_FALSE(MatchesPattern("aab", "*b*a"));
}

TEST(NamePattern, AQuestionMarkStandsForOneCharacter) {
  EXPECT_TRUE(MatchesPattern("x1", "x?"));
  EXPECT_FALSE(MatchesPattern("x", "x?"));
  EXPECT_FALSE(MatchesPattern("x12", "x?"));
}

}  // namespace
}  // namespace kerf::base
