// Single equations and statements.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

auto Parser::ParseItem(SectionKind section) -> Index {
  const Deeper deeper(*this);
  if (!deeper) return Make(NodeKind::Error, at_);
  switch (kind()) {
    case TokenKind::If:   return ParseIfClause(section);
    case TokenKind::When: return ParseWhenClause(section);
    case TokenKind::For:  return ParseForClause(section);
    default:              return section == SectionKind::Equations ? ParseEquation() : ParseStatement();
  }
}

auto Parser::ParseEquation() -> Index {
  return Is(TokenKind::Connect) ? ParseConnect(true) : ParseEquality();
}

auto Parser::ParseStatement() -> Index {
  if (Is(TokenKind::While)) return ParseWhileClause(SectionKind::Statements);
  if (!Is(TokenKind::Break) && !Is(TokenKind::Return)) return ParseAssignment();
  const Index begin = at_;
  const NodeKind node_kind = Is(TokenKind::Break) ? NodeKind::BreakClause : NodeKind::ReturnClause;
  Advance();
  List children;
  ParseDescription(children);
  return Make(node_kind, begin, children);
}

auto Parser::ParseConnect(bool has_description) -> Index {
  const Index begin = at_;
  Advance();
  List children;
  Expect(TokenKind::LParen);
  Append(children, ParseReference());
  Expect(TokenKind::Comma);
  Append(children, ParseReference());
  Expect(TokenKind::RParen);
  if (has_description) ParseDescription(children);
  return Make(NodeKind::Connect, begin, children);
}

auto Parser::ParseEquality() -> Index {
  const Index begin = at_;
  List children;
  const Index left = ParseSimpleExpression();
  Append(children, left);
  const bool is_call = nodes_[left].kind == NodeKind::Call && !Is(TokenKind::Equals);
  if (!is_call) {
    const Index equals = at_;
    Expect(TokenKind::Equals);
    // After `:=` the right side is worth reading.
    if (is_lost_ && at_ == equals && Is(TokenKind::Assign)) {
      is_lost_ = false;
      Advance();
    }
    if (!is_lost_) Append(children, ParseExpression());
  }
  ParseDescription(children);
  return Make(is_call ? NodeKind::CallClause : NodeKind::Equality, begin, children);
}

auto Parser::ParseAssignment() -> Index {
  const Index begin = at_;
  if (!Is(TokenKind::Ident) && !Is(TokenKind::Dot) && !Is(TokenKind::LParen) && !Is(TokenKind::Der) &&
      !Is(TokenKind::Initial) && !Is(TokenKind::Pure)) {
    Expected("a statement");
    return Make(NodeKind::Error, begin);
  }
  List children;
  const Index left = Is(TokenKind::LParen) ? ParseParenthesis(true) : ParseReferenceOrCall();
  Append(children, left);
  const bool is_call = nodes_[left].kind == NodeKind::Call && !Is(TokenKind::Assign);
  if (!is_call) {
    const Index assign = at_;
    Expect(TokenKind::Assign);
    if (is_lost_ && at_ == assign && Is(TokenKind::Equals)) {
      is_lost_ = false;
      Advance();
    }
    if (!is_lost_) Append(children, ParseExpression());
  }
  ParseDescription(children);
  return Make(is_call ? NodeKind::CallClause : NodeKind::Assignment, begin, children);
}

}  // namespace kerf::modelica
