// Scalar operators.
#include "flat/interpret_scalar.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/number_text.h"
#include "expr/evaluate.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto Overflow(Op op, int64_t x, int64_t y, std::string& error) -> bool {
  error = fmt::format("Integer overflow in {} {} {}", x, expr::text_of(op), y);
  return false;
}

auto DivisionByZero(Op op, const Value& x, std::string& error) -> bool {
  const std::string left = base::NumberText(x.number());
  error = op == Op::Div || op == Op::ElementDiv
              ? fmt::format("division by zero in {}/0", left)
              : fmt::format("division by zero in {}({}, 0)", expr::text_of(op), left);
  return false;
}

auto FloorMod(int64_t x, int64_t y) -> int64_t {
  // INT64_MIN / -1 would trap though the remainder is 0.
  if (y == -1) return 0;
  const int64_t rest = x % y;
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

auto IntegerBinary(Op op, Value& x, int64_t b, std::string& error) -> bool {
  const int64_t a = x.integer;
  int64_t& r = x.integer;
  switch (op) {
    case Op::Add:
    case Op::ElementAdd: return !__builtin_add_overflow(a, b, &r) || Overflow(Op::Add, a, b, error);
    case Op::Sub:
    case Op::ElementSub: return !__builtin_sub_overflow(a, b, &r) || Overflow(Op::Sub, a, b, error);
    case Op::Mul:
    case Op::ElementMul: return !__builtin_mul_overflow(a, b, &r) || Overflow(Op::Mul, a, b, error);
    case Op::Min:        r = std::min(a, b); return true;
    case Op::Max:        r = std::max(a, b); return true;
    default:             break;
  }
  if (b == 0) return DivisionByZero(op, x, error);
  switch (op) {
    case Op::Mod:       r = FloorMod(a, b); return true;
    case Op::Remainder: r = b == -1 ? 0 : a % b; return true;
    case Op::Quotient:
      if (b == -1) return !__builtin_sub_overflow(int64_t{0}, a, &r) || Overflow(op, a, b, error);
      r = a / b;
      return true;
    default: break;
  }
  error = fmt::format("operator {} has no meaning for Integer values", expr::text_of(op));
  return false;
}

// a^n for an Integer exponent also holds for a <= 0; 0^0 is 1.
auto Power(double a, double b, bool has_integer_exponent, double& result, std::string& error) -> bool {
  const bool is_whole = has_integer_exponent || b == std::floor(b);
  const bool is_wrong = (a == 0 && (b < 0 || (b == 0 && !has_integer_exponent))) || (a < 0 && !is_whole);
  result = std::pow(a, b);
  if (!is_wrong) return true;
  error = fmt::format("{}^{} is not defined", base::NumberText(a), base::NumberText(b));
  return false;
}

auto RealBinary(Op op, Value& x, const Value& y, std::string& error) -> bool {
  const double a = x.number();
  const double b = y.number();
  double r = 0;
  switch (op) {
    case Op::Add:
    case Op::ElementAdd: r = a + b; break;
    case Op::Sub:
    case Op::ElementSub: r = a - b; break;
    case Op::Mul:
    case Op::ElementMul: r = a * b; break;
    case Op::Div:
    case Op::ElementDiv:
      if (b == 0) return DivisionByZero(op, x, error);
      r = a / b;
      break;
    case Op::Pow:
    case Op::ElementPow:
      if (!Power(a, b, y.kind == Kind::Integer, r, error)) return false;
      break;
    case Op::Atan2: r = std::atan2(a, b); break;
    case Op::Min:   r = std::fmin(a, b); break;
    case Op::Max:   r = std::fmax(a, b); break;
    case Op::Mod:
    case Op::Remainder:
    case Op::Quotient:
      if (b == 0) return DivisionByZero(op, x, error);
      r = op == Op::Mod        ? a - std::floor(a / b) * b
          : op == Op::Quotient ? std::trunc(a / b)
                               : std::fmod(a, b);
      break;
    default: error = fmt::format("operator {} has no meaning for numbers", expr::text_of(op)); return false;
  }
  x.kind = Kind::Real;
  x.real = r;
  return true;
}

auto IsAlwaysReal(Op op) -> bool {
  return op == Op::Div || op == Op::ElementDiv || op == Op::Pow || op == Op::ElementPow || op == Op::Atan2;
}

auto IsOutsideDomain(Op op, double x) -> bool {
  switch (op) {
    case Op::Sqrt:  return x < 0;
    case Op::Log:
    case Op::Log10: return x <= 0;
    case Op::Asin:
    case Op::Acos:  return std::fabs(x) > 1;
    default:        return false;
  }
}

template <typename T>
auto Compare(Op op, const T& x, const T& y) -> bool {
  switch (op) {
    case Op::Less:         return x < y;
    case Op::LessEqual:    return x <= y;
    case Op::Greater:      return x > y;
    case Op::GreaterEqual: return x >= y;
    case Op::Equal:        return x == y;
    default:               return x != y;
  }
}

auto IntegerUnary(Op op, Value& x, std::string& error) -> bool {
  if (op == Op::Sign) {
    x.integer = (x.integer > 0 ? 1 : 0) - (x.integer < 0 ? 1 : 0);
    return true;
  }
  if (op == Op::Abs && x.integer >= 0) return true;
  const int64_t old = x.integer;
  return !__builtin_sub_overflow(int64_t{0}, old, &x.integer) || Overflow(Op::Sub, 0, old, error);
}

auto IntegerPart(Value& x, std::string& error) -> bool {
  if (x.kind == Kind::Integer) return true;
  const double whole = std::floor(x.real);
  if (!(std::fabs(whole) < 0x1p63)) {
    error = fmt::format("integer({}) is outside the range of Integer", base::NumberText(x.real));
    return false;
  }
  x = Value::Integer(static_cast<int64_t>(whole));
  return true;
}

}  // namespace

