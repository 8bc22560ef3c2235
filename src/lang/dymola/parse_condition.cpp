// Boolean expressions as in Algol: or, and, not, relations. A bare arithmetic expression is a condition too.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

using expr::Op;

auto Parser::Disjunction() -> uint32_t {
  uint32_t left = Conjunction();
  while (AcceptWord("or")) {
    const uint32_t right = Conjunction();
    left = AddBinary(Op::Or, left, right);
  }
  return left;
}

auto Parser::Conjunction() -> uint32_t {
  uint32_t left = Negation();
  while (AcceptWord("and")) {
    const uint32_t right = Negation();
    left = AddBinary(Op::And, left, right);
  }
  return left;
}

// `not` is an operator only if an operand follows. Repeated ones are read in a loop.
auto Parser::Negation() -> uint32_t {
  const Span begin = SpanOf(Peek());
  size_t n = 0;
  while (AtWord("not") && (At(Tok::Word, 1) || At(Tok::LeftParen, 1) || At(Tok::Number, 1)) &&
         !AtWord("then", 1)) {
    Take();
    ++n;
  }
  uint32_t result = Relation();
  for (; n > 0; --n) {
    Node node;
    node.kind = NodeKind::Unary;
    node.op = Op::Not;
    node.a = result;
    node.span = SpanFrom(begin);
    result = Add(node);
  }
  return result;
}

auto Parser::Relation() -> uint32_t {
  const uint32_t left = Arithmetic();
  Op op = Op::Error;
  if (At(Tok::Less)) op = Op::Less;
  if (At(Tok::LessEqual)) op = Op::LessEqual;
  if (At(Tok::Greater)) op = Op::Greater;
  if (At(Tok::GreaterEqual)) op = Op::GreaterEqual;
  if (At(Tok::Equal)) op = Op::Equal;
  if (At(Tok::NotEqual)) op = Op::NotEqual;
  if (op == Op::Error) return left;
  Take();
  const uint32_t right = Arithmetic();
  return AddBinary(op, left, right);
}

}  // namespace kerf::dymola
