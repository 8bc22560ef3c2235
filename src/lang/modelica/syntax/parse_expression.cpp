// Expressions. Operators of one priority are a loop, so a sum of a million terms needs no deep stack.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(SignNeedsParentheses, Error, "`{}` after an operator needs parentheses around it and its operand",
          std::string_view);
KERF_DIAG(NonAssociative, Error, "`{}` after `{}` needs parentheses", std::string_view, std::string_view);

enum Priority : int { kNone = 0, kOr, kAnd, kNot, kRelation, kSum, kProduct, kPower };

auto PriorityOf(TokenKind kind) -> int {
  switch (kind) {
    case TokenKind::Or:           return kOr;
    case TokenKind::And:          return kAnd;
    case TokenKind::Less:
    case TokenKind::LessEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterEqual:
    case TokenKind::EqualEqual:
    case TokenKind::NotEqual:     return kRelation;
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::DotPlus:
    case TokenKind::DotMinus:     return kSum;
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::DotStar:
    case TokenKind::DotSlash:     return kProduct;
    case TokenKind::Caret:
    case TokenKind::DotCaret:     return kPower;
    default:                      return kNone;
  }
}

}  // namespace

auto Parser::ParseExpression() -> Index {
  const Deeper deeper(*this);
  if (!deeper) return Make(NodeKind::Error, at_);
  return Is(TokenKind::If) ? ParseIfExpression() : ParseSimpleExpression();
}

auto Parser::ParseSimpleExpression() -> Index {
  const Index begin = at_;
  const Index first = ParseOperators(kOr);
  if (!Is(TokenKind::Colon) || is_lost_) return first;
  List children;
  Append(children, first);
  Advance();
  Append(children, ParseOperators(kOr));
  if (!is_lost_ && Accept(TokenKind::Colon)) Append(children, ParseOperators(kOr));
  return Make(NodeKind::Range, begin, children);
}

auto Parser::ParseIfExpression() -> Index {
  const Index begin = at_;
  List children;
  do {
    Advance();
    Append(children, ParseExpression());
    Expect(TokenKind::Then);
    Append(children, ParseExpression());
  } while (!is_lost_ && Is(TokenKind::Elseif));
  Expect(TokenKind::Else);
  Append(children, ParseExpression());
  return Make(NodeKind::If, begin, children);
}

auto Parser::ParseOperators(int least) -> Index {
  const Index begin = at_;
  Index left = ParseSigned(least);
  int last = kNone;
  Index last_token = begin;
  for (int priority = PriorityOf(kind()); priority >= least && !is_lost_; priority = PriorityOf(kind())) {
    const Index token = at_;
    const bool is_chained = last == priority && (priority == kRelation || priority == kPower);
    if (is_chained && MayEmit()) {
      emitter_.Emit(SpanOf(token), NonAssociative, TokenText(token), TokenText(last_token));
    }
    Advance();
    List operands;
    Append(operands, left);
    Append(operands, ParseOperators(priority + 1));
    left = Make(NodeKind::Binary, begin, operands, token, 0, static_cast<uint8_t>(tokens_[token].kind));
    last = priority;
    last_token = token;
  }
  return left;
}

// An operand with the sign or `not` before it.
auto Parser::ParseSigned(int least) -> Index {
  const bool is_not = Is(TokenKind::Not);
  if (!is_not && PriorityOf(kind()) != kSum) return ParsePrimary();
  const Index begin = at_;
  const Deeper deeper(*this);
  if (!deeper) return Make(NodeKind::Error, begin);
  if (least > (is_not ? kNot : kSum) && !is_lost_ && MayEmit()) {
    emitter_.Emit(SpanOf(begin), SignNeedsParentheses, TokenText(begin));
  }
  Advance();
  List operands;
  Append(operands, ParseOperators(is_not ? kRelation : kProduct));
  return Make(NodeKind::Unary, begin, operands, begin, 0, static_cast<uint8_t>(tokens_[begin].kind));
}

}  // namespace kerf::modelica
