// Arguments of calls, functions given as arguments, comprehensions.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

auto Parser::ParseArguments() -> Index {
  const Index begin = at_;
  List children;
  if (!Expect(TokenKind::LParen)) return Make(NodeKind::Arguments, begin);
  if (!Is(TokenKind::RParen)) {
    bool has_names = false;
    const Index value_begin = at_;
    const Index first = ParseCallArgument(has_names);
    if (Is(TokenKind::For) && !has_names) {
      Append(children, ParseComprehension(value_begin, first));
    } else {
      Append(children, first);
      while (!is_lost_ && Accept(TokenKind::Comma)) Append(children, ParseCallArgument(has_names));
    }
  }
  if (!is_lost_ && !Is(TokenKind::RParen)) Expected("`,` or `)`");
  Expect(TokenKind::RParen);
  return Make(NodeKind::Arguments, begin, children);
}

// After the first named argument all are named.
auto Parser::ParseCallArgument(bool& has_names) -> Index {
  const bool is_named = Is(TokenKind::Ident) && kind_at(1) == TokenKind::Equals;
  if (has_names && !is_named) Expected("a named argument");
  has_names |= is_named;
  if (!is_named) return Is(TokenKind::Function) ? ParsePartialCall() : ParseExpression();
  const Index name = at_;
  at_ += 2;
  List children;
  Append(children, Is(TokenKind::Function) ? ParsePartialCall() : ParseExpression());
  return Make(NodeKind::NamedArgument, name, children);
}

auto Parser::ParsePartialCall() -> Index {
  const Index begin = at_;
  const Deeper deeper(*this);
  if (!deeper) return Make(NodeKind::Error, begin);
  Advance();
  List children;
  Append(children, ParseName());
  Append(children, ParseArguments());
  return Make(NodeKind::PartialCall, begin, children);
}

auto Parser::ParseComprehension(Index begin, Index value) -> Index {
  List children;
  Append(children, value);
  Advance();
  ParseForIndices(children);
  return Make(NodeKind::Comprehension, begin, children);
}

}  // namespace kerf::modelica
