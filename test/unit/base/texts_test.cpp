// Texts that a terminal or a spreadsheet would obey.
#include <gtest/gtest.h>

#include "base/spreadsheet_text.h"
#include "base/terminal_text.h"

namespace kerf::base {
namespace {

TEST(ForTerminal, LeavesTextAndTakesCommands) {
  for (const std::string text : {"", "a\tb\n", "é ∂ 漢", "\xC2\xA0", "\xE2\x80\xA9", "\xE2\x81\xA5", "\xFF"})
    EXPECT_EQ(ForTerminal(text), text);
  EXPECT_EQ(ForTerminal("\x1b]0;title\x07"), "?]0;title?");
  EXPECT_EQ(ForTerminal("a\rb\x7f"), "a?b?");
  EXPECT_EQ(ForTerminal("\xC2\x9B"
                        "31m"),
            "?31m");
  EXPECT_EQ(ForTerminal("x\xE2\x80\xAEy\xE2\x81\xA6z"), "x?y?z");
  EXPECT_EQ(ForTerminal(std::string_view("\0a", 2)), "?a");
}

TEST(WithoutFormulas, CellsThatCouldBeginAreTexts) {
  for (const std::string name : {"", "x", "der(x)", "a[1,-2]", "'=x'", "a.b", "a,-b", "a=b", " x", "x; y"})
    EXPECT_EQ(WithoutFormulas(name), name);
  EXPECT_EQ(WithoutFormulas("=1+2"), "'=1+2");
  EXPECT_EQ(WithoutFormulas("+x"), "'+x");
  EXPECT_EQ(WithoutFormulas("-x"), "'-x");
  EXPECT_EQ(WithoutFormulas("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(WithoutFormulas("  \"=x"), "'  \"=x");
  EXPECT_EQ(WithoutFormulas("'a;=b'"), "'a;'=b'");
  EXPECT_EQ(WithoutFormulas("a;\"=b\n+c\t@d"), "a;'\"=b\n'+c\t'@d");
}

}  // namespace
}  // namespace kerf::base
