// Arithmetic and Boolean expressions, in the thesis's reading: a sign belongs to the whole term that follows
// it, powers group to the left, and `if` may stand after `else` but not after `then` without parentheses.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

using expr::Op;

KERF_DIAG(TooManyPrimes, Error, "a derivative has at most order {}", uint32_t);
KERF_DIAG(RaggedArray, Error, "the rows of this array have different lengths: {} and {}", uint32_t, uint32_t);

constexpr uint32_t kMaxOrder = 9;

}  // namespace

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

auto Parser::Arithmetic() -> uint32_t { return AtWord("if") ? IfExpression() : Sum(); }

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

auto Parser::Primary() -> uint32_t {
  if (At(Tok::Number)) {
    Node node;
    node.kind = NodeKind::Number;
    node.span = SpanOf(Peek());
    node.value = Peek().value;
    node.a = Take().name.index;
    return Add(node);
  }
  if (At(Tok::LeftParen)) return Parenthesis();
  if (At(Tok::LeftBracket)) return Display();
  if (!At(Tok::Word)) {
    Fail("an expression");
    return AddError();
  }
  const bool is_call = At(Tok::LeftParen, 1) && !(in_list_ && Peek(1).space_before);
  if (!is_call) return ParseReference();
  const Span span = SpanOf(Peek());
  const NameId name = Take().name;
  return CallOf(name, span);
}

auto Parser::Parenthesis() -> uint32_t {
  const Deeper deeper(*this);
  if (IsTooDeep()) return AddError();
  Take();
  const bool outer = std::exchange(in_list_, false);
  const uint32_t inner = Disjunction();
  in_list_ = outer;
  Expect(Tok::RightParen, "to close the parenthesis");
  return inner;
}

// `[a, b, c]` is a vector; `[a, b; c, d]`, also with line ends for semicolons, a matrix.
auto Parser::Display() -> uint32_t {
  const Deeper deeper(*this);
  if (IsTooDeep()) return AddError();
  Node node;
  node.kind = NodeKind::Display;
  node.span = SpanOf(Take());
  const bool outer = std::exchange(in_list_, false);
  std::vector<uint32_t> elements;
  SkipSeparators();
  uint32_t row_length = 0;
  do {
    const size_t before = elements.size();
    do elements.push_back(Arithmetic());
    while (Accept(Tok::Comma));
    const auto length = static_cast<uint32_t>(elements.size() - before);
    if (++node.a == 1) row_length = length;
    if (length != row_length) emitter_.Emit(node.span, RaggedArray, row_length, length);
    if (length != row_length) node.kind = NodeKind::Error;
    if (!At(Tok::Separator)) break;
    SkipSeparators();
  } while (!At(Tok::RightBracket) && !At(Tok::End) && !AtBlockEnd());
  in_list_ = outer;
  Expect(Tok::RightBracket, "to close the array");
  node.b = static_cast<uint32_t>(ast_.lists.size());
  node.c = static_cast<uint32_t>(elements.size());
  ast_.lists.insert(ast_.lists.end(), elements.begin(), elements.end());
  node.span = SpanFrom(node.span);
  return Add(node);
}

auto Parser::CallOf(NameId name, const Span& span) -> uint32_t {
  const Deeper deeper(*this);
  if (IsTooDeep()) return AddError();
  Node node;
  node.kind = NodeKind::Call;
  node.a = name.index;
  Take();
  const bool outer = std::exchange(in_list_, false);
  std::vector<uint32_t> arguments;
  if (!At(Tok::RightParen)) {
    do arguments.push_back(Disjunction());
    while (Accept(Tok::Comma));
  }
  in_list_ = outer;
  Expect(Tok::RightParen, "or `,` after an argument");
  node.b = static_cast<uint32_t>(ast_.lists.size());
  node.c = static_cast<uint32_t>(arguments.size());
  ast_.lists.insert(ast_.lists.end(), arguments.begin(), arguments.end());
  node.span = SpanFrom(span);
  return Add(node);
}

auto Parser::Primes(uint32_t operand) -> uint32_t {
  if (!At(Tok::Prime)) return operand;
  Node node;
  node.kind = NodeKind::Prime;
  node.a = operand;
  while (Accept(Tok::Prime)) ++node.b;
  node.span = SpanFrom(ast_.nodes[operand].span);
  if (node.b > kMaxOrder) {
    emitter_.Emit(node.span, TooManyPrimes, kMaxOrder);
    node.kind = NodeKind::Error;
  }
  return Add(node);
}

}  // namespace kerf::dymola
