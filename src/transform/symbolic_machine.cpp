// The bottom-up loop of symbolic evaluation, with an explicit stack: sums may have any number of terms.
#include "transform/symbolic_machine.h"

#include <algorithm>
#include <cmath>

#include "flat/clock_graph.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

auto SymbolicMachine::Fail(std::string text) -> bool {
  error_ = {std::move(text), false};
  return false;
}

auto SymbolicMachine::FailNotYet(std::string what) -> bool {
  error_ = {std::move(what), true};
  return false;
}

auto SymbolicMachine::Evaluate(ExprId root, Symbol& out) -> bool {
  if (expr::group_of(pool_.op(root)) == expr::Group::Leaf) return EvaluateLeaf(root, out);
  if (StaysAsWritten(root)) {
    out = LeafSymbol(root);
    return true;
  }
  Memo memo;
  std::vector<ExprId> stack = {root};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    if (memo.contains(id.index)) {
      stack.pop_back();
      continue;
    }
    const size_t depth = stack.size();
    Schedule(id, memo, stack);
    if (stack.size() > depth) continue;
    stack.pop_back();
    Symbol value;
    if (!Apply(id, memo, value)) return false;
    memo.emplace(id.index, std::move(value));
  }
  out = std::move(memo[root.index]);
  return true;
}

auto SymbolicMachine::EvaluateQuietly(ExprId root, Symbol& out) -> bool {
  const bool was_quiet = is_quiet_;
  is_quiet_ = true;
  const bool is_done = Evaluate(root, out);
  is_quiet_ = was_quiet;
  return is_done;
}

auto SymbolicMachine::EvaluateOutputs(ExprId call, std::vector<Symbol>& outputs) -> bool {
  if (pool_.op(call) != Op::Call) {
    outputs.resize(1);
    return Evaluate(call, outputs[0]);
  }
  std::vector<Symbol> arguments;
  const size_t count = pool_.operands(call).size();
  for (size_t k = 1; k < count; ++k) {
    arguments.emplace_back();
    if (!Evaluate(pool_.operand(call, k), arguments.back())) return false;
  }
  const ExprId callee = pool_.operand(call, 0);
  if (pool_.op(callee) == Op::Function)
    return CallFunction(pool_.function(callee), std::move(arguments), outputs);
  Symbol closure;
  return Evaluate(callee, closure) && CallClosure(closure, std::move(arguments), outputs);
}

auto SymbolicMachine::EvaluateInside(const flat::FunctionBody& body, std::vector<Symbol>& locals, ExprId root,
                                     std::vector<Symbol>& outputs) -> bool {
  Frame saved = std::move(frame_);
  frame_ = {&body, std::move(locals), nullptr, 0};
  const bool is_done = EvaluateOutputs(root, outputs);
  locals = std::move(frame_.locals);
  frame_ = std::move(saved);
  return is_done;
}

auto SymbolicMachine::EvaluateLeaf(ExprId id, Symbol& out) -> bool {
  switch (pool_.op(id)) {
    case Op::Var: {
      if (frame_.vars != nullptr) {
        const auto found = frame_.vars->find(pool_.var(id));
        if (found != frame_.vars->end()) {
          out = found->second;
          return true;
        }
      }
      std::string text;
      return host_.VarSymbol(pool_.var(id), out, text) || Fail(text);
    }
    case Op::Local: {
      if (frame_.body == nullptr) return Fail("a variable of a function outside of it");
      out = frame_.locals[pool_.position(id)];
      return true;
    }
    case Op::Iterator:
      for (size_t k = iterators_.size(); k-- > frame_.first_iterator;) {
        if (iterators_[k].position != pool_.position(id) || iterators_[k].name != pool_.name(id)) continue;
        out = iterators_[k].value;
        return true;
      }
      return Fail("a running index has no value");
    case Op::Function: out = Symbol::Closure(pool_.function(id), {}, {}); return true;
    case Op::Integer:  out = LeafSymbol(pool_.Integer(pool_.integer(id))); return true;
    case Op::Error:    return Fail("an expression with an error");
    default:           out = LeafSymbol(id); return true;
  }
}

