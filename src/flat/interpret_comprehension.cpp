// {e for i in a, j in b} and the reductions: the last iterator is the outermost, as the specification expands
// them.
#include <fmt/format.h>

#include <algorithm>

#include "flat/interpret_array.h"
#include "flat/interpret_machine.h"
#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Kind;
using expr::Node;
using expr::Op;

auto Machine::Iteration::ElementAt(int64_t k) const -> Value {
  if (bounds.empty()) return LeadingElement(array, 1, static_cast<size_t>(k));
  Value element = RangeElement(bounds[0], bounds.size() == 3 ? &bounds[2] : nullptr, k);
  if (bounds[1].kind == Kind::Real) ConvertToReal(element);
  return element;
}

// Ranges are not expanded to arrays.
auto Machine::EvalIteration(ExprId range, Iteration& iteration) -> bool {
  if (pool_.op(range) == Op::Range) return EvalRangeBounds(range, iteration.bounds, iteration.count);
  if (!Eval(range, iteration.array)) return false;
  if (!iteration.array.is_array) return Fail("an iterator needs a range or a vector");
  iteration.count = iteration.array.dims()[0];
  return true;
}

auto Machine::EvalComprehension(ExprId id, Value& out) -> bool {
  const Node node = pool_[id];
  Gathering gathering;
  const size_t n_iterators = (pool_.operands(id).size() - 1) / 2;
  gathering.counts.assign(n_iterators, -1);
  if (!RunIterator(id, n_iterators, gathering)) return false;
  if (node.op == Op::ArrayOf) return FinishArray(id, gathering, out);
  if (!gathering.is_empty) {
    out = std::move(gathering.total);
  } else if (node.shape != expr::kScalar) {
    out = DefaultValue(pool_.type(id), world_);
  } else {
    out = NeutralElement(node.op, node.kind, node.detail, world_);
  }
  if (node.kind == Kind::Real) ConvertToReal(out);
  return true;
}

// Runs the iterators before number `n_left`, from the outside.
auto Machine::RunIterator(ExprId id, size_t n_left, Gathering& gathering) -> bool {
  if (n_left == 0) return Gather(id, gathering);
  const ExprId iterator = pool_.operand(id, 2 * n_left - 1);
  if (pool_.op(iterator) != Op::Iterator) return Fail("an iterator is needed here");
  Iteration iteration;
  if (!EvalIteration(pool_.operand(id, 2 * n_left), iteration)) return false;
  int64_t& count = gathering.counts[n_left - 1];
  if (count >= 0 && count != iteration.count && pool_.op(id) == Op::ArrayOf) {
    return Fail(fmt::format("rows of one array have {} and {} elements", count, iteration.count));
  }
  count = iteration.count;
  const size_t slot = iterators_.size();
  iterators_.push_back({pool_.position(iterator), pool_.name(iterator), {}});
  for (int64_t k = 0; k < iteration.count; ++k) {
    iterators_[slot].value = iteration.ElementAt(k);
    if (!RunIterator(id, n_left - 1, gathering)) return false;
  }
  iterators_.pop_back();
  return true;
}

auto Machine::Gather(ExprId id, Gathering& gathering) -> bool {
  Value value;
  if (!Eval(pool_.operand(id, 0), value)) return false;
  const Op op = pool_.op(id);
  if (op == Op::ArrayOf) {
    gathering.elements.push_back(std::move(value));
    return true;
  }
  if (gathering.is_empty) {
    gathering.is_empty = false;
    gathering.total = std::move(value);
    return true;
  }
  const Op step = op == Op::SumOf       ? Op::Add
                  : op == Op::ProductOf ? Op::Mul
                  : op == Op::MinOf     ? Op::Min
                                        : Op::Max;
  std::string text;
  return ApplyBinary(step, gathering.total, value, text) || Fail(text);
}

auto Machine::FinishArray(ExprId id, Gathering& gathering, Value& out) -> bool {
  const Node node = pool_[id];
  const auto known = pool_.shapes().dims(node.shape);
  std::vector<int32_t> dims;
  for (size_t k = gathering.counts.size(); k-- > 0;) {
    // Inner iterators were not asked if an outer one had no value.
    const size_t d = dims.size();
    const int32_t unasked = d < known.size() ? std::max(known[d], 0) : 0;
    dims.push_back(gathering.counts[k] >= 0 ? static_cast<int32_t>(gathering.counts[k]) : unasked);
  }
  if (gathering.elements.empty()) {
    for (size_t d = dims.size(); d < known.size(); ++d) dims.push_back(std::max(known[d], 0));
    out = Value::Array(node.kind, node.detail, std::move(dims), {});
    return true;
  }
  std::string text;
  Value stacked;
  if (!Stacked(gathering.elements, text, stacked)) return Fail(text);
  dims.insert(dims.end(), stacked.dims().begin() + 1, stacked.dims().end());
  out = Value::Array(stacked.kind, stacked.detail, std::move(dims), std::move(stacked.MutableElements()));
  if (node.kind == Kind::Real) ConvertToReal(out);
  return true;
}

}  // namespace kerf::flat
