// Built-in functions of numbers, which work element by element on arrays, and conversions (sections 3.7.1 to
// 3.7.3).
#include <algorithm>

#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

auto BuiltinCall::RealFunction() -> ExprId {
  return WantNumber(0) ? pool_.Unary(row_.op, args_[0]) : Pool::kError;
}

auto BuiltinCall::RealOfTwo() -> ExprId {
  if (!WantNumber(0) || !WantNumber(1)) return Pool::kError;
  const auto shape = CommonShape();
  return shape ? Make({Kind::Real, *shape, 0}) : Pool::kError;
}

auto BuiltinCall::AbsoluteValue() -> ExprId { return WantNumber(0) ? Make(type(0)) : Pool::kError; }

auto BuiltinCall::IntegerOfNumber() -> ExprId {
  if (!WantNumber(0)) return Pool::kError;
  if (row_.op == Op::IntegerPart && type(0).kind == Kind::Integer) return args_[0];
  return Make({Kind::Integer, type(0).shape, 0});
}

auto BuiltinCall::IntegerOfEnumeration() -> ExprId {
  if (!Want(0, type(0).kind == Kind::Enumeration, "an enumeration value")) return Pool::kError;
  return typing_.IndexAsInteger(args_[0]);
}

// Integer if both arguments are.
auto BuiltinCall::NumberOfTwo() -> ExprId {
  if (!WantNumber(0) || !WantNumber(1)) return Pool::kError;
  const auto shape = CommonShape();
  if (!shape) return Pool::kError;
  const bool is_integer = type(0).kind == Kind::Integer && type(1).kind == Kind::Integer;
  return Make({is_integer ? Kind::Integer : Kind::Real, *shape, 0});
}

// The operands are the value alone, or with a format, or with all three options.
auto BuiltinCall::TextOfValue() -> ExprId {
  const bool is_value = IsSimple(0) && rank(0) == 0 && type(0).kind != Kind::Text;
  if (!Want(0, is_value, "a scalar Boolean, Integer, Real or enumeration value")) return Pool::kError;
  if (!BindTextOptions()) return Pool::kError;
  const Type text = {Kind::Text, expr::kScalar, 0};
  if (Has(4) || (!Has(1) && !Has(2) && !Has(3))) return Make(text);
  if (!Has(1)) args_[1] = pool_.Integer(6);
  if (!Has(2)) args_[2] = pool_.Integer(0);
  if (!Has(3)) args_[3] = pool_.Boolean(true);
  return Make(text);
}

auto BuiltinCall::BindTextOptions() -> bool {
  const bool is_real = type(0).kind == Kind::Real;
  // Options by position: a format, or for other values than Real the options from minimumLength on.
  const size_t n_positional = given_.positional.size();
  if (n_positional == 2 && type(1).kind == Kind::Text) std::swap(args_[1], args_[4]);
  if (n_positional > 1 && !is_real && !Has(4) && n_positional < 4) {
    for (size_t k = n_positional; k > 1; --k) std::swap(args_[k], args_[k - 1]);
  }
  if (Has(1) && !Want(1, is_real, "left out where the value is not Real")) return false;
  if (Has(1) && !WantInteger(1)) return false;
  if (Has(2) && !WantInteger(2)) return false;
  const Type boolean = {Kind::Boolean, expr::kScalar, 0};
  if (Has(3) && !Want(3, type(3) == boolean, "a Boolean scalar")) return false;
  const Type text = {Kind::Text, expr::kScalar, 0};
  const bool is_alone = !Has(1) && !Has(2) && !Has(3) && IsNumeric(0);
  return !Has(4) || Want(4, type(4) == text && is_alone, "a String for a number, without other options");
}

// The least or greatest of an array or of two values.
auto BuiltinCall::Extreme() -> ExprId {
  const auto has_order = [&](size_t k) { return IsSimple(k) && type(k).kind != Kind::Text; };
  if (!Want(0, has_order(0), "of a type that has an order")) return Pool::kError;
  if (!Has(1)) return rank(0) == 0 ? args_[0] : Make({type(0).kind, expr::kScalar, type(0).detail});
  const auto common = typing_.TryCommonType(type(0), type(1), false);
  if (!Want(1, common.has_value(), "of the type of the first one")) return Pool::kError;
  const auto shape = CommonShape();
  if (!shape) return Pool::kError;
  const Op op = row_.op == Op::MinElement ? Op::Min : Op::Max;
  return pool_.Typed(op, {common->kind, *shape, common->detail}, {args_[0], args_[1]});
}

auto BuiltinCall::Total() -> ExprId {
  if (!WantNumber(0)) return Pool::kError;
  return rank(0) == 0 ? args_[0] : Make({type(0).kind, expr::kScalar, 0});
}

}  // namespace kerf::modelica
