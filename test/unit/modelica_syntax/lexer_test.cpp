// Tokens and symbols of short texts, and what the lexer complains about.
#include "lang/modelica/syntax/lexer.h"

#include <gtest/gtest.h>

#include "helpers.h"
#include "lang/modelica/syntax/keywords.h"
#include "lang/modelica/syntax/spelling.h"
#include "lang/modelica/syntax/utf8.h"

namespace kerf::modelica::test {

namespace {

struct Lexed {
  explicit Lexed(const std::string& text) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    Lex(text, diag::BufferId{0U}, emitter, arrays);
    for (const auto& d : consumer.all) messages.push_back(fmt::format("{}@{}", d.code, d.span.begin));
    for (const Token& token : arrays.tokens) {
      texts.push_back(text.substr(token.begin, token.end - token.begin));
    }
    // The end of the file has no text.
    texts.pop_back();
  }
  TreeArrays arrays;
  std::vector<std::string> messages;
  std::vector<std::string> texts;
};

using Texts = std::vector<std::string>;

TEST(Lexer, NumbersTakeAsMuchAsTheyCan) {
  EXPECT_EQ(Lexed("1 1. .5 1.5e3 1e5 2E-7 1.e+2").texts,
            (Texts{"1", "1.", ".5", "1.5e3", "1e5", "2E-7", "1.e+2"}));
  EXPECT_EQ(Lexed("1./x").texts, (Texts{"1.", "/", "x"}));
  EXPECT_EQ(Lexed("1 ./x").texts, (Texts{"1", "./", "x"}));
  EXPECT_EQ(Lexed("1.*x.*y").texts, (Texts{"1.", "*", "x", ".*", "y"}));
  EXPECT_EQ(Lexed("1:2").texts, (Texts{"1", ":", "2"}));
  // An exponent needs digits.
  EXPECT_EQ(Lexed("1e 2e+").texts, (Texts{"1", "e", "2", "e", "+"}));
}

TEST(Lexer, DotsAreOperatorsOrSeparators) {
  EXPECT_EQ(Lexed("a.b .+ .- .* ./ .^ .c").texts,
            (Texts{"a", ".", "b", ".+", ".-", ".*", "./", ".^", ".", "c"}));
  EXPECT_EQ(Lexed("a./* c */b").texts, (Texts{"a", ".", "b"}));
}

TEST(Lexer, OperatorsOfTwoCharacters) {
  EXPECT_EQ(Lexed("<= <> < >= > == = := :").texts, (Texts{"<=", "<>", "<", ">=", ">", "==", "=", ":=", ":"}));
}

TEST(Lexer, EveryKeywordIsRecognisedAndNothingElse) {
  for (int k = 0; k <= static_cast<int>(TokenKind::Within); ++k) {
    const auto kind = static_cast<TokenKind>(k);
    if (!IsKeyword(kind)) continue;
    EXPECT_EQ(KeywordOrIdent(Spelling(kind)), kind) << Spelling(kind);
    EXPECT_EQ(KeywordOrIdent(std::string(Spelling(kind)) + "_"), TokenKind::Ident);
  }
  EXPECT_EQ(KeywordOrIdent("time"), TokenKind::Ident);
  EXPECT_EQ(KeywordOrIdent("Model"), TokenKind::Ident);
  EXPECT_EQ(KeywordOrIdent("moxel"), TokenKind::Ident);
  EXPECT_EQ(KeywordOrIdent("x"), TokenKind::Ident);
}

TEST(Lexer, SymbolsAreDistinctIdentifiers) {
  const Lexed lexed("a b a 'a' 'a b' b 'a'");
  std::vector<uint32_t> symbols;
  for (const Token& token : lexed.arrays.tokens) symbols.push_back(token.symbol);
  EXPECT_EQ(symbols, (std::vector<uint32_t>{0, 1, 0, 2, 3, 1, 2, kNoSymbol}));
  EXPECT_EQ(lexed.arrays.symbols.size(), 4U);
}

TEST(Lexer, ManySymbolsSurviveGrowthOfTheTable) {
  std::string text;
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < 3000; ++k) text += fmt::format("name{} ", k);
  }
  const Lexed lexed(text);
  ASSERT_EQ(lexed.arrays.symbols.size(), 3000U);
  for (size_t k = 0; k < 3000; ++k) {
    EXPECT_EQ(lexed.arrays.tokens[k].symbol, k);
    EXPECT_EQ(lexed.arrays.tokens[k + 3000].symbol, k);
  }
}

