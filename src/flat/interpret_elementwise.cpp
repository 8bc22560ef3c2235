// Operators on arrays: element by element, products of vectors and matrices, powers of matrices.
#include <fmt/format.h>

#include <algorithm>

#include "flat/interpret_array.h"
#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto IsProductOfArrays(Op op, const Value& x, const Value& y) -> bool {
  return op == Op::Mul && x.is_array && y.is_array;
}

// The kind of an operator's result where there is no element to take it from.
auto ResultKind(Op op, const Value& x, const Value& y) -> Kind {
  if (expr::group_of(op) == expr::Group::Relation) return Kind::Boolean;
  if (!x.IsNumber()) return x.kind;
  const bool divides = op == Op::Div || op == Op::ElementDiv || op == Op::Pow || op == Op::ElementPow;
  return divides || x.kind == Kind::Real || y.kind == Kind::Real ? Kind::Real : Kind::Integer;
}

auto Elementwise(Op op, Value& x, const Value& y, std::string& error) -> bool {
  if (x.is_array && y.is_array && !std::ranges::equal(x.dims(), y.dims())) {
    error = fmt::format("sizes {} and {} do not fit in operator {}", DimsText(x.dims()), DimsText(y.dims()),
                        expr::text_of(op));
    return false;
  }
  const Kind kind = ResultKind(op, x, y);
  if (!x.is_array) x = Filled(x, {y.dims().begin(), y.dims().end()});
  std::vector<Value>& elements = x.MutableElements();
  for (size_t k = 0; k < elements.size(); ++k) {
    if (!ScalarBinary(op, elements[k], y.is_array ? y.elements()[k] : y, error)) return false;
  }
  x.kind = kind;
  return true;
}

auto MatrixPower(Value& x, const Value& y, std::string& error) -> bool {
  const auto dims = x.dims();
  const bool fits = dims.size() == 2 && dims[0] == dims[1] && y.kind == Kind::Integer && y.integer >= 0;
  if (!fits) {
    error = "a power of an array needs a square matrix and an Integer exponent not below 0";
    return false;
  }
  Value result = IdentityMatrix(dims[0]);
  if (x.kind == Kind::Real) ConvertToReal(result);
  Value square = x;
  for (int64_t n = y.integer; n > 0; n /= 2) {
    if (n % 2 != 0 && !MatrixProduct(result, square, error)) return false;
    const Value factor = square;
    if (n > 1 && !MatrixProduct(square, factor, error)) return false;
  }
  x = std::move(result);
  return true;
}

auto ToEnumeration(Value& x, uint16_t detail, const World& world, std::string& error) -> bool {
  const Enumeration& type = world.enumerations[detail];
  if (x.integer < 1 || x.integer > static_cast<int64_t>(type.literals.size())) {
    error = fmt::format("{} is no literal of {}, which has {}", x.integer, world.names[type.name],
                        type.literals.size());
    return false;
  }
  x.kind = Kind::Enumeration;
  x.detail = detail;
  return true;
}

auto ConvertScalar(Op op, uint16_t detail, const World& world, Value& x, std::string& error) -> bool {
  if (op == Op::ToEnumeration) return ToEnumeration(x, detail, world, error);
  if (op == Op::ToReal) {
    x = Value::Real(x.number());
    return true;
  }
  if (op == Op::ToInteger) {
    if (x.kind != Kind::Real) x = Value::Integer(x.integer);
    return true;
  }
  return ScalarUnary(op, x, error);
}

}  // namespace

auto ApplyUnary(Op op, uint16_t detail, const World& world, Value& x, std::string& error) -> bool {
  if (!x.is_array) return ConvertScalar(op, detail, world, x, error);
  for (Value& element : x.MutableElements()) {
    if (!ConvertScalar(op, detail, world, element, error)) return false;
  }
  switch (op) {
    case Op::Not:
    case Op::Neg:
    case Op::Abs:
    case Op::Sign: return true;
    case Op::ToEnumeration:
      x.detail = detail;
      x.kind = Kind::Enumeration;
      return true;
    case Op::ToInteger:
    case Op::IntegerPart:
      x.detail = 0;
      x.kind = Kind::Integer;
      return true;
    default:
      x.detail = 0;
      x.kind = Kind::Real;
      return true;
  }
}

auto ApplyBinary(Op op, Value& x, const Value& y, std::string& error) -> bool {
  if (!x.is_array && !y.is_array) return ScalarBinary(op, x, y, error);
  if (IsProductOfArrays(op, x, y)) return MatrixProduct(x, y, error);
  if (op == Op::Pow) return MatrixPower(x, y, error);
  return Elementwise(op, x, y, error);
}

}  // namespace kerf::flat
