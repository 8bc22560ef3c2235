// Expressions: ** before products, sums, relations, NOT, AND, OR.
#include <algorithm>

#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

using expr::Op;

auto RelationOf(Tok kind) -> Op {
  switch (kind) {
    case Tok::Less:         return Op::Less;
    case Tok::LessEqual:    return Op::LessEqual;
    case Tok::Greater:      return Op::Greater;
    case Tok::GreaterEqual: return Op::GreaterEqual;
    case Tok::Equal:        return Op::Equal;
    case Tok::NotEqual:     return Op::NotEqual;
    default:                return Op::Error;
  }
}

}  // namespace

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
  while (left.has_value() && Accept(Tok::Or)) {
    const NodeId right = Conjunction();
    if (!right.has_value()) return {};
    left = Operation(Op::Or, left, right);
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
  NodeId left = Factor();
  while (left.has_value() && (Is(Tok::Star) || Is(Tok::Slash))) {
    const Op op = Take().kind == Tok::Star ? Op::Mul : Op::Div;
    const NodeId right = Factor();
    if (!right.has_value()) return {};
    left = Operation(op, left, right);
  }
  return left;
}

// The exponent may have a sign: 2**-1.
auto Parser::Factor() -> NodeId {
  const NodeId base = Primary();
  if (!base.has_value() || !Accept(Tok::Power)) return base;
  if (IsTooDeep()) return {};
  ++depth_;
  const bool is_negative = Accept(Tok::Minus);
  NodeId exponent = Factor();
  --depth_;
  if (is_negative) exponent = Operation(Op::Neg, exponent, {});
  return exponent.has_value() ? Operation(Op::Pow, base, exponent) : NodeId{};
}

auto Parser::Primary() -> NodeId {
  if (Is(Tok::Name)) return Variable();
  if (Is(Tok::LeftParen)) {
    if (IsTooDeep()) return {};
    Take();
    ++depth_;
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

// A name, an element, a call, an attribute of a file's entry, a variable of a submodel; and the derivative of
// a variable.
auto Parser::Variable() -> NodeId {
  const Token first = Peek();
  Node node;
  node.kind = NodeKind::Name;
  if (!ExpectName(node.name)) return {};
  if (Accept(Tok::LeftParen)) {
    node.kind = NodeKind::Call;
    if (!ReadList(node.operands, Tok::RightParen)) return {};
  } else if (Accept(Tok::LeftBracket)) {
    node.kind = NodeKind::Element;
    if (!ReadList(node.operands, Tok::RightBracket)) return {};
  } else if (Is(Tok::Point) && Peek(1).spelling.has_value()) {
    if (!ReadDotted(first, node)) return {};
  }
  node.span = SpanFrom(first);
  NodeId id = AddNode(std::move(node));
  while (Is(Tok::Prime)) {
    Take();
    Node derivative;
    derivative.kind = NodeKind::Derivative;
    derivative.operands = {id};
    derivative.span = SpanFrom(first);
    id = AddNode(std::move(derivative));
  }
  return id;
}

auto Parser::ReadList(std::vector<NodeId>& values, Tok close) -> bool {
  if (Accept(close)) return true;
  if (IsTooDeep()) return false;
  ++depth_;
  bool is_good = true;
  do {
    const NodeId value = Expression();
    is_good = value.has_value();
    values.push_back(value);
  } while (is_good && Accept(Tok::Comma));
  --depth_;
  return is_good && Expect(close);
}

}  // namespace kerf::cosy
