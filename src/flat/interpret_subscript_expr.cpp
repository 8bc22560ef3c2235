// Evaluation of subscripts.
#include <algorithm>
#include <array>

#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

auto Machine::EvalIndex(ExprId id, Index& index) -> bool {
  if (pool_.op(id) == Op::Colon) return true;
  Value value;
  if (!Eval(id, value)) return false;
  const int64_t shift = value.kind == Kind::Boolean ? 1 : 0;
  if (value.kind == Kind::Real || value.kind == Kind::Text || value.dims().size() > 1) {
    return Fail("a subscript must be an Integer scalar or vector");
  }
  if (!value.is_array) {
    index.form = Index::Form::One;
    index.one = value.integer + shift;
    return true;
  }
  index.form = Index::Form::Many;
  for (const Value& element : value.elements()) index.many.push_back(element.integer + shift);
  return true;
}

// True for one element of a variable, which needs no lists.
auto Machine::IsElement(ExprId id) -> bool {
  const auto operands = pool_.operands(id);
  if (pool_.op(operands[0]) != Op::Local || frame_.body == nullptr) return false;
  if (operands.size() - 1 > kMaxQuickRank) return false;
  if (pool_.shapes().rank(pool_[operands[0]].shape) != operands.size() - 1) return false;
  return std::ranges::all_of(operands.subspan(1), [&](ExprId subscript) {
    return pool_.op(subscript) != Op::Colon && pool_[subscript].shape == expr::kScalar;
  });
}

auto Machine::EvalSubscripts(ExprId id, std::span<int64_t> subscripts) -> bool {
  for (size_t k = 0; k < subscripts.size(); ++k) {
    if (!EvalInteger(pool_.operand(id, k + 1), subscripts[k])) return false;
  }
  return true;
}

auto Machine::EvalElement(ExprId id, Value& out) -> bool {
  std::array<int64_t, kMaxQuickRank> subscripts{};
  const size_t n = pool_.operands(id).size() - 1;
  if (!EvalSubscripts(id, std::span(subscripts).first(n))) return false;
  const Value& array = locals_[frame_.locals + pool_.position(pool_.operand(id, 0))];
  if (array.dims().size() != n) return Fail("a variable has another number of dimensions than declared");
  size_t offset = 0;
  std::string text;
  if (!SelectOne(array.dims(), subscripts, offset, text)) return Fail(text);
  out = array.elements()[offset];
  return true;
}

auto Machine::EvalSubscript(ExprId id, Value& out) -> bool {
  if (IsElement(id)) return EvalElement(id, out);
  const size_t n = pool_.operands(id).size() - 1;
  std::vector<Index> subscripts(n);
  for (size_t k = 0; k < n; ++k) {
    if (!EvalIndex(pool_.operand(id, k + 1), subscripts[k])) return false;
  }
  // Elements of an array that is made here need no value unless they are chosen.
  ExprId array_id = pool_.operand(id, 0);
  std::span<const Index> rest = subscripts;
  while (!rest.empty() && rest[0].form == Index::Form::One && pool_.op(array_id) == Op::Array) {
    const auto count = static_cast<int64_t>(pool_.operands(array_id).size());
    if (rest[0].one < 1 || rest[0].one > count) break;
    array_id = pool_.operand(array_id, static_cast<size_t>(rest[0].one - 1));
    rest = rest.subspan(1);
  }
  Value array;
  if (!Eval(array_id, array)) return false;
  if (rest.empty()) {
    out = std::move(array);
    if (pool_[id].kind == Kind::Real) ConvertToReal(out);
    return true;
  }
  std::string text;
  Selection selection;
  if (!Select(array.dims(), rest, selection, text, n - rest.size())) return Fail(text);
  out = Gathered(array, selection);
  return true;
}

}  // namespace kerf::flat
