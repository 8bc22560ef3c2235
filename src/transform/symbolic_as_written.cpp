// Models whose equations are listed as they were written: terms of scalars stay, and literals are folded only
// where a number is needed.
#include <cmath>

#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Op;

auto SymbolicMachine::IsPlainNode(ExprId id) -> bool {
  const Op op = pool_.op(id);
  if (pool_[id].shape != expr::kScalar) return false;
  switch (expr::group_of(op)) {
    case expr::Group::Arithmetic:
    case expr::Group::Relation:
    case expr::Group::Logic:
    case expr::Group::Choice:
    case expr::Group::Function:   break;
    case expr::Group::Leaf:
      if (op == Op::Var) return host_.IsItself(pool_.var(id));
      if (op == Op::Function) return world_.functions[pool_.function(id)].body == flat::Function::kNoBody;
      return op == Op::Real || op == Op::Spelled || op == Op::Boolean || op == Op::Time;
    default:
      if (op != Op::Call) return false;
  }
  for (const ExprId operand : pool_.operands(id)) {
    if (!is_plain_[operand.index]) return false;
  }
  return true;
}

auto SymbolicMachine::StaysAsWritten(ExprId root) -> bool {
  // In algorithms and functions variables have other values, and where there are no events relations change.
  if (!is_as_written_ || is_quiet_ || frame_.vars != nullptr || frame_.body != nullptr) return false;
  // Operands stand before those who use them.
  for (auto k = static_cast<uint32_t>(is_plain_.size()); k <= root.index; ++k)
    is_plain_.push_back(IsPlainNode(ExprId{k}));
  return is_plain_[root.index];
}

auto SymbolicMachine::Folded(const Symbol& symbol) -> Symbol {
  if (!is_as_written_ || !IsLeaf(symbol)) return symbol;
  const ExprId id = ExprOf(symbol);
  if (pool_.op(id) == Op::Colon || pool_.op(id) == Op::Integer || pool_.op(id) == Op::Boolean) return symbol;
  const auto value = evaluator_.TryEvaluate(id, [](ExprId) { return std::nullopt; });
  constexpr double kLargest = 0x1p31;
  if (!value || *value != std::floor(*value) || std::abs(*value) > kLargest) return symbol;
  return LeafSymbol(pool_.Integer(static_cast<int64_t>(*value)));
}

}  // namespace kerf::transform
