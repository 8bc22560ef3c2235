// Arithmetic and Boolean expressions, in the thesis's reading: a sign belongs to the whole term that follows
// it, powers group to the left, and `if` may stand after `else` but not after `then` without parentheses.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

using expr::Op;

auto Parser::ParseExpression() -> Expr {
  const NodeId first = NextNode();
  return {first, NodeId{Arithmetic()}};
}

auto Parser::ParseListExpression() -> Expr {
  const bool outer = std::exchange(in_list_, true);
  const Expr expression = ParseExpression();
  in_list_ = outer;
  return expression;
}

auto Parser::ParseCondition() -> Expr {
  const NodeId first = NextNode();
  return {first, NodeId{Disjunction()}};
}

auto Parser::ParseIndexExpression() -> Expr {
  const bool outer = std::exchange(in_index_, true);
  const Expr expression = ParseExpression();
  in_index_ = outer;
  return expression;
}

auto Parser::Add(Node node) -> uint32_t {
  node.is_index = in_index_;
  ast_.nodes.push_back(node);
  return static_cast<uint32_t>(ast_.nodes.size() - 1);
}

auto Parser::AddBinary(Op op, uint32_t a, uint32_t b) -> uint32_t {
  Node node;
  node.kind = NodeKind::Binary;
  node.op = op;
  node.a = a;
  node.b = b;
  node.span = diag::Cover(ast_.nodes[a].span, ast_.nodes[b].span);
  return Add(node);
}

auto Parser::AddError() -> uint32_t {
  Node node;
  node.span = SpanOf(Peek());
  return Add(node);
}

auto Parser::Arithmetic() -> uint32_t { return AtIf() ? IfExpression() : Sum(); }

// A condition follows: `if` alone, as in `der(if)`, is a variable.
auto Parser::AtIf() const -> bool {
  if (!AtWord("if")) return false;
  switch (Peek(1).kind) {
    case Tok::Word:
    case Tok::Number:
    case Tok::LeftParen:
    case Tok::LeftBracket:
    case Tok::Minus:       return true;
    default:               return false;
  }
}

// The branches of `if a then x else if b then y else z` are read in a loop and put together from the last
// one.
auto Parser::IfExpression() -> uint32_t {
  const Deeper deeper(*this);
  if (IsTooDeep()) return AddError();
  return FinishIf({}, SpanOf(Peek()));
}

// `parts` are conditions and values by turns; what follows `else` is still to be read.
auto Parser::FinishIf(std::vector<uint32_t> parts, const Span& begin) -> uint32_t {
  while (AtWord("if")) {
    Take();
    parts.push_back(Disjunction());
    ExpectWord("then", "after the condition");
    parts.push_back(Sum());
    if (!ExpectWord("else", "in an `if` expression")) break;
  }
  uint32_t result = Sum();
  for (size_t k = parts.size(); k >= 2; k -= 2) {
    Node node;
    node.kind = NodeKind::If;
    node.a = parts[k - 2];
    node.b = parts[k - 1];
    node.c = result;
    node.span = SpanFrom(begin);
    result = Add(node);
  }
  return result;
}

// In a list of values without commas, `1 -2` is two values: the sign clings to what follows.
auto Parser::AtListItemSign() const -> bool {
  return in_list_ && Peek().space_before && !Peek(1).space_before;
}

auto Parser::Sum() -> uint32_t {
  const Span begin = SpanOf(Peek());
  const bool negative = At(Tok::Minus);
  if (negative || At(Tok::Plus)) Take();
  uint32_t left = Product();
  if (negative) {
    Node node;
    node.kind = NodeKind::Unary;
    node.op = Op::Neg;
    node.a = left;
    node.span = SpanFrom(begin);
    left = Add(node);
  }
  while ((At(Tok::Plus) || At(Tok::Minus)) && !AtListItemSign()) {
    const Op op = Take().kind == Tok::Plus ? Op::Add : Op::Sub;
    const uint32_t right = Product();
    left = AddBinary(op, left, right);
  }
  return left;
}

auto Parser::Product() -> uint32_t {
  uint32_t left = Power();
  while (At(Tok::Star) || At(Tok::Slash)) {
    const Op op = Take().kind == Tok::Star ? Op::Mul : Op::Div;
    const uint32_t right = Power();
    left = AddBinary(op, left, right);
  }
  return left;
}

auto Parser::Power() -> uint32_t {
  uint32_t left = Primary();
  while (Accept(Tok::StarStar)) {
    const uint32_t right = Primary();
    left = AddBinary(Op::Pow, left, right);
  }
  return left;
}

}  // namespace kerf::dymola
