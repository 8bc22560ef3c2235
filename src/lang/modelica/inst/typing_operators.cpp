// Operators: which family a token belongs to, unary ones, relations, logic and the choice between two values
// (chapter 3 and sections 10.6.7 to 10.6.11).
#include <algorithm>

#include "lang/modelica/inst/typing.h"
#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

KERF_DIAG(OperandTypes, Error, "`{}` does not work on {} and {}", std::string_view, std::string, std::string);
KERF_DIAG(OperandType, Error, "`{}` does not work on {}", std::string_view, std::string);
KERF_DIAG(IfConditionType, Error, "the condition of an if-expression must be Boolean, not {}", std::string);
KERF_DIAG(IfBranchTypes, Error, "the branches of this if-expression have types that do not fit: {} and {}",
          std::string, std::string);

enum class Family : uint8_t { Sum, ElementSum, Product, Power, Elementwise, Relation, Logic };

struct OperatorRow {
  TokenKind token;
  Family family;
  Op op;
};

constexpr auto kBinary = std::to_array<OperatorRow>({
    {TokenKind::Plus, Family::Sum, Op::Add},
    {TokenKind::Minus, Family::Sum, Op::Sub},
    {TokenKind::Star, Family::Product, Op::Mul},
    {TokenKind::Slash, Family::Product, Op::Div},
    {TokenKind::Caret, Family::Power, Op::Pow},
    {TokenKind::DotPlus, Family::ElementSum, Op::Add},
    {TokenKind::DotMinus, Family::ElementSum, Op::Sub},
    {TokenKind::DotStar, Family::Elementwise, Op::ElementMul},
    {TokenKind::DotSlash, Family::Elementwise, Op::ElementDiv},
    {TokenKind::DotCaret, Family::Elementwise, Op::ElementPow},
    {TokenKind::Less, Family::Relation, Op::Less},
    {TokenKind::LessEqual, Family::Relation, Op::LessEqual},
    {TokenKind::Greater, Family::Relation, Op::Greater},
    {TokenKind::GreaterEqual, Family::Relation, Op::GreaterEqual},
    {TokenKind::EqualEqual, Family::Relation, Op::Equal},
    {TokenKind::NotEqual, Family::Relation, Op::NotEqual},
    {TokenKind::And, Family::Logic, Op::And},
    {TokenKind::Or, Family::Logic, Op::Or},
});

}  // namespace

auto Typing::Binary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId {
  if (x == Pool::kError || y == Pool::kError) return Pool::kError;
  if (const auto result = TryBinary(op, x, y)) return *result;
  emitter_.Emit(span, OperandTypes, Spelling(op), TypeText(x), TypeText(y));
  return Pool::kError;
}

auto Typing::Unary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId {
  if (x == Pool::kError) return Pool::kError;
  if (const auto result = TryUnary(op, x)) return *result;
  emitter_.Emit(span, OperandType, Spelling(op), TypeText(x));
  return Pool::kError;
}

auto Typing::TryBinary(TokenKind op, ExprId x, ExprId y) -> std::optional<ExprId> {
  const auto row = std::ranges::find(kBinary, op, &OperatorRow::token);
  if (row == kBinary.end()) return std::nullopt;
  switch (row->family) {
    case Family::Sum:         return TrySum(row->op, false, x, y);
    case Family::ElementSum:  return TrySum(row->op, true, x, y);
    case Family::Product:     return row->op == Op::Mul ? TryProduct(x, y) : TryQuotient(x, y);
    case Family::Power:       return TryPower(x, y);
    case Family::Elementwise: return TryElementwise(row->op, x, y);
    case Family::Relation:    return TryRelation(row->op, x, y);
    case Family::Logic:       return TryLogic(row->op, x, y);
  }
  return std::nullopt;
}

auto Typing::TryUnary(TokenKind op, ExprId x) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const Type type = pool.type(x);
  if (op == TokenKind::Not) {
    if (type.kind != Kind::Boolean) return std::nullopt;
    return pool.Unary(Op::Not, x);
  }
  if (!IsNumeric(type.kind)) return std::nullopt;
  if (op == TokenKind::Plus || op == TokenKind::DotPlus) return x;
  if (op == TokenKind::Minus || op == TokenKind::DotMinus) return pool.Neg(x);
  return std::nullopt;
}

// Scalars of simple types that agree; Integer and Real may be mixed.
auto Typing::TryRelation(Op op, ExprId x, ExprId y) -> std::optional<ExprId> {
  const Type a = world_.pool.type(x);
  const Type b = world_.pool.type(y);
  if (a.shape != expr::kScalar || b.shape != expr::kScalar) return std::nullopt;
  const bool is_simple =
      a.kind == Kind::Boolean || a.kind == Kind::Text || a.kind == Kind::Enumeration || IsNumeric(a.kind);
  if (!is_simple || !TryCommonType(a, b, true)) return std::nullopt;
  return world_.pool.Typed(op, {Kind::Boolean, expr::kScalar, 0}, {x, y});
}

auto Typing::TryLogic(Op op, ExprId x, ExprId y) -> std::optional<ExprId> {
  const Type a = world_.pool.type(x);
  const Type b = world_.pool.type(y);
  const auto shape = TryUnifyShapes(a.shape, b.shape);
  if (!shape || a.kind != Kind::Boolean || b.kind != Kind::Boolean) return std::nullopt;
  if (*shape == expr::kScalar) return world_.pool.Binary(op, x, y);
  return world_.pool.Typed(op, {Kind::Boolean, *shape, 0}, {x, y});
}

auto Typing::If(ExprId condition, ExprId yes, ExprId no, const diag::Span& span) -> ExprId {
  Pool& pool = world_.pool;
  if (condition == Pool::kError) return Pool::kError;
  if (pool.type(condition) != Type{Kind::Boolean, expr::kScalar, 0}) {
    emitter_.Emit(span, IfConditionType, TypeText(condition));
    return Pool::kError;
  }
  // A choice made when compiling may be one between sizes.
  const bool is_known = pool.op(condition) == Op::Boolean;
  if (!is_known && (yes == Pool::kError || no == Pool::kError)) return Pool::kError;
  const bool is_unified = TryUnify(yes, no);
  if (is_known) return pool.boolean(condition) ? yes : no;
  if (!is_unified) {
    emitter_.Emit(span, IfBranchTypes, TypeText(yes), TypeText(no));
    return Pool::kError;
  }
  if (yes == no) return yes;
  Type type = pool.type(yes);
  type.shape = *TryUnifyShapes(type.shape, pool[no].shape);
  return pool.Typed(Op::If, type, {condition, yes, no});
}

}  // namespace kerf::modelica
