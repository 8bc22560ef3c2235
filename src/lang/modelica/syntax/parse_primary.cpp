// Operands: literals, references, brackets of all kinds.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

auto Parser::ParsePrimary() -> Index {
  switch (kind()) {
    case TokenKind::Number:   return ParseLiteral(NodeKind::Number);
    case TokenKind::String:   return ParseLiteral(NodeKind::String);
    case TokenKind::True:     return ParseLiteral(NodeKind::True);
    case TokenKind::False:    return ParseLiteral(NodeKind::False);
    case TokenKind::Ident:
    case TokenKind::Dot:
    case TokenKind::Der:
    case TokenKind::Initial:
    case TokenKind::Pure:     return ParseReferenceOrCall();
    case TokenKind::LParen:   return ParseParenthesis(false);
    case TokenKind::LBrace:   return ParseArray();
    case TokenKind::LBracket: return ParseMatrix();
    case TokenKind::End:
      if (n_subscripts_ > 0) return ParseLiteral(NodeKind::End);
      break;
    default: break;
  }
  Expected("an expression");
  return Make(NodeKind::Error, at_);
}

auto Parser::ParseLiteral(NodeKind node_kind) -> Index {
  const Index begin = at_;
  Advance();
  return Make(node_kind, begin);
}

auto Parser::ParseParenthesis(bool is_output_list) -> Index {
  const Index begin = at_;
  Advance();
  List children;
  bool is_list = is_output_list || Is(TokenKind::RParen);
  while (!is_lost_ && !Is(TokenKind::RParen)) {
    Append(children, Is(TokenKind::Comma) ? Make(NodeKind::Empty, at_) : ParseExpression());
    if (is_lost_ || !Is(TokenKind::Comma)) break;
    is_list = true;
    Advance();
    if (Is(TokenKind::RParen)) Append(children, Make(NodeKind::Empty, at_));
  }
  Expect(TokenKind::RParen);
  if (Is(TokenKind::LBracket) && !is_lost_) {
    Append(children, ParseSubscripts());
  } else if (Is(TokenKind::Dot) && kind_at(1) == TokenKind::Ident && !is_lost_) {
    Advance();
    Append(children, ParsePart(false));
  }
  return Make(is_list ? NodeKind::OutputList : NodeKind::Paren, begin, children);
}

auto Parser::ParseArray() -> Index {
  const Index begin = at_;
  Advance();
  List children;
  if (!Is(TokenKind::RBrace)) {
    const Index value_begin = at_;
    const Index first = ParseExpression();
    if (Is(TokenKind::For)) {
      Append(children, ParseComprehension(value_begin, first));
    } else {
      Append(children, first);
      while (!is_lost_ && Accept(TokenKind::Comma)) Append(children, ParseExpression());
    }
  }
  if (!is_lost_ && !Is(TokenKind::RBrace)) Expected("`,` or `}`");
  Expect(TokenKind::RBrace);
  return Make(NodeKind::Array, begin, children);
}

auto Parser::ParseMatrix() -> Index {
  const Index begin = at_;
  Advance();
  List rows;
  do {
    const Index row = at_;
    List children;
    do Append(children, ParseExpression());
    while (!is_lost_ && Accept(TokenKind::Comma));
    Append(rows, Make(NodeKind::Row, row, children));
  } while (!is_lost_ && Accept(TokenKind::Semicolon));
  if (!is_lost_ && !Is(TokenKind::RBracket)) Expected("`,`, `;` or `]`");
  Expect(TokenKind::RBracket);
  return Make(NodeKind::Matrix, begin, rows);
}

auto Parser::ParseReferenceOrCall() -> Index {
  const Index begin = at_;
  const bool is_callee = !Is(TokenKind::Ident) && !Is(TokenKind::Dot);
  const Index callee = is_callee ? ParseCallee() : ParseReference();
  if (!Is(TokenKind::LParen) || is_lost_) {
    if (is_callee) Expected("`(`");
    return callee;
  }
  List children;
  Append(children, callee);
  Append(children, ParseArguments());
  return Make(NodeKind::Call, begin, children);
}

// der, initial and pure are keywords that are called like functions.
auto Parser::ParseCallee() -> Index {
  List children;
  const Index begin = at_;
  Append(children, ParseLiteral(NodeKind::Part));
  return Make(NodeKind::Ref, begin, children);
}

auto Parser::ParseReference() -> Index {
  const Index reference = ParseParts(true);
  if (Is(TokenKind::Dot) && !is_lost_) {
    Advance();
    Expected("a name");
  }
  return reference;
}

auto Parser::ParseName() -> Index {
  const Index name = ParseParts(false);
  if (Is(TokenKind::Dot) && !is_lost_) {
    Advance();
    Expected("a name");
  }
  return name;
}

auto Parser::ParseParts(bool with_subscripts) -> Index {
  const Index begin = at_;
  uint32_t flags = Accept(TokenKind::Dot) ? kGlobal : 0U;
  if (flags == 0 && IsSelf() && kind_at(1) == TokenKind::Dot && kind_at(2) == TokenKind::Ident) {
    flags = kSelf;
    at_ += 2;
  }
  List children;
  Append(children, ParsePart(with_subscripts));
  while (Is(TokenKind::Dot) && kind_at(1) == TokenKind::Ident && !is_lost_) {
    Advance();
    Append(children, ParsePart(with_subscripts));
  }
  return Make(NodeKind::Ref, begin, children, begin, flags);
}

// The keyword that μModelica has besides those of Modelica.
auto Parser::IsSelf() const -> bool {
  return options_.mu_modelica && Is(TokenKind::Ident) && TokenText(at_) == "self";
}

auto Parser::ParsePart(bool with_subscripts) -> Index {
  const Index begin = at_;
  List children;
  if (!Expect(TokenKind::Ident)) return Make(NodeKind::Error, begin);
  if (with_subscripts && Is(TokenKind::LBracket)) Append(children, ParseSubscripts());
  return Make(NodeKind::Part, begin, children);
}

auto Parser::ParseSubscripts() -> Index {
  const Index begin = at_;
  Advance();
  ++n_subscripts_;
  List children;
  do {
    const bool is_colon =
        Is(TokenKind::Colon) && (kind_at(1) == TokenKind::Comma || kind_at(1) == TokenKind::RBracket);
    Append(children, is_colon ? ParseLiteral(NodeKind::Colon) : ParseExpression());
  } while (!is_lost_ && Accept(TokenKind::Comma));
  --n_subscripts_;
  if (!is_lost_ && !Is(TokenKind::RBracket)) Expected("`,` or `]`");
  Expect(TokenKind::RBracket);
  return Make(NodeKind::Subscripts, begin, children);
}

}  // namespace kerf::modelica
