// The constructors {…} and […;…], concatenation and promotion (section 10.4).
#include <algorithm>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Op;
using expr::Pool;
using expr::ShapeId;

namespace {

KERF_DIAG(EmptyArrayConstructor, Error,
          "an array needs at least one element; use fill or zeros for an empty one");
KERF_DIAG(ArrayElementTypes, Error, "element {} of this array has type {}, which does not fit {} before it",
          size_t, std::string, std::string);
KERF_DIAG(ConcatenationTypes, Error, "values of types {} and {} cannot be joined along dimension {}",
          std::string, std::string, uint32_t);

}  // namespace

auto Typing::Array(std::span<const ExprId> elements, const diag::Span& span) -> ExprId {
  if (HasError(elements)) return Pool::kError;
  if (elements.empty()) {
    emitter_.Emit(span, EmptyArrayConstructor);
    return Pool::kError;
  }
  std::vector<ExprId> values(elements.begin(), elements.end());
  if (const auto k = UnifyAll(values, true)) {
    emitter_.Emit(span, ArrayElementTypes, *k + 1, TypeText(elements[*k]), TypeText(elements[0]));
    return Pool::kError;
  }
  Type type = world_.pool.type(values[0]);
  // One element may know a size that others leave open.
  for (const ExprId value : values) type.shape = *TryUnifyShapes(type.shape, world_.pool[value].shape);
  type.shape = Stacked(static_cast<int32_t>(values.size()), type.shape);
  return world_.pool.Typed(Op::Array, type, values);
}

auto Typing::Matrix(const std::vector<std::vector<ExprId>>& rows, const diag::Span& span) -> ExprId {
  uint32_t rank = 2;
  std::vector<ExprId> columns;
  for (const std::vector<ExprId>& row : rows) {
    if (HasError(row)) return Pool::kError;
    for (const ExprId value : row) rank = std::max(rank, static_cast<uint32_t>(Dims(value).size()));
  }
  for (const std::vector<ExprId>& row : rows) columns.push_back(JoinPromoted(2, row, rank, span));
  return HasError(columns) ? Pool::kError : JoinPromoted(1, columns, rank, span);
}

auto Typing::JoinPromoted(uint32_t k, std::vector<ExprId> values, uint32_t rank, const diag::Span& span)
    -> ExprId {
  for (ExprId& value : values) value = Promote(value, rank);
  return Join(k, std::move(values), span);
}

// The recursion is as deep as the array has dimensions.
auto Typing::Promote(ExprId value, uint32_t rank) -> ExprId {
  Pool& pool = world_.pool;
  std::vector<int32_t> sizes = Sizes(pool[value].shape);
  if (sizes.size() >= rank) return value;
  if (sizes.empty()) {
    Type type = pool.type(value);
    for (uint32_t k = 0; k < rank; ++k) {
      type.shape = Stacked(1, type.shape);
      value = pool.Typed(Op::Array, type, {value});
    }
    return value;
  }
  const Type before = pool.type(value);
  sizes.resize(rank, 1);
  const Type type = {before.kind, pool.shapes().Make(sizes), before.detail};
  if (pool.op(value) != Op::Array) return pool.Typed(Op::Promote, type, {value, pool.Integer(rank)});
  const auto operands = pool.operands(value);
  std::vector<ExprId> elements(operands.begin(), operands.end());
  for (ExprId& element : elements) element = Promote(element, rank - 1);
  return pool.Typed(Op::Array, type, elements);
}

auto Typing::Join(uint32_t k, std::vector<ExprId> values, const diag::Span& span) -> ExprId {
  if (values.empty()) {
    emitter_.Emit(span, EmptyArrayConstructor);
    return Pool::kError;
  }
  const std::vector<ExprId> given = values;
  const auto misfit = UnifyAll(values, false);
  const auto shape = misfit ? std::nullopt : TryJoinedShape(k, values);
  if (!shape) {
    const size_t other = misfit.value_or(FirstUnjoinable(k, values));
    emitter_.Emit(span, ConcatenationTypes, TypeText(given[0]), TypeText(given[other]), k);
    return Pool::kError;
  }
  if (values.size() == 1) return values[0];
  if (const auto joined = TryJoinConstructors(k, values, span)) return *joined;
  const Type first = world_.pool.type(values[0]);
  values.insert(values.begin(), world_.pool.Integer(k));
  return world_.pool.Typed(Op::Cat, {first.kind, *shape, first.detail}, values);
}

auto Typing::FirstUnjoinable(uint32_t k, std::span<const ExprId> values) -> size_t {
  size_t n = 1;
  while (n < values.size() && TryJoinedShape(k, values.first(n + 1))) ++n;
  return std::min(n, values.size() - 1);
}

auto Typing::TryJoinedShape(uint32_t k, std::span<const ExprId> values) -> std::optional<ShapeId> {
  std::vector<int32_t> joined = Sizes(world_.pool[values[0]].shape);
  if (joined.size() < k) return std::nullopt;
  int32_t& length = joined[k - 1];
  for (const ExprId value : values.subspan(1)) {
    const auto sizes = Dims(value);
    if (sizes.size() != joined.size()) return std::nullopt;
    for (size_t j = 0; j < sizes.size(); ++j) {
      if (j == k - 1) continue;
      if (joined[j] == expr::kUnknownSize) joined[j] = sizes[j];
      if (sizes[j] != expr::kUnknownSize && sizes[j] != joined[j]) return std::nullopt;
    }
    const bool is_open = length == expr::kUnknownSize || sizes[k - 1] == expr::kUnknownSize;
    length = is_open ? expr::kUnknownSize : length + sizes[k - 1];
  }
  return world_.pool.shapes().Make(joined);
}

// Constructors join into one constructor; the recursion is as deep as the array has dimensions.
auto Typing::TryJoinConstructors(uint32_t k, std::span<const ExprId> values, const diag::Span& span)
    -> std::optional<ExprId> {
  const Pool& pool = world_.pool;
  const size_t n_rows = pool.operands(values[0]).size();
  std::vector<std::vector<ExprId>> rows(k == 1 ? 1 : n_rows);
  for (const ExprId value : values) {
    if (pool.op(value) != Op::Array) return std::nullopt;
    const auto operands = pool.operands(value);
    if (k == 1) rows[0].insert(rows[0].end(), operands.begin(), operands.end());
    for (size_t j = 0; k > 1 && j < n_rows; ++j) rows[j].push_back(operands[j]);
  }
  if (k == 1) return rows[0].empty() ? std::nullopt : std::optional(Array(rows[0], span));
  std::vector<ExprId> joined;
  for (const std::vector<ExprId>& row : rows) {
    const auto one = TryJoinConstructors(k - 1, row, span);
    if (!one) return std::nullopt;
    joined.push_back(*one);
  }
  return joined.empty() ? std::nullopt : std::optional(Array(joined, span));
}

}  // namespace kerf::modelica
