// Conversion of values: Integer to Real, a record to another with the same fields, and several values to one
// type (sections 6.7 and 10.6.13).
#include <algorithm>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

auto Operands(const Pool& pool, ExprId id) -> std::vector<ExprId> {
  const auto operands = pool.operands(id);
  return {operands.begin(), operands.end()};
}

}  // namespace

auto Typing::TryConvert(ExprId value, const Type& wanted) -> std::optional<ExprId> {
  if (value == Pool::kError) return value;
  const Type have = world_.pool.type(value);
  if (!TryUnifyShapes(have.shape, wanted.shape)) return std::nullopt;
  if (have.kind == Kind::Integer && wanted.kind == Kind::Real) return ToReal(value);
  // What the elements of an empty array would be may not be known where it is made.
  const bool is_empty = world_.pool.op(value) == Op::Array && world_.pool.operands(value).empty();
  if (is_empty && have.kind == Kind::Real && wanted.kind != Kind::Real)
    return world_.pool.Typed(Op::Array, {wanted.kind, have.shape, wanted.detail}, std::span<const ExprId>());
  if (have.kind != wanted.kind) return std::nullopt;
  if (have.detail == wanted.detail || have.kind == Kind::Function) return value;
  return have.kind == Kind::Record ? TryConvertRecord(value, wanted) : std::nullopt;
}

// Records are compatible if their fields are, whatever their classes are called.
auto Typing::TryConvertRecord(ExprId value, const Type& wanted) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const Type have = pool.type(value);
  std::vector<ExprId> parts;
  if (pool.op(value) == Op::Array) {
    parts = Operands(pool, value);
    for (ExprId& part : parts) {
      const auto converted = TryConvertRecord(part, {Kind::Record, pool.type(part).shape, wanted.detail});
      if (!converted) return std::nullopt;
      part = *converted;
    }
    return pool.Typed(Op::Array, {Kind::Record, have.shape, wanted.detail}, parts);
  }
  if (pool.op(value) == Op::ArrayOf || pool.op(value) == Op::Fill) {
    parts = Operands(pool, value);
    const auto element = TryConvertRecord(parts[0], {Kind::Record, pool.type(parts[0]).shape, wanted.detail});
    if (!element) return std::nullopt;
    parts[0] = *element;
    return pool.Typed(pool.op(value), {Kind::Record, have.shape, wanted.detail}, parts);
  }
  const auto& from = world_.records[have.detail].fields;
  const auto& to = world_.records[wanted.detail].fields;
  if (from.size() != to.size()) return std::nullopt;
  for (const flat::RecordField& field : to) {
    const auto at = std::ranges::find(from, field.name, &flat::RecordField::name);
    if (at == from.end()) return std::nullopt;
    const ExprId part = Field(value, static_cast<uint32_t>(at - from.begin()));
    std::vector<int32_t> sizes = Sizes(have.shape);
    const std::vector<int32_t> inner = Sizes(field.type.shape);
    sizes.insert(sizes.end(), inner.begin(), inner.end());
    const auto converted = TryConvert(part, {field.type.kind, pool.shapes().Make(sizes), field.type.detail});
    if (!converted) return std::nullopt;
    parts.push_back(*converted);
  }
  return pool.Typed(Op::Record, {Kind::Record, have.shape, wanted.detail}, parts);
}

// Literals become Real literals, so that no conversion is left where a number was written; the recursion is
// as deep as the array has dimensions.
auto Typing::ToReal(ExprId value) -> ExprId {
  Pool& pool = world_.pool;
  const Type type = {Kind::Real, pool[value].shape, 0};
  if (pool[value].kind == Kind::Real) return value;
  if (pool.op(value) == Op::Integer) return pool.Real(pool.number(value));
  if (pool.op(value) == Op::Neg && pool.op(pool.operand(value, 0)) == Op::Integer) {
    return pool.Neg(pool.Real(pool.number(pool.operand(value, 0))));
  }
  if (pool.op(value) == Op::Array) {
    std::vector<ExprId> elements = Operands(pool, value);
    for (ExprId& element : elements) element = ToReal(element);
    return pool.Typed(Op::Array, type, elements);
  }
  if (pool.op(value) == Op::Fill) {
    std::vector<ExprId> operands = Operands(pool, value);
    operands[0] = ToReal(operands[0]);
    return pool.Typed(Op::Fill, type, operands);
  }
  return pool.Typed(Op::ToReal, type, {value});
}

auto Typing::WithKind(ExprId value, Kind kind) -> ExprId {
  if (value == Pool::kError || kind != Kind::Real || world_.pool[value].kind != Kind::Integer) return value;
  return ToReal(value);
}

auto Typing::TryCommonType(const Type& x, const Type& y, bool shapes) -> std::optional<Type> {
  Type type = x;
  if (shapes) {
    const auto shape = TryUnifyShapes(x.shape, y.shape);
    if (!shape) return std::nullopt;
    type.shape = *shape;
  }
  if (IsNumeric(x.kind) && IsNumeric(y.kind)) {
    if (y.kind == Kind::Real) type.kind = Kind::Real;
    return type;
  }
  if (x.kind != y.kind) return std::nullopt;
  // Whether two records fit shows when they are converted.
  if (x.detail != y.detail && x.kind != Kind::Record && x.kind != Kind::Function) return std::nullopt;
  return type;
}

auto Typing::UnifyAll(std::vector<ExprId>& values, bool shapes) -> std::optional<size_t> {
  if (values.empty()) return std::nullopt;
  Type common = world_.pool.type(values[0]);
  for (size_t k = 1; k < values.size(); ++k) {
    const auto type = TryCommonType(common, world_.pool.type(values[k]), shapes);
    if (!type) return k;
    common = *type;
  }
  for (size_t k = 0; k < values.size(); ++k) {
    Type wanted = common;
    if (!shapes) wanted.shape = world_.pool[values[k]].shape;
    const auto converted = TryConvert(values[k], wanted);
    if (!converted) return k;
    values[k] = *converted;
  }
  return std::nullopt;
}

auto Typing::TryUnify(ExprId& x, ExprId& y) -> bool {
  std::vector<ExprId> both = {x, y};
  if (HasError(both)) return true;
  if (UnifyAll(both, true)) return false;
  x = both[0];
  y = both[1];
  return true;
}

}  // namespace kerf::modelica
