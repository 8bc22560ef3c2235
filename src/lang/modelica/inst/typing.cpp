// Names of types, and the small questions about shapes and literals that all of typing asks.
#include "lang/modelica/inst/typing.h"

#include <algorithm>

#include <fmt/format.h>

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;
using expr::ShapeId;

namespace {

auto KindText(const flat::World& world, const Type& type) -> std::string {
  switch (type.kind) {
    case Kind::Real:        return "Real";
    case Kind::Integer:     return "Integer";
    case Kind::Boolean:     return "Boolean";
    case Kind::Text:        return "String";
    case Kind::Enumeration: return std::string(world.names[world.enumerations[type.detail].name]);
    case Kind::Record:      return std::string(world.names[world.records[type.detail].name]);
    case Kind::Object:      return std::string(world.names[world.object_classes[type.detail]]);
    case Kind::Clock:       return "Clock";
    case Kind::Function:    return "function";
  }
  return "";
}

}  // namespace

Typing::Typing(flat::World& world, diag::Emitter& emitter, SizeEvaluator size_of)
    : world_(world), emitter_(emitter), size_of_(std::move(size_of)) {}

auto Typing::TypeText(const Type& type) const -> std::string {
  std::string text = KindText(world_, type);
  std::string separator = "[";
  for (const int32_t size : world_.pool.shapes().dims(type.shape)) {
    text += separator + (size == expr::kUnknownSize ? ":" : fmt::format("{}", size));
    separator = ", ";
  }
  return type.shape == expr::kScalar ? text : text + "]";
}

auto Typing::Dims(ExprId id) const -> std::span<const int32_t> {
  return world_.pool.shapes().dims(world_.pool[id].shape);
}

auto Typing::Sizes(ShapeId shape) const -> std::vector<int32_t> {
  const auto dims = world_.pool.shapes().dims(shape);
  return {dims.begin(), dims.end()};
}

auto Typing::TryUnifyShapes(ShapeId x, ShapeId y, bool spread) -> std::optional<ShapeId> {
  if (x == y || (spread && y == expr::kScalar)) return x;
  if (spread && x == expr::kScalar) return y;
  std::vector<int32_t> sizes = Sizes(x);
  const std::vector<int32_t> others = Sizes(y);
  if (sizes.size() != others.size()) return std::nullopt;
  for (size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == expr::kUnknownSize) sizes[k] = others[k];
    if (others[k] != expr::kUnknownSize && others[k] != sizes[k]) return std::nullopt;
  }
  return world_.pool.shapes().Make(sizes);
}

auto Typing::Stacked(int32_t count, ShapeId shape) -> ShapeId {
  std::vector<int32_t> sizes = Sizes(shape);
  sizes.insert(sizes.begin(), count);
  return world_.pool.shapes().Make(sizes);
}

auto Typing::TryLiteral(ExprId id) const -> std::optional<int64_t> {
  const Pool& pool = world_.pool;
  if (pool.op(id) == Op::Integer) return pool.integer(id);
  if (pool.op(id) != Op::Neg || pool.op(pool.operand(id, 0)) != Op::Integer) return std::nullopt;
  return -pool.integer(pool.operand(id, 0));
}

auto Typing::TryKnown(ExprId id) const -> std::optional<int64_t> {
  if (const auto literal = TryLiteral(id)) return literal;
  return size_of_ ? size_of_(id) : std::nullopt;
}

auto Typing::HasError(std::span<const ExprId> values) const -> bool {
  return std::ranges::count(values, Pool::kError) > 0;
}

}  // namespace kerf::modelica
