// Going on after a mistake, and the limit of nesting.
#include "lang/modelica/syntax/parser.h"
#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(SyntaxTooDeep, Error, "the text is nested more than {} levels deep here", uint32_t);
KERF_DIAG(StrayEnd, Error, "`end {}` closes nothing", std::string_view);

auto IsClauseKeyword(TokenKind kind) -> bool {
  return kind == TokenKind::If || kind == TokenKind::For || kind == TokenKind::When ||
         kind == TokenKind::While;
}

}  // namespace

// Beyond the limit the rest of the file is not looked at.
auto Parser::TryDescend() -> bool {
  if (++depth_ <= options_.max_depth) return true;
  if (!is_lost_ && MayEmit()) emitter_.Emit(SpanOf(at_), SyntaxTooDeep, options_.max_depth);
  at_ = static_cast<Index>(tokens_.size() - 1);
  is_lost_ = true;
  // Nothing more is said about this file.
  n_messages_ = kMaxMessages;
  return false;
}

// Whether this token can only stand between elements, equations or statements.
auto Parser::IsStructural() const -> bool {
  switch (kind()) {
    case TokenKind::EndOfFile:
    case TokenKind::Equation:
    case TokenKind::Algorithm:
    case TokenKind::Public:
    case TokenKind::Protected: return true;
    case TokenKind::Initial:   return kind_at(1) == TokenKind::Equation || kind_at(1) == TokenKind::Algorithm;
    case TokenKind::End:       return kind_at(1) == TokenKind::Ident || IsClauseKeyword(kind_at(1));
    default:                   return false;
  }
}

auto Parser::StartsLine(Index token) const -> bool {
  if (token == 0) return true;
  const uint32_t begin = tokens_[token - 1].end;
  return text_.substr(begin, tokens_[token].begin - begin).find('\n') != std::string_view::npos;
}

// Skips to behind the next semicolon or before the next structural token.
void Parser::Recover(List& list) {
  if (!is_lost_) return;
  is_lost_ = false;
  const Index begin = at_;
  while (!IsStructural() && !Is(TokenKind::Semicolon)) Advance();
  if (at_ > begin) Append(list, Make(NodeKind::Error, begin));
  Accept(TokenKind::Semicolon);
}

// Between classes: skips to the next one.
void Parser::RecoverToClass(List& list) {
  if (!is_lost_) return;
  is_lost_ = false;
  const Index begin = at_;
  while (!Is(TokenKind::EndOfFile) && !(StartsClass() && StartsStatement(at_))) Advance();
  if (at_ > begin) Append(list, Make(NodeKind::Error, begin));
}

auto Parser::StartsStatement(Index token) const -> bool {
  return StartsLine(token) || tokens_[token - 1].kind == TokenKind::Semicolon;
}

// `end if` and the like where no such clause is open.
void Parser::SkipStrayEnd(List& list) {
  const Index begin = at_;
  if (MayEmit()) emitter_.Emit(SpanOf(at_), StrayEnd, TokenText(at_ + 1));
  Advance();
  Advance();
  Append(list, Make(NodeKind::Error, begin));
  Accept(TokenKind::Semicolon);
}

}  // namespace kerf::modelica
