// Kinds and shapes of results, as in linear algebra: scalar with array works element by element, matrices
// multiply.
#include <algorithm>

#include "expr/pool.h"

namespace kerf::expr {

namespace {

auto NumberKind(std::span<const Type> operands) -> Kind {
  const bool all_integer =
      std::ranges::all_of(operands, [](const Type& t) { return t.kind == Kind::Integer; });
  return all_integer ? Kind::Integer : Kind::Real;
}

// Equal shapes, or one of them a scalar.
auto TryElementwise(ShapeId x, ShapeId y) -> std::optional<ShapeId> {
  if (x == y || y == kScalar) return x;
  if (x == kScalar) return y;
  return std::nullopt;
}

auto TryProduct(Shapes& shapes, ShapeId x, ShapeId y) -> std::optional<ShapeId> {
  if (x == kScalar || y == kScalar) return x == kScalar ? y : x;
  const auto a = shapes.dims(x);
  const auto b = shapes.dims(y);
  if (a.size() > 2 || b.size() > 2 || a.back() != b.front()) return std::nullopt;
  std::vector<int32_t> dims;
  if (a.size() == 2) dims.push_back(a[0]);
  if (b.size() == 2) dims.push_back(b[1]);
  return shapes.Make(dims);
}

auto TryStack(Shapes& shapes, std::span<const Type> elements) -> std::optional<Type> {
  if (elements.empty()) return Type{Kind::Real, shapes.Make(std::vector<int32_t>{0}), 0};
  std::vector<int32_t> dims = {static_cast<int32_t>(elements.size())};
  for (const Type& element : elements) {
    if (element.shape != elements[0].shape) return std::nullopt;
  }
  const auto inner = shapes.dims(elements[0].shape);
  dims.insert(dims.end(), inner.begin(), inner.end());
  const Kind kind = elements[0].kind;
  const bool is_number = kind == Kind::Real || kind == Kind::Integer;
  return Type{is_number ? NumberKind(elements) : kind, shapes.Make(dims), elements[0].detail};
}

auto TryTranspose(Shapes& shapes, const Type& operand) -> std::optional<Type> {
  const auto dims = shapes.dims(operand.shape);
  if (dims.size() != 2) return std::nullopt;
  const std::vector<int32_t> swapped = {dims[1], dims[0]};
  return Type{operand.kind, shapes.Make(swapped), 0};
}

auto TryPower(Shapes& shapes, std::span<const Type> t) -> std::optional<Type> {
  if (t[1].shape != kScalar) return std::nullopt;
  const auto dims = shapes.dims(t[0].shape);
  if (!dims.empty() && (dims.size() != 2 || dims[0] != dims[1])) return std::nullopt;
  return Type{Kind::Real, t[0].shape, 0};
}

auto TryArithmetic(Shapes& shapes, Op op, std::span<const Type> t) -> std::optional<Type> {
  if (op == Op::Neg) return t[0];
  if (op == Op::Pow) return TryPower(shapes, t);
  if (op == Op::Div)
    return t[1].shape == kScalar ? std::optional(Type{Kind::Real, t[0].shape, 0}) : std::nullopt;
  const auto shape =
      op == Op::Mul ? TryProduct(shapes, t[0].shape, t[1].shape) : TryElementwise(t[0].shape, t[1].shape);
  if (!shape) return std::nullopt;
  // Sums need equal shapes: a scalar is not spread over an array, as in linear algebra.
  if (op != Op::Mul && t[0].shape != t[1].shape) return std::nullopt;
  return Type{NumberKind(t), *shape, 0};
}

}  // namespace

auto TryResultType(Shapes& shapes, Op op, std::span<const Type> t) -> std::optional<Type> {
  switch (group_of(op)) {
    case Group::Leaf:       return t.empty() ? std::optional(Type{}) : std::nullopt;
    case Group::Arithmetic: return TryArithmetic(shapes, op, t);
    case Group::Relation:
      return t[0].shape == t[1].shape ? std::optional(Type{Kind::Boolean, t[0].shape, 0}) : std::nullopt;
    case Group::Logic:  return Type{Kind::Boolean, t[0].shape, 0};
    case Group::Choice: {
      if (t[1].shape != t[2].shape) return std::nullopt;
      return t[1].kind == t[2].kind ? t[1] : Type{Kind::Real, t[1].shape, 0};
    }
    case Group::Function: {
      // Functions of one argument work element by element on arrays.
      if (t.size() == 1) return Type{Kind::Real, t[0].shape, 0};
      const auto shape = TryElementwise(t[0].shape, t[1].shape);
      return shape ? std::optional(Type{Kind::Real, *shape, 0}) : std::nullopt;
    }
    case Group::Special: return op == Op::Der ? t[0] : Type{};
    case Group::Array:   break;
    case Group::Typed:   return std::nullopt;
  }
  if (op == Op::Array) return TryStack(shapes, t);
  if (op == Op::Transpose) return TryTranspose(shapes, t[0]);
  if (op == Op::Sum) return Type{t[0].kind, kScalar, 0};
  return std::nullopt;
}

}  // namespace kerf::expr
