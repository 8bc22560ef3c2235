// Names by a policy.
#include "emit/names.h"

#include <array>

#include <gtest/gtest.h>

namespace kerf::emit {
namespace {

auto NamesOf(const std::vector<std::string>& variables, const NamePolicy& policy)
    -> std::vector<std::string> {
  Program program;
  for (const std::string& name : variables) program.symbols.Add({SymbolKind::Variable, name, {}, 0, false});
  return MakeNames(program, policy);
}

TEST(Names, CharactersThatNoLanguageHasBecomeUnderscores) {
  EXPECT_EQ(Identifier("a.b[2].v", {}), "a_b_2_v");
  EXPECT_EQ(Identifier("der(x)", {}), "der_x");
  EXPECT_EQ(Identifier("2nd", {}), "v2nd");
  EXPECT_EQ(Identifier("größe", {}), "gr_e");
}

TEST(Names, WithoutUnderscoresTheyGo) {
  EXPECT_EQ(Identifier("a.b[2].v", {.has_underscores = false, .reserved = {}}), "ab2v");
}

TEST(Names, CollisionsGetNumbersInOrder) {
  const std::vector<std::string> expected = {"a_b", "a_b_2", "a_b_3"};
  EXPECT_EQ(NamesOf({"a.b", "a_b", "a[b]"}, {}), expected);
}

TEST(Names, ShortenedNamesStayApart) {
  const NamePolicy policy{.max_length = 8, .has_underscores = false, .reserved = {}};
  const std::vector<std::string> expected = {"resistan", "resista2", "resista3"};
  EXPECT_EQ(NamesOf({"resistance1", "resistance2", "resistance3"}, policy), expected);
}

TEST(Names, CaseMattersOnlyWhereTheLanguageSaysSo) {
  EXPECT_EQ(NamesOf({"x", "X"}, {})[1], "X");
  EXPECT_EQ(NamesOf({"x", "X"}, {.is_case_sensitive = false, .reserved = {}})[1], "X_2");
}

TEST(Names, WordsOfTheLanguageAndOfTheSupportAreTaken) {
  static constexpr auto kWords = std::to_array<std::string_view>({"if", "w"});
  const std::vector<std::string> names =
      NamesOf({"w", "If", "kerf_a"}, {.is_case_sensitive = false, .reserved = kWords, .own_prefix = "kerf_"});
  EXPECT_EQ(names[0], "w_2");
  EXPECT_EQ(names[1], "If_2");
  EXPECT_NE(names[2].substr(0, 5), "kerf_");
}

}  // namespace
}  // namespace kerf::emit