auto ScalarRelation(Op op, const Value& x, const Value& y) -> bool {
  if (x.kind == Kind::Text) return Compare(op, x.text(), y.text());
  if (x.kind == Kind::Record) return (x == y) == (op == Op::Equal);
  if (x.kind == Kind::Real || y.kind == Kind::Real) return Compare(op, x.number(), y.number());
  return Compare(op, x.integer, y.integer);
}

auto ScalarUnary(Op op, Value& x, std::string& error) -> bool {
  if (op == Op::Not) {
    x.integer = x.integer == 0 ? 1 : 0;
    return true;
  }
  if (op == Op::IntegerPart) return IntegerPart(x, error);
  const bool stays = op == Op::Neg || op == Op::Abs || op == Op::Sign;
  if (x.kind == Kind::Integer && stays) return IntegerUnary(op, x, error);
  const double number = x.number();
  if (IsOutsideDomain(op, number)) {
    const std::string_view name = op == Op::Log    ? "log"
                                  : op == Op::Asin ? "asin"
                                  : op == Op::Acos ? "acos"
                                                   : expr::text_of(op);
    error = fmt::format("{}({}) is not defined", name, base::NumberText(number));
    return false;
  }
  const auto result = expr::EvaluateOp(op, {&number, 1});
  if (!result || !x.IsNumber()) {
    error = fmt::format("operator {} has no meaning for this operand", expr::text_of(op));
    return false;
  }
  x.kind = Kind::Real;
  x.real = *result;
  return true;
}

auto ScalarBinary(Op op, Value& x, const Value& y, std::string& error) -> bool {
  if (expr::group_of(op) == expr::Group::Relation) {
    const bool holds = ScalarRelation(op, x, y);
    x = Value::Boolean(holds);
    return true;
  }
  if (x.kind == Kind::Text) {
    x = Value::Text(x.text() + y.text());
    return true;
  }
  if (op == Op::And || op == Op::Or) {
    x.integer = op == Op::And ? x.integer & y.integer : x.integer | y.integer;
    return true;
  }
  if (x.IsNumber() && y.IsNumber()) {
    const bool is_integer = x.kind == Kind::Integer && y.kind == Kind::Integer && !IsAlwaysReal(op);
    return is_integer ? IntegerBinary(op, x, y.integer, error) : RealBinary(op, x, y, error);
  }
  if (x.kind == y.kind && (op == Op::Min || op == Op::Max)) return IntegerBinary(op, x, y.integer, error);
  error = fmt::format("operator {} has no meaning for these operands", expr::text_of(op));
  return false;
}

}  // namespace kerf::flat
