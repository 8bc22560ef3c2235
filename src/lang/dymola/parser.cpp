// Tokens, expectations and recovery.
#include "lang/dymola/parser.h"

#include <algorithm>

namespace kerf::dymola {

namespace {

KERF_DIAG(ExpectedToken, Error, "expected {} but found {}", std::string, std::string);
KERF_DIAG(OnlyIn1991, Error, "{} belongs to the dialect of 1991", std::string_view);
KERF_DIAG(NestingTooDeep, Error, "more than {} parentheses, models or statements are nested here", int);

// True if the lexer left characters out earlier in the statement of this token; it has reported them.
auto FollowsLeftOut(const TokenList& list, size_t pos) -> bool {
  size_t begin = pos;
  while (begin > 0 && list.tokens[begin - 1].kind != Tok::Separator) --begin;
  const uint32_t from = begin == 0 ? 0 : list.tokens[begin - 1].end;
  const auto at = std::ranges::lower_bound(list.left_out, from);
  return at != list.left_out.end() && *at <= list.tokens[pos].begin;
}

}  // namespace

auto Parser::Peek(size_t ahead) const -> const Token& {
  return list_.tokens[std::min(pos_ + ahead, list_.tokens.size() - 1)];
}

auto Parser::AtWord(std::string_view word, size_t ahead) const -> bool {
  const Token& token = Peek(ahead);
  return token.kind == Tok::Word && program_.names[token.name] == word;
}

auto Parser::SpanFrom(const Span& begin) const -> Span {
  const Token& last = list_.tokens[pos_ == 0 ? 0 : pos_ - 1];
  return {begin.buffer, begin.begin, std::max(last.end, begin.end)};
}

auto Parser::Describe(const Token& token) const -> std::string {
  if (token.kind == Tok::Word || token.kind == Tok::Number)
    return fmt::format("`{}`", program_.names[token.name]);
  return std::string(text_of(token.kind));
}

auto Parser::Take() -> const Token& {
  const Token& token = Peek();
  if (token.kind != Tok::End) ++pos_;
  return token;
}

auto Parser::Accept(Tok kind) -> bool {
  if (!At(kind)) return false;
  Take();
  return true;
}

auto Parser::AcceptWord(std::string_view word) -> bool {
  if (!AtWord(word)) return false;
  Take();
  return true;
}

auto Parser::Expect(Tok kind, std::string_view context) -> bool {
  return Accept(kind) || Fail(fmt::format("{} {}", text_of(kind), context));
}

auto Parser::ExpectWord(std::string_view word, std::string_view context) -> bool {
  return AcceptWord(word) || Fail(fmt::format("`{}` {}", word, context));
}

// Reports what is missing here and leaves the rest of the statement to the recovery; always false.
auto Parser::Fail(std::string_view expected) -> bool {
  if (failed_at_ == pos_ + 1) return false;
  failed_at_ = pos_ + 1;
  ++n_failed_;
  if (FollowsLeftOut(list_, pos_)) return false;
  emitter_.Emit(SpanOf(Peek()), ExpectedToken, std::string(expected), Describe(Peek()));
  return false;
}

auto Parser::IsTooDeep() -> bool {
  if (depth_ <= kMaxDepth) return false;
  emitter_.Emit(SpanOf(Peek()), NestingTooDeep, kMaxDepth);
  // Nothing after this can be told apart from what stands outside, so the rest is given up.
  pos_ = list_.tokens.size() - 1;
  failed_at_ = pos_ + 1;
  ++n_failed_;
  return true;
}

// What only the texts of 1991 have makes the program one of them, unless that was ruled out.
void Parser::Note1991(const Span& span, std::string_view what) {
  program_.uses_1991 = true;
  if (program_.dialect == Dialect::Year1978) emitter_.Emit(span, OnlyIn1991, what);
}

void Parser::SkipStatement() {
  while (!AtStatementEnd()) Take();
}

void Parser::SkipSeparators() {
  while (Accept(Tok::Separator)) {
  }
}

// A statement ends at a separator, or before an `end` or `else` on the same line.
void Parser::EndStatement() {
  if (AtStatementEnd() || AtBlockEnd()) return;
  Fail("the end of the statement");
  while (!AtStatementEnd()) Take();
}

}  // namespace kerf::dymola
