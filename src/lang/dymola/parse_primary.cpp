// The parts that expressions are made of: numbers, references, calls, arrays, parentheses.
#include "lang/dymola/fortran_functions.h"
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(TooManyPrimes, Error, "a derivative has at most order {}", uint32_t);
KERF_DIAG(RaggedArray, Error, "the rows of this array have different lengths: {} and {}", uint32_t, uint32_t);

constexpr uint32_t kMaxOrder = 9;

}  // namespace

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
  if (TryFortranFunction(program_.names[name])) program_.uses_1991 = true;
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
  for (; At(Tok::Prime); Take()) {
    const bool is_double = Peek().value == 2;
    node.b += is_double ? 2 : 1;
    if (is_double) Note1991(SpanOf(Peek()), "a derivative written with a double quote");
  }
  node.span = SpanFrom(ast_.nodes[operand].span);
  if (node.b > kMaxOrder) {
    emitter_.Emit(node.span, TooManyPrimes, kMaxOrder);
    node.kind = NodeKind::Error;
  }
  return Add(node);
}

}  // namespace kerf::dymola