// Pushes the operands that must be known first and are not yet.
void SymbolicMachine::Schedule(ExprId id, const Memo& memo, std::vector<ExprId>& stack) {
  const auto operands = pool_.operands(id);
  // They evaluate their operands themselves.
  if (flat::IsClockOp(pool_.op(id))) return;
  const auto push = [&](ExprId operand) {
    if (!memo.contains(operand.index)) stack.push_back(operand);
  };
  switch (pool_.op(id)) {
    // These evaluate their operands themselves.
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:
    case Op::NoEvent:
    case Op::Smooth:
    case Op::Size:
    case Op::Call:
    case Op::Output:
    case Op::Pre:
    case Op::Edge:
    case Op::Change:    return;
    case Op::Field:     push(operands[0]); return;
    case Op::And:
    case Op::Or:
    case Op::If:        {
      const auto first = memo.find(operands[0].index);
      if (first == memo.end()) {
        stack.push_back(operands[0]);
        return;
      }
      if (!IsLeaf(first->second)) break;
      if (pool_.op(ExprOf(first->second)) != Op::Boolean) {
        for (size_t k = operands.size(); k-- > 1;) {
          if (!MayDemand(operands[k])) push(operands[k]);
        }
        return;
      }
      const bool holds = pool_.boolean(ExprOf(first->second));
      if (pool_.op(id) == Op::If) return push(operands[holds ? 1 : 2]);
      if (holds == (pool_.op(id) == Op::And)) push(operands[1]);
      return;
    }
    default: break;
  }
  for (size_t k = operands.size(); k-- > 0;) push(operands[k]);
}

auto SymbolicMachine::ApplyIf(ExprId id, Memo& memo, Symbol& out) -> bool {
  const Symbol& condition = memo[pool_.operand(id, 0).index];
  if (!IsLeaf(condition)) return Fail("a condition must be a scalar");
  const ExprId c = ExprOf(condition);
  if (pool_.op(c) == Op::Boolean) {
    out = memo[pool_.operand(id, pool_.boolean(c) ? 1 : 2).index];
    return true;
  }
  Symbol yes;
  Symbol no;
  return Guarded(pool_.operand(id, 1), c, memo, yes) &&
         Guarded(pool_.operand(id, 2), pool_.Unary(Op::Not, c), memo, no) && Merge(c, yes, no, out);
}

auto SymbolicMachine::ApplyAndOr(ExprId id, Memo& memo, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  const Symbol& first = memo[pool_.operand(id, 0).index];
  if (IsLeaf(first)) {
    const ExprId x = ExprOf(first);
    // The second operand is not there where the first decides.
    if (pool_.op(x) == Op::Boolean && pool_.boolean(x) != (op == Op::And)) {
      out = first;
      return true;
    }
    Symbol second;
    if (!Guarded(pool_.operand(id, 1), op == Op::And ? x : pool_.Unary(Op::Not, x), memo, second))
      return false;
    return Elementwise(op, LeafSymbol(x), &second, id, out);
  }
  return Elementwise(op, first, &memo[pool_.operand(id, 1).index], id, out);
}

auto SymbolicMachine::LiteralInteger(const Symbol& given, int64_t& out) -> bool {
  const Symbol symbol = Folded(given);
  if (!IsLeaf(symbol) || !IsLiteral(pool_, ExprOf(symbol))) {
    return Fail("a size or subscript must be known before the run");
  }
  const flat::Value value = LiteralValue(world_, ExprOf(symbol));
  if (value.kind == Kind::Text) return Fail("a number is needed");
  if (value.kind == Kind::Real && value.real != std::floor(value.real))
    return Fail("a whole number is needed");
  out = value.kind == Kind::Real ? static_cast<int64_t>(value.real) : value.integer;
  return true;
}

auto SymbolicMachine::EvaluateInteger(ExprId id, int64_t& out) -> bool {
  Symbol symbol;
  return Evaluate(id, symbol) && LiteralInteger(symbol, out);
}

