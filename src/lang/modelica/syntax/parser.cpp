// Tokens, nodes and messages: what all productions use.
#include "lang/modelica/syntax/parser.h"

#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(SyntaxExpected, Error, "expected {} but found {}", std::string, std::string);
KERF_DIAG(MissingSemicolon, Error, "expected `;` before {}", std::string);
KERF_DIAG(TooManySyntaxErrors, Error, "there are more syntax errors in this file");

}  // namespace

Parser::Parser(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter,
               const ParseOptions& options, TreeArrays& arrays)
    : text_(text),
      buffer_(buffer),
      emitter_(emitter),
      options_(options),
      tokens_(arrays.tokens),
      nodes_(arrays.nodes),
      arrays_(arrays) {
  nodes_.reserve(tokens_.size() + tokens_.size() / 4 + 4);
}

auto Parser::TokenText(Index token) const -> std::string_view {
  return text_.substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin);
}

auto Parser::SpanOf(Index token) const -> diag::Span {
  return {buffer_, tokens_[token].begin, tokens_[token].end};
}

auto Parser::Found() const -> std::string {
  if (Is(TokenKind::EndOfFile)) return "the end of the file";
  if (Is(TokenKind::String)) return "a string";
  return fmt::format("`{}`", TokenText(at_));
}

auto Parser::Expect(TokenKind wanted) -> bool {
  if (!is_lost_ && Accept(wanted)) return true;
  if (is_lost_) return false;
  Expected(wanted == TokenKind::Ident ? "a name" : fmt::format("`{}`", Spelling(wanted)));
  return false;
}

void Parser::Expected(std::string_view what) {
  if (is_lost_) return;
  is_lost_ = true;
  // The lexer has told of a token it could not read.
  if (Is(TokenKind::Error) || !MayEmit()) return;
  emitter_.Emit(SpanOf(at_), SyntaxExpected, std::string(what), Found());
}

void Parser::ExpectSemicolon() {
  if (is_lost_ || Accept(TokenKind::Semicolon)) return;
  // Where the next line begins something new, only the semicolon is missing.
  is_lost_ = !StartsLine(at_) && !IsStructural();
  if (Is(TokenKind::Error) || !MayEmit()) return;
  const uint32_t after = at_ == 0 ? 0 : tokens_[at_ - 1].end;
  emitter_.Emit({buffer_, after, after}, MissingSemicolon, Found());
}

// Text that is no Modelica at all must not give a message for each of its words.
auto Parser::MayEmit() -> bool {
  if (++n_messages_ == kMaxMessages) emitter_.Emit(SpanOf(at_), TooManySyntaxErrors);
  return n_messages_ < kMaxMessages;
}

auto Parser::Make(NodeKind node_kind, Index begin) -> Index { return Make(node_kind, begin, {}, begin); }

auto Parser::Make(NodeKind node_kind, Index begin, List children) -> Index {
  return Make(node_kind, begin, children, begin);
}

auto Parser::Make(NodeKind node_kind, Index begin, List children, Index token, uint32_t flags, uint8_t op)
    -> Index {
  nodes_.push_back({node_kind, op, flags, token, begin, at_, children.first, kNoNode});
  return static_cast<Index>(nodes_.size() - 1);
}

void Parser::Append(List& list, Index node) {
  if (list.first == kNoNode)
    list.first = node;
  else
    nodes_[list.last].next_sibling = node;
  list.last = node;
}

}  // namespace kerf::modelica
