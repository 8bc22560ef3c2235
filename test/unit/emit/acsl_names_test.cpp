// The shortening of names (module ACSLNAME of the 1991 translator): every case that the thesis shows.
#include "emit/acsl_names.h"

#include <gtest/gtest.h>

namespace kerf::emit {
namespace {

struct Case {
  const char* text;
  size_t n;
  const char* shortened;
};

TEST(AcslNames, KeepsTheFirstAndTheLastCharacters) {
  constexpr auto kCases = std::to_array<Case>({
      {"hydraulic", 4, "hyic"},
      {"limit", 4, "liit"},
      {"contr", 4, "cotr"},
      {"Cable", 4, "Cale"},
      {"CableReel", 4, "Cael"},
      {"DCMotor", 3, "DCr"},
      {"DCMotor", 2, "Dr"},
      {"Speedometer", 2, "Sr"},
      {"Comparator", 2, "Cr"},
      {"hydro", 2, "ho"},
      {"thetam", 3, "thm"},
      {"omega", 3, "oma"},
      {"tauL", 3, "taL"},
      {"error", 3, "err"},
      {"Vmeas", 3, "Vms"},
      {"dhoXthm", 6, "dhothm"},
      {"R1", 4, "R1"},
      {"temperature", 6, "temure"},
  });
  for (const Case& c : kCases) EXPECT_EQ(Compress(c.text, c.n), c.shortened) << c.text;
}

TEST(AcslNames, WordsOfTheLanguageInAnyCase) {
  EXPECT_TRUE(IsAcslWord("if"));
  EXPECT_TRUE(IsAcslWord("INTEG"));
  EXPECT_TRUE(IsAcslWord("t"));
  EXPECT_FALSE(IsAcslWord("omega"));
}

}  // namespace
}  // namespace kerf::emit
