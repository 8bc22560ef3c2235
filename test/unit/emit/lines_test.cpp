// Lines of limited width.
#include "emit/lines.h"

#include <gtest/gtest.h>

#include "emit/skeleton.h"

namespace kerf::emit {
namespace {

constexpr Layout kNarrow = {.comment_open = "! ",
                            .comment_close = "",
                            .statement_end = "",
                            .indent = "  ",
                            .width = 20,
                            .continuation_end = " &",
                            .continuation_begin = "    & "};

auto Written(std::string_view statement) -> std::string {
  Lines lines(kNarrow);
  lines.Statement(statement);
  return lines.Take();
}

TEST(Lines, ShortOnesStayWhole) { EXPECT_EQ(Written("a = b + c"), "  a = b + c\n"); }

TEST(Lines, LongOnesBreakBehindOperators) {
  EXPECT_EQ(Written("first = second + third"), "  first = second + &\n    &  third\n");
}

TEST(Lines, PowersAndExponentsStayTogether) {
  EXPECT_EQ(Written("abcdefghi = xyzuv**2"), "  abcdefghi = &\n    & xyzuv**2\n");
  EXPECT_EQ(Written("abcdefgh = x + 1.5e+10"), "  abcdefgh = x + &\n    & 1.5e+10\n");
}

TEST(Lines, TextsInQuotesStayWhole) {
  EXPECT_EQ(Written("name(1) = 'a, b + c'"), "  name(1) = &\n    & 'a, b + c'\n");
}

TEST(Lines, CommentsAreCut) {
  Lines lines(kNarrow);
  lines.Comment("as long as a comment may be");
  EXPECT_EQ(lines.Take(), "! as long as a c ...\n");
}

TEST(Skeleton, GapsAreFilledInLinesAndAsLines) {
  const Gaps gaps = {{"name", "pump"}, {"body", "  a\n  b\n"}, {"none", ""}};
  EXPECT_EQ(FillSkeleton("begin @name@\n@body@\n@none@\nend @name@@\n", gaps),
            "begin pump\n  a\n  b\nend pump@\n");
}

}  // namespace
}  // namespace kerf::emit