// Sizes that the type knows need no value of the array.
auto SymbolicMachine::ApplySize(ExprId id, Symbol& out) -> bool {
  const ExprId array = pool_.operand(id, 0);
  const auto known = pool_.shapes().dims(pool_[array].shape);
  std::vector<int32_t> sizes(known.begin(), known.end());
  if (std::ranges::any_of(sizes, [](int32_t size) { return size < 0; })) {
    Symbol symbol;
    if (!Evaluate(array, symbol)) return false;
    sizes.assign(symbol.dims().begin(), symbol.dims().end());
  }
  if (pool_.operands(id).size() == 1) {
    std::vector<Symbol> elements;
    for (const int32_t size : sizes) elements.push_back(LeafSymbol(pool_.Integer(size)));
    out = ArraySymbol({static_cast<int32_t>(sizes.size())}, std::move(elements));
    return true;
  }
  int64_t dimension = 0;
  if (!EvaluateInteger(pool_.operand(id, 1), dimension)) return false;
  if (dimension < 1 || dimension > static_cast<int64_t>(sizes.size()))
    return Fail("size: the array has no such dimension");
  out = LeafSymbol(pool_.Integer(sizes[static_cast<size_t>(dimension - 1)]));
  return true;
}

auto SymbolicMachine::ApplyHomotopy(const Symbol& actual, const Symbol& simplified, Symbol& out) -> bool {
  if (!SameForm(actual, simplified)) return Fail("the arguments of homotopy have different sizes");
  std::vector<ExprId> leaves;
  Flatten(simplified, leaves);
  size_t k = 0;
  out = MapLeaves(actual, [&](ExprId leaf) {
    const ExprId other = leaves[k++];
    return leaf == other ? leaf : host_.Homotopy(leaf, other);
  });
  return true;
}

auto SymbolicMachine::ApplySpecial(ExprId id, Memo& memo, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  const auto operand = [&](size_t k) -> const Symbol& { return memo[pool_.operand(id, k).index]; };
  switch (op) {
    case Op::If:       return ApplyIf(id, memo, out);
    case Op::Size:     return ApplySize(id, out);
    case Op::NoEvent:  return EvaluateQuietly(pool_.operand(id, 0), out);
    case Op::Homotopy: return ApplyHomotopy(operand(0), operand(1), out);
    case Op::Pre:
    case Op::Edge:
    case Op::Change:   return ApplyPrevious(id, out);
    case Op::Smooth:   {
      int64_t order = 0;
      if (!EvaluateInteger(pool_.operand(id, 0), order)) return false;
      const ExprId inner = pool_.operand(id, 1);
      return order >= 1 ? EvaluateQuietly(inner, out) : Evaluate(inner, out);
    }
    case Op::And:
    case Op::Or:     return ApplyAndOr(id, memo, out);
    case Op::Call:
    case Op::Output: {
      std::vector<Symbol> outputs;
      const ExprId call = op == Op::Call ? id : pool_.operand(id, 0);
      const auto which = op == Op::Call ? 0 : static_cast<size_t>(pool_.integer(pool_.operand(id, 1)));
      if (!EvaluateOutputs(call, outputs)) return false;
      if (which >= outputs.size()) return Fail("a function has fewer outputs than are used");
      out = std::move(outputs[which]);
      return true;
    }
    case Op::Field:
      return ApplyField(operand(0), static_cast<size_t>(pool_.integer(pool_.operand(id, 1))), id, out);
    default: return ApplyComprehension(id, out);
  }
}

auto SymbolicMachine::Apply(ExprId id, Memo& memo, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  if (expr::group_of(op) == expr::Group::Leaf) return EvaluateLeaf(id, out);
  if (flat::IsClockOp(op)) return ApplyClockOperator(id, out);
  switch (op) {
    case Op::If:
    case Op::Size:
    case Op::NoEvent:
    case Op::Homotopy:
    case Op::Smooth:
    case Op::And:
    case Op::Or:
    case Op::Call:
    case Op::Output:
    case Op::Field:
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:
    case Op::Pre:
    case Op::Edge:
    case Op::Change:    return ApplySpecial(id, memo, out);
    default:            break;
  }
  std::vector<Symbol> operands;
  for (const ExprId operand : pool_.operands(id)) operands.push_back(memo[operand.index]);
  return ApplyArray(id, operands, out);
}

}  // namespace kerf::transform
