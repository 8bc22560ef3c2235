// Expressions as in Fortran: ** before signs and products, then sums, relations, .NOT., .AND., .OR..
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

using expr::Op;

KERF_DIAG(AcslDeepExpression, Error, "the expression is nested too deeply");

constexpr int kMaxExpressionDepth = 200;

auto RelationOf(Tok kind) -> Op {
  switch (kind) {
    case Tok::Less:         return Op::Less;
    case Tok::LessEqual:    return Op::LessEqual;
    case Tok::Greater:      return Op::Greater;
    case Tok::GreaterEqual: return Op::GreaterEqual;
    case Tok::Same:         return Op::Equal;
    case Tok::NotSame:      return Op::NotEqual;
    default:                return Op::Error;
  }
}

}  // namespace

// The depth is set back where a statement begins, so a mistake inside leaves no trace.
auto Parser::IsTooDeep() -> bool {
  if (++depth_ <= kMaxExpressionDepth) return false;
  emitter_.Emit(Peek().span(), AcslDeepExpression);
  return true;
}

auto Parser::AddNode(Node node) -> NodeId {
  node.first = program_.nodes.size();
  for (const NodeId operand : node.operands) node.first = std::min(node.first, program_.nodes[operand].first);
  return program_.nodes.Add(std::move(node));
}

auto Parser::Operation(Op op, NodeId a, NodeId b) -> NodeId {
  if (!a.has_value()) return {};
  Node node;
  node.kind = NodeKind::Operation;
  node.op = op;
  node.operands = {a};
  node.span = program_.nodes[a].span;
  if (b.has_value()) {
    node.operands.push_back(b);
    node.span = diag::Cover(node.span, program_.nodes[b].span);
  }
  return AddNode(std::move(node));
}

auto Parser::Expression() -> NodeId {
  NodeId left = Conjunction();
  while (left.has_value() && (Is(Tok::Or) || Is(Tok::Equivalent) || Is(Tok::Different))) {
    const Tok kind = Take().kind;
    const NodeId right = Conjunction();
    if (!right.has_value()) return {};
    left = Operation(kind == Tok::Or           ? Op::Or
                     : kind == Tok::Equivalent ? Op::Equal
                                               : Op::NotEqual,
                     left, right);
  }
  return left;
}

auto Parser::Conjunction() -> NodeId {
  NodeId left = Negation();
  while (left.has_value() && Accept(Tok::And)) {
    const NodeId right = Negation();
    if (!right.has_value()) return {};
    left = Operation(Op::And, left, right);
  }
  return left;
}

auto Parser::Negation() -> NodeId {
  bool is_negated = false;
  while (Accept(Tok::Not)) is_negated = !is_negated;
  const NodeId inner = Relation();
  return is_negated ? Operation(Op::Not, inner, {}) : inner;
}

auto Parser::Relation() -> NodeId {
  const NodeId left = Sum();
  const Op op = RelationOf(Peek().kind);
  if (!left.has_value() || op == Op::Error) return left;
  Take();
  const NodeId right = Sum();
  return right.has_value() ? Operation(op, left, right) : NodeId{};
}

auto Parser::Sum() -> NodeId {
  const bool is_negative = Is(Tok::Minus);
  if (is_negative || Is(Tok::Plus)) Take();
  NodeId left = Term();
  if (is_negative) left = Operation(Op::Neg, left, {});
  while (left.has_value() && (Is(Tok::Plus) || Is(Tok::Minus))) {
    const Op op = Take().kind == Tok::Plus ? Op::Add : Op::Sub;
    const NodeId right = Term();
    if (!right.has_value()) return {};
    left = Operation(op, left, right);
  }
  return left;
}

auto Parser::Term() -> NodeId {
  NodeId left = Power();
  while (left.has_value() && (Is(Tok::Star) || Is(Tok::Slash))) {
    const Op op = Take().kind == Tok::Star ? Op::Mul : Op::Div;
    const NodeId right = Power();
    if (!right.has_value()) return {};
    left = Operation(op, left, right);
  }
  return left;
}

// The exponent may have a sign: 2**-1.
auto Parser::Power() -> NodeId {
  const NodeId base = Primary();
  if (!base.has_value() || !Accept(Tok::StarStar)) return base;
  if (IsTooDeep()) return {};
  const bool is_negative = Accept(Tok::Minus);
  if (!is_negative) Accept(Tok::Plus);
  NodeId exponent = Power();
  --depth_;
  if (is_negative) exponent = Operation(Op::Neg, exponent, {});
  return exponent.has_value() ? Operation(Op::Pow, base, exponent) : NodeId{};
}

auto Parser::Primary() -> NodeId {
  if (Is(Tok::Word)) return NameOrCall();
  if (Is(Tok::LeftParen)) {
    Take();
    if (IsTooDeep()) return {};
    const NodeId inner = Expression();
    --depth_;
    return inner.has_value() && Expect(Tok::RightParen) ? inner : NodeId{};
  }
  Node node;
  const Token token = Peek();
  node.span = token.span();
  node.value = token.value;
  node.name = token.name;
  node.is_integer = token.is_integer;
  switch (token.kind) {
    case Tok::Number: node.kind = NodeKind::Number; break;
    case Tok::Text:   node.kind = NodeKind::Text; break;
    case Tok::True:
    case Tok::False:
      node.kind = NodeKind::Logical;
      node.value = token.kind == Tok::True ? 1 : 0;
      break;
    default: Unexpected("an expression"); return {};
  }
  Take();
  return AddNode(std::move(node));
}

auto Parser::NameOrCall() -> NodeId {
  const Token first = Take();
  Node node;
  node.kind = NodeKind::Name;
  node.name = first.name;
  if (Is(Tok::LeftParen)) {
    node.kind = NodeKind::Call;
    if (!Arguments(node.operands)) return {};
  }
  node.span = SpanFrom(first);
  return AddNode(std::move(node));
}

auto Parser::Arguments(std::vector<NodeId>& arguments) -> bool {
  if (!Expect(Tok::LeftParen)) return false;
  if (Accept(Tok::RightParen)) return true;
  if (IsTooDeep()) return false;
  do {
    const NodeId argument = Expression();
    if (!argument.has_value()) return false;
    arguments.push_back(argument);
  } while (Accept(Tok::Comma));
  --depth_;
  return Expect(Tok::RightParen);
}

}  // namespace kerf::acsl
