// Tokens, separators, continuation, and texts that are no texts.
#include "lang/dymola/lexer.h"

#include <gtest/gtest.h>

#include "diag/consumers.h"

namespace kerf::dymola {
namespace {

struct Lexed {
  std::string tokens;
  std::string kinds;
};

// Words and numbers as written, separators as `;`, others by their sign.
auto LexText(const std::string& text) -> Lexed {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  base::Interner names;
  Lexed lexed;
  for (const Token& token : Lex(diag::BufferId{0U}, text, names, emitter).tokens) {
    if (token.kind == Tok::End) break;
    if (!lexed.tokens.empty()) lexed.tokens += " ";
    lexed.tokens += token.kind == Tok::Separator ? ";" : text.substr(token.begin, token.end - token.begin);
  }
  for (const diag::Diagnostic& diagnostic : consumer.all) lexed.kinds += std::string(diagnostic.code) + " ";
  return lexed;
}

TEST(Lexer, LinesAreStatements) {
  EXPECT_EQ(LexText("a\n\n;; b\n").tokens, "a ; b ;");
  EXPECT_EQ(LexText("\n\n").tokens, "");
  EXPECT_EQ(LexText("a ->\n b").tokens, "a b ;");
  EXPECT_EQ(LexText("a -> { why } \n b").tokens, "a b ;");
  EXPECT_EQ(LexText("a,\n b").tokens, "a , b ;");
  EXPECT_EQ(LexText("a, { note }\n b").tokens, "a , b ;");
  EXPECT_EQ(LexText("a ->").tokens, "a ;");
  EXPECT_EQ(LexText("a -> b").tokens, "a - > b ;");
  EXPECT_EQ(LexText("a {one\ntwo} b").tokens, "a b ;");
  EXPECT_EQ(LexText("a\r\nb\r\n").tokens, "a ; b ;");
}

TEST(Lexer, Symbols) {
  EXPECT_EQ(LexText("x''**2//a::b..c:=<=>=<>").tokens, "x ' ' ** 2 // a :: b .. c := <= >= <> ;");
  EXPECT_EQ(LexText("(. . / .)").tokens, "( . . / . ) ;");
  EXPECT_EQ(LexText("M:c").tokens, "M : c ;");
}

TEST(Lexer, Numbers) {
  EXPECT_EQ(LexText("9.81 3.5E-9 10E3 1e+2 2.x").tokens, "9.81 3.5E-9 10E3 1e+2 2 . x ;");
  EXPECT_EQ(LexText("2..3").tokens, "2 .. 3 ;");
  EXPECT_EQ(LexText("2x y").kinds, "malformed-number ");
  EXPECT_EQ(LexText("1E999").kinds, "number-too-large ");
  EXPECT_EQ(LexText(std::string(100000, '9')).kinds, "number-too-large ");
}

TEST(Lexer, WhatIsNoText) {
  EXPECT_EQ(LexText("a { never closed").kinds, "unterminated-comment ");
  EXPECT_EQ(LexText("a } b").kinds, "unexpected-character ");
  EXPECT_EQ(LexText(std::string("a \0\0\x01 b", 7)).tokens, "a b ;");
  EXPECT_EQ(LexText(std::string("a \0\0\x01 b", 7)).kinds, "unexpected-character ");
  EXPECT_EQ(LexText("å = ø").kinds, "unexpected-character unexpected-character ");
  std::string all;
  for (int k = 0; k < 256; ++k) all += static_cast<char>(k);
  EXPECT_FALSE(LexText(all).kinds.empty());
}

TEST(Lexer, IncludeLines) {
  EXPECT_EQ(LexText("@add lib.dym\n@ other file \nx").tokens, "lib.dym ; other file ; x ;");
}

}  // namespace
}  // namespace kerf::dymola
