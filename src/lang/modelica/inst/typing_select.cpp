// Selection of elements by checked indices. Elements of constructors, ranges and fills are found at once; a
// selection of a selection becomes one. The recursions are as deep as the array has dimensions.
#include <algorithm>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;

auto Typing::Select(ExprId array, std::span<const ExprId> indices) -> ExprId {
  Pool& pool = world_.pool;
  const auto is_whole = [&](ExprId index) { return pool.op(index) == Op::Colon; };
  if (array == Pool::kError || std::ranges::all_of(indices, is_whole)) return array;
  const auto first = TryLiteral(indices[0]);
  std::optional<ExprId> folded;
  if (pool.op(array) == Op::Array) folded = TrySelectConstructor(array, indices);
  if (pool.op(array) == Op::Range && first) folded = TrySelectRange(array, *first);
  if (pool.op(array) == Op::Fill && first) folded = TrySelectFill(array, indices);
  if (folded) return *folded;
  if (pool.op(array) == Op::Subscript) return SelectOfSelection(array, indices);
  std::vector<ExprId> operands = {array};
  operands.insert(operands.end(), indices.begin(), indices.end());
  return pool.Typed(Op::Subscript, SelectedType(array, indices), operands);
}

auto Typing::TrySelectConstructor(ExprId array, std::span<const ExprId> indices) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const auto operands = pool.operands(array);
  const std::vector<ExprId> elements(operands.begin(), operands.end());
  const auto rest = indices.subspan(1);
  if (const auto literal = TryLiteral(indices[0])) {
    return Select(elements[static_cast<size_t>(*literal - 1)], rest);
  }
  std::vector<ExprId> chosen;
  if (pool.op(indices[0]) == Op::Colon) {
    chosen = elements;
  } else {
    const auto literals = TryLiterals(indices[0]);
    if (!literals) return std::nullopt;
    for (const int64_t k : *literals) chosen.push_back(elements[static_cast<size_t>(k - 1)]);
  }
  const Type type = SelectedType(array, indices);
  for (ExprId& element : chosen) element = Select(element, rest);
  return pool.Typed(Op::Array, type, chosen);
}

auto Typing::TrySelectRange(ExprId range, int64_t index) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const auto operands = pool.operands(range);
  const ExprId start = operands[0];
  const ExprId step = operands[1];
  if (index == 1) return start;
  const Kind kind = pool[range].kind;
  if (kind == Kind::Boolean) return pool.Boolean(true);
  const auto from = TryLiteral(start);
  const auto by = TryLiteral(step);
  if (kind == Kind::Enumeration) {
    return from ? std::optional(pool.Literal(pool[range].detail, *from + index - 1)) : std::nullopt;
  }
  if (from && by) return pool.Integer(*from + (index - 1) * *by);
  return WithKind(pool.Add(start, pool.Mul(pool.Integer(index - 1), step)), kind);
}

auto Typing::TrySelectFill(ExprId fill, std::span<const ExprId> indices) -> std::optional<ExprId> {
  Pool& pool = world_.pool;
  const auto view = pool.operands(fill);
  std::vector<ExprId> operands(view.begin(), view.end());
  const auto rest = indices.subspan(1);
  if (operands.size() == 2) return Select(operands[0], rest);
  operands.erase(operands.begin() + 1);
  Type type = pool.type(fill);
  std::vector<int32_t> sizes = Sizes(type.shape);
  sizes.erase(sizes.begin());
  type.shape = pool.shapes().Make(sizes);
  return Select(pool.Typed(Op::Fill, type, operands), rest);
}

auto Typing::SelectOfSelection(ExprId selection, std::span<const ExprId> indices) -> ExprId {
  Pool& pool = world_.pool;
  const auto view = pool.operands(selection);
  std::vector<ExprId> composed(view.begin() + 1, view.end());
  const ExprId array = view[0];
  size_t next = 0;
  for (ExprId& index : composed) {
    const bool is_whole = pool.op(index) == Op::Colon;
    if (!is_whole && Dims(index).empty()) continue;
    const ExprId outer = indices[next++];
    index = is_whole ? outer : Select(index, {&outer, 1});
  }
  return Select(array, composed);
}

}  // namespace kerf::modelica
