// {e for i in a, j in b} and the reductions: the last iterator is the outermost, as the specification expands
// them. Also the operators that are left: those of one and two scalars, texts, and what is not there yet.
#include <algorithm>
#include <array>

#include "flat/interpret_array.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

namespace {

// What a model needs that uses an operator which only events and clocks give a meaning.
auto NotYet(Op op) -> std::string_view {
  switch (op) {
    case Op::SpatialDistribution: return "spatial distributions";
    case Op::ActiveState:
    case Op::TicksInState:
    case Op::TimeInState:         return "state machines";
    case Op::InStream:
    case Op::ActualStream:        return "stream connectors outside of connections";
    default:                      return "";
  }
}

}  // namespace

auto SymbolicMachine::EvaluateIteration(ExprId range, Iteration& iteration) -> bool {
  if (pool_.op(range) == Op::Range) {
    std::vector<Symbol> operands;
    for (size_t k = 0; k < pool_.operands(range).size(); ++k) {
      if (!Evaluate(pool_.operand(range, k), operands.emplace_back())) return false;
    }
    return RangeBounds(operands, iteration.bounds, iteration.count);
  }
  if (!Evaluate(range, iteration.array)) return false;
  if (!iteration.array.is_array) return Fail("an iterator needs a range or a vector");
  iteration.count = iteration.array.dims()[0];
  return true;
}

auto SymbolicMachine::ElementOf(const Iteration& iteration, int64_t k) -> Symbol {
  if (iteration.bounds.empty()) return flat::LeadingElement(iteration.array, 1, static_cast<size_t>(k));
  const flat::Value* step = iteration.bounds.size() == 3 ? &iteration.bounds[1] : nullptr;
  flat::Value element = flat::RangeElement(iteration.bounds[0], step, k);
  if (iteration.bounds.back().kind == expr::Kind::Real) flat::ConvertToReal(element);
  return SymbolOf(world_, element);
}

auto SymbolicMachine::RunIterator(ExprId id, size_t n_left, Gathering& gathering) -> bool {
  if (n_left == 0) {
    const int64_t one = 1;
    return HasRoom({&one, 1}) && Evaluate(pool_.operand(id, 0), gathering.elements.emplace_back());
  }
  const ExprId iterator = pool_.operand(id, 2 * n_left - 1);
  Iteration iteration;
  if (!EvaluateIteration(pool_.operand(id, 2 * n_left), iteration)) return false;
  gathering.counts[n_left - 1] = iteration.count;
  const size_t slot = iterators_.size();
  iterators_.push_back({pool_.position(iterator), pool_.name(iterator), {}});
  bool is_done = true;
  for (int64_t k = 0; is_done && k < iteration.count; ++k) {
    iterators_[slot].value = ElementOf(iteration, k);
    is_done = RunIterator(id, n_left - 1, gathering);
  }
  iterators_.resize(slot);
  return is_done;
}

auto SymbolicMachine::ApplyComprehension(ExprId id, Symbol& out) -> bool {
  Gathering gathering;
  const size_t n_iterators = (pool_.operands(id).size() - 1) / 2;
  gathering.counts.assign(n_iterators, -1);
  if (!RunIterator(id, n_iterators, gathering)) return false;
  const auto count = static_cast<int32_t>(gathering.elements.size());
  if (pool_.op(id) != Op::ArrayOf) {
    const Symbol all = ArraySymbol({count}, std::move(gathering.elements));
    return ApplyReduction(pool_.op(id), all, id, out);
  }
  const auto known = pool_.shapes().dims(pool_[id].shape);
  std::vector<int32_t> dims;
  for (size_t k = n_iterators; k-- > 0;) {
    // Inner iterators were not asked if an outer one had no value.
    const size_t d = dims.size();
    const int32_t unasked = d < known.size() ? std::max(known[d], 0) : 0;
    dims.push_back(gathering.counts[k] >= 0 ? static_cast<int32_t>(gathering.counts[k]) : unasked);
  }
  if (gathering.elements.empty()) {
    for (size_t d = dims.size(); d < known.size(); ++d) dims.push_back(std::max(known[d], 0));
    out = ArraySymbol(std::move(dims), {});
    return true;
  }
  std::string text;
  Symbol stacked;
  if (!flat::Stacked(gathering.elements, text, stacked)) return Fail(text);
  dims.insert(dims.end(), stacked.dims().begin() + 1, stacked.dims().end());
  out = ArraySymbol(std::move(dims), stacked.elements());
  return true;
}

