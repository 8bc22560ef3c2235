// One file reports all its mistakes; nothing makes the parser overflow or lose text.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

using Texts = std::vector<std::string>;

TEST(Recovery, AMissingSemicolonPointsBehindThePreviousToken) {
  const Parsed parsed("model M\n  Real x\n  Real y;\nend M;");
  EXPECT_EQ(parsed.messages(), (Texts{"missing-semicolon@16"}));
  EXPECT_EQ(parsed.texts(), (Texts{"expected `;` before `Real`"}));
  // Both components are there.
  EXPECT_EQ(Root(parsed.tree).child().child().n_children(), 2U);
}

TEST(Recovery, EachMistakeOfAFileIsTold) {
  const Parsed parsed(
      "model M\n"
      "  Real x = ;\n"
      "  parameter Real;\n"
      "equation\n"
      "  x := 1;\n"
      "  y = f(1 2);\n"
      "  z = 3;\n"
      "algorithm\n"
      "  a = 1;\n"
      "end M;\n");
  EXPECT_EQ(parsed.texts(), (Texts{"expected an expression but found `;`", "expected a name but found `;`",
                                   "expected `=` but found `:=`", "expected `,` or `)` but found `2`",
                                   "expected `:=` but found `=`"}));
}

TEST(Recovery, TheEndOfAClassHasItsName) {
  const Parsed parsed("model M\n  Real x;\nend N;\nmodel K end K;");
  ASSERT_EQ(parsed.messages(), (Texts{"class-end-mismatch@22"}));
  ASSERT_EQ(parsed.consumer.all[0].notes.size(), 1U);
  EXPECT_EQ(parsed.consumer.all[0].notes[0].span.begin, 6U);
  EXPECT_EQ(Root(parsed.tree).n_children(), 2U);
}

TEST(Recovery, AnEndOfAnOuterClassClosesThatOne) {
  const Parsed parsed("model M\n  model N\n    Real x;\nend M;\nmodel K end K;");
  EXPECT_EQ(parsed.texts(), (Texts{"`end N` is missing"}));
  EXPECT_EQ(Root(parsed.tree).n_children(), 2U);
}

TEST(Recovery, ClausesThatDoNotMatch) {
  EXPECT_EQ(Parsed("model M equation for i loop x = 1; end if; end M;").texts(),
            (Texts{"expected `end for` but found `end if`"}));
  EXPECT_EQ(Parsed("model M equation if a then x = 1; end M;").messages(), (Texts{"clause-end-mismatch@34"}));
  EXPECT_EQ(Parsed("model M equation end if; x = 1; end M;").texts(), (Texts{"`end if` closes nothing"}));
}

TEST(Recovery, WhatTheLexerToldIsNotToldAgain) {
  EXPECT_EQ(Parsed("model M Real x = @; Real y; end M;").messages(), (Texts{"stray-character@17"}));
  EXPECT_EQ(Parsed("model M Real x = 1; \"abc").messages(),
            (Texts{"unterminated-string@20", "missing-class-end@24"}));
}

TEST(Recovery, TextThatIsNoModelica) {
  EXPECT_EQ(Parsed("#include <stdio.h>\nint main() { return 0; }").messages(), (Texts{"stray-character@0"}));
  EXPECT_EQ(Parsed("hello\nmodel M end M;").texts(), (Texts{"expected a class but found `hello`"}));
}

TEST(Recovery, MessagesAreLimited) {
  std::string text = "model M\n";
  for (int k = 0; k < 1000; ++k) text += "Real = 1;\n";
  const Parsed parsed(text + "end M;");
  EXPECT_EQ(parsed.consumer.all.size(), 100U);
  EXPECT_EQ(parsed.consumer.all.back().code, "too-many-syntax-errors");
}

auto Repeat(const std::string& part, int n) -> std::string {
  std::string text;
  for (int k = 0; k < n; ++k) text += part;
  return text;
}

TEST(Depth, NestingBeyondTheLimitIsOneMessage) {
  constexpr int kDeep = 100'000;
  for (const char* part :
       {"(", "{", "[", "f(", "a[", "if a then ", "if a then b else ", "f(x = ", "f(function g(a = "}) {
    const Parsed parsed("model M equation x = " + Repeat(part, kDeep));
    ASSERT_FALSE(parsed.consumer.all.empty()) << part;
    EXPECT_EQ(parsed.consumer.all.back().code, "syntax-too-deep") << part;
    EXPECT_EQ(PrintBack(parsed.tree), parsed.text) << part;
  }
  for (const char* part :
       {"model M ", "model M extends A(x(", "model M equation if a then ", "type T = A(b("}) {
    EXPECT_EQ(PrintBack(Parsed(Repeat(part, kDeep)).tree), Repeat(part, kDeep)) << part;
  }
  EXPECT_EQ(Parsed("model M equation " + Repeat("for i loop ", kDeep)).messages().size(), 1U);
  EXPECT_EQ(Parsed("model M extends A(" + Repeat("x(", kDeep)).messages().size(), 1U);
}

TEST(Depth, WithinTheLimitNothingIsSaid) {
  EXPECT_TRUE(Parsed("model M equation x = " + Repeat("(", 300) + "1" + Repeat(")", 300) + "; end M;")
                  .consumer.all.empty());
}

TEST(Depth, LongSumsAreNoNesting) {
  const Parsed parsed("model M equation x = 1" + Repeat(" + a*b", 1'000'000) + "; end M;");
  EXPECT_TRUE(parsed.consumer.all.empty());
  EXPECT_EQ(PrintBack(parsed.tree), parsed.text);
}

}  // namespace

}  // namespace kerf::modelica::test
