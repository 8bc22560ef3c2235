// Subscripts (section 10.5): their types and bounds, and what is selected. See typing_select.cpp for what
// folds.
#include <algorithm>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

namespace {

KERF_DIAG(IndexRank, Error, "{} subscripts are too many for {}", size_t, std::string);
KERF_DIAG(IndexType, Error,
          "a subscript must be an Integer, Boolean or enumeration value or a vector, not {}", std::string);
KERF_DIAG(IndexBounds, Error, "subscript {} lies outside of 1 to {}", int64_t, int32_t);

}  // namespace

auto Typing::Subscript(ExprId array, std::span<const ExprId> subscripts, const diag::Span& span) -> ExprId {
  if (array == Pool::kError || HasError(subscripts)) return Pool::kError;
  const std::vector<int32_t> sizes = Sizes(world_.pool[array].shape);
  if (subscripts.size() > sizes.size()) {
    emitter_.Emit(span, IndexRank, subscripts.size(), TypeText(array));
    return Pool::kError;
  }
  std::vector<ExprId> indices;
  for (size_t k = 0; k < subscripts.size(); ++k) indices.push_back(Index(subscripts[k], sizes[k], span));
  if (HasError(indices)) return Pool::kError;
  indices.resize(sizes.size(), world_.pool.Colon());
  return Select(array, indices);
}

auto Typing::Index(ExprId subscript, int32_t size, const diag::Span& span) -> ExprId {
  if (world_.pool.op(subscript) == Op::Colon) return subscript;
  const ExprId index = IndexAsInteger(subscript);
  if (index == Pool::kError || Dims(index).size() > 1) {
    emitter_.Emit(span, IndexType, TypeText(subscript));
    return Pool::kError;
  }
  const auto values = TryExtremes(index);
  if (!values || size == expr::kUnknownSize) return index;
  const auto outside = [&](int64_t value) { return value < 1 || value > size; };
  const auto at = std::ranges::find_if(*values, outside);
  if (at == values->end()) return index;
  emitter_.Emit(span, IndexBounds, *at, size);
  return Pool::kError;
}

// Positions of enumerations and of Booleans (false first); Error for other types.
auto Typing::IndexAsInteger(ExprId subscript) -> ExprId {
  Pool& pool = world_.pool;
  const Type type = pool.type(subscript);
  if (type.kind == Kind::Integer) return subscript;
  if (type.kind == Kind::Boolean && type.shape == expr::kScalar) {
    return pool.If(subscript, pool.Integer(2), pool.Integer(1));
  }
  if (type.kind != Kind::Enumeration) return Pool::kError;
  if (pool.op(subscript) == Op::Integer) return pool.Integer(pool.integer(subscript));
  const Type integer = {Kind::Integer, type.shape, 0};
  if (pool.op(subscript) != Op::Range) return pool.Typed(Op::ToInteger, integer, {subscript});
  const ExprId first = IndexAsInteger(pool.operand(subscript, 0));
  const ExprId last = IndexAsInteger(pool.operand(subscript, 2));
  return pool.Typed(Op::Range, integer, {first, pool.Integer(1), last});
}

auto Typing::TryExtremes(ExprId id) const -> std::optional<std::vector<int64_t>> {
  if (world_.pool.op(id) != Op::Range) return TryLiterals(id);
  const auto operands = world_.pool.operands(id);
  const auto start = TryLiteral(operands[0]);
  const auto step = TryLiteral(operands[1]);
  const int32_t n = Dims(id)[0];
  if (!start || !step || n == expr::kUnknownSize) return std::nullopt;
  if (n == 0) return std::vector<int64_t>{};
  return std::vector<int64_t>{*start, *start + (n - 1) * *step};
}

auto Typing::TryLiterals(ExprId id) const -> std::optional<std::vector<int64_t>> {
  const Pool& pool = world_.pool;
  if (const auto literal = TryLiteral(id)) return std::vector<int64_t>{*literal};
  if (pool.op(id) != Op::Range && pool.op(id) != Op::Array) return std::nullopt;
  std::vector<int64_t> values;
  for (const ExprId operand : pool.operands(id)) {
    const auto value = TryLiteral(operand);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (pool.op(id) == Op::Array) return values;
  const int64_t step = values[1];
  const auto n = static_cast<size_t>(std::max(Dims(id)[0], 0));
  values.resize(1);
  if (n == 0) values.clear();
  while (values.size() < n) values.push_back(values.back() + step);
  return values;
}

auto Typing::SelectedType(ExprId array, std::span<const ExprId> indices) -> Type {
  Type type = world_.pool.type(array);
  const std::vector<int32_t> sizes = Sizes(type.shape);
  std::vector<int32_t> kept;
  for (size_t k = 0; k < sizes.size(); ++k) {
    const auto vector = Dims(indices[k]);
    if (world_.pool.op(indices[k]) == Op::Colon) kept.push_back(sizes[k]);
    if (!vector.empty()) kept.push_back(vector[0]);
  }
  type.shape = world_.pool.shapes().Make(kept);
  return type;
}

}  // namespace kerf::modelica