auto SymbolicMachine::ApplyLinspace(std::span<const Symbol> operands, ExprId id, Symbol& out) -> bool {
  int64_t n = 0;
  if (!LiteralInteger(operands[2], n)) return false;
  if (n < 2) return Fail("linspace needs at least two points");
  const ExprId first = ExprOf(operands[0]);
  const std::array<ExprId, 2> ends = {ExprOf(operands[1]), first};
  const ExprId length = ScalarOp(Op::Sub, ends, id);
  std::vector<Symbol> elements;
  for (int64_t k = 0; k < n; ++k) {
    const std::array<ExprId, 2> part = {pool_.Real(static_cast<double>(k) / static_cast<double>(n - 1)),
                                        length};
    const std::array<ExprId, 2> sum = {first, ScalarOp(Op::Mul, part, id)};
    elements.push_back(LeafSymbol(ScalarOp(Op::Add, sum, id)));
  }
  out = ArraySymbol({static_cast<int32_t>(n)}, std::move(elements));
  return true;
}

// An enumeration value is an Integer among symbols; its text is its name.
auto SymbolicMachine::ApplyText(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  const std::vector<ExprId> written(pool_.operands(id).begin(), pool_.operands(id).end());
  std::vector<ExprId> leaves;
  bool changes = false;
  for (size_t k = 0; k < operands.size(); ++k) {
    if (!IsLeaf(operands[k])) return Fail("a text of an array");
    const ExprId leaf = ExprOf(operands[k]);
    const expr::Type type = pool_.type(written[k]);
    const bool is_literal = IsLiteral(pool_, leaf);
    changes = changes || !is_literal;
    if (is_literal) {
      leaves.push_back(flat::ToExpr(ValueOf(world_, operands[k], type), world_));
    } else if (type.kind == Kind::Enumeration && pool_.op(leaf) != Op::ToEnumeration) {
      leaves.push_back(pool_.Typed(Op::ToEnumeration, type, {leaf}));
    } else {
      leaves.push_back(leaf);
    }
  }
  if (changes && !texts_may_change_) return FailNotYet("texts that change during the run");
  const ExprId made = pool_.Typed(op, pool_.type(id), leaves);
  if (changes) {
    out = LeafSymbol(made);
    return true;
  }
  const auto text = interpreter_.Evaluate(made);
  if (!text) return Fail(interpreter_.error().text);
  out = SymbolOf(world_, *text);
  return true;
}

auto SymbolicMachine::ApplyOther(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  if (!NotYet(op).empty()) return FailNotYet(std::string(NotYet(op)));
  switch (op) {
    case Op::Linspace: return ApplyLinspace(operands, id, out);
    case Op::Sample:   return ApplySample(operands, out);
    case Op::Delay:
      if (!IsLeaf(operands[1])) return Fail("a delay must be a number");
      out = MapLeaves(operands[0], [&](ExprId leaf) { return host_.Delayed(leaf, ExprOf(operands[1])); });
      return true;
    case Op::Terminal:   out = LeafSymbol(host_.IsEnd()); return true;
    case Op::Initial:    out = LeafSymbol(host_.IsStart()); return true;
    case Op::SemiLinear: {
      const Symbol& x = operands[0];
      if (!IsLeaf(x)) return Fail("semiLinear of an array");
      Symbol yes;
      Symbol no;
      if (!Elementwise(Op::Mul, x, &operands[1], id, yes) || !Elementwise(Op::Mul, x, &operands[2], id, no))
        return false;
      return Merge(Relation(Op::GreaterEqual, ExprOf(x), pool_.Real(0)), yes, no, out);
    }
    case Op::ToText:
    case Op::Concatenate: return ApplyText(id, operands, out);
    case Op::Tuple:       return Fail("several outputs where one value is needed");
    default:              break;
  }
  if (operands.size() == 1) return Elementwise(op, operands[0], nullptr, id, out);
  if (operands.size() == 2) return Elementwise(op, operands[0], &operands[1], id, out);
  return Fail(fmt::format("`{}` cannot be evaluated", expr::text_of(op)));
}

}  // namespace kerf::transform