TEST(Lexer, CommentsAreNoTokensAndDoNotNest) {
  EXPECT_EQ(Lexed("a // b\nc /* d\n/* e */ f").texts, (Texts{"a", "c", "f"}));
  EXPECT_EQ(Lexed("a /*/ b").messages, (Texts{"open-delimited-comment@2"}));
  EXPECT_EQ(Lexed("a /* b").messages, (Texts{"open-delimited-comment@2"}));
  EXPECT_EQ(Lexed("// only").texts, Texts{});
}

TEST(Lexer, StringsGoOverLinesAndKnowEscapes) {
  EXPECT_EQ(Lexed("\"a\nb\" \"\\\"\" \"\\\\\"").texts, (Texts{"\"a\nb\"", "\"\\\"\"", "\"\\\\\""}));
  EXPECT_EQ(Lexed(R"("\'\"\?\\\a\b\f\n\r\t\v")").messages, Texts{});
  EXPECT_EQ(Lexed("\"ab\\q\"").messages, (Texts{"unknown-escape@3"}));
  EXPECT_EQ(Lexed("x \"ab").messages, (Texts{"unterminated-string@2"}));
  EXPECT_EQ(Lexed("x \"ab\\").messages, (Texts{"unterminated-string@2"}));
}

TEST(Lexer, QuotedNamesEndOnTheirLine) {
  EXPECT_EQ(Lexed("'a \"b' '\\'' '+'").texts, (Texts{"'a \"b'", "'\\''", "'+'"}));
  EXPECT_EQ(Lexed("'ab\nc").messages, (Texts{"unterminated-quoted-name@0"}));
}

TEST(Lexer, OtherEncodingsAreToldOnce) {
  EXPECT_EQ(Lexed("\xEF\xBB\xBFmodel").texts, (Texts{"model"}));
  EXPECT_EQ(Lexed("\"\xC3\xA4\" // \xE2\x82\xAC").messages, Texts{});
  EXPECT_EQ(Lexed("\"\xE4 \xF6\" // \xFC").messages, (Texts{"invalid-utf8@1"}));
  EXPECT_EQ(Lexed("a \xC3\xA4\xC3\xB6 b").messages, (Texts{"stray-character@2"}));
  EXPECT_EQ(Lexed("a @ b").texts, (Texts{"a", "@", "b"}));
}

TEST(Utf8, RefusesWhatTheStandardRefuses) {
  EXPECT_EQ(FirstInvalidUtf8("plain ascii of more than eight bytes"), 36U);
  EXPECT_EQ(FirstInvalidUtf8("a\xC0\x80"), 1U);
  EXPECT_EQ(FirstInvalidUtf8("a\xE0\x80\x80"), 1U);
  EXPECT_EQ(FirstInvalidUtf8("\xED\xA0\x80"), 0U);
  EXPECT_EQ(FirstInvalidUtf8("\xF4\x90\x80\x80"), 0U);
  EXPECT_EQ(FirstInvalidUtf8("\xF0\x9F\x98\x80"), 4U);
  EXPECT_EQ(FirstInvalidUtf8("\xE2\x82"), 0U);
  EXPECT_EQ(FirstInvalidUtf8("\x80"), 0U);
}

}  // namespace

}  // namespace kerf::modelica::test
