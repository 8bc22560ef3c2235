// What must hold for the values that have been made: where it is asked, and what values there are.
#include <fmt/format.h>

#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Op;

auto SymbolicMachine::Guarded(ExprId operand, ExprId condition, Memo& memo, Symbol& out) -> bool {
  if (const auto known = memo.find(operand.index); known != memo.end()) {
    out = known->second;
    return true;
  }
  const ExprId both = active_.has_value() ? pool_.Binary(Op::And, active_, condition) : condition;
  const ExprId active = std::exchange(active_, both);
  const bool is_done = Evaluate(operand, out);
  active_ = active;
  return is_done;
}

auto SymbolicMachine::MayDemand(ExprId id) -> bool {
  const auto is_varying = [&](ExprId subscript) {
    const Op op = pool_.op(subscript);
    return op != Op::Integer && op != Op::Colon;
  };
  // Operands stand before those who use them.
  for (auto k = static_cast<uint32_t>(may_demand_.size()); k <= id.index; ++k) {
    const ExprId node{k};
    const Op op = pool_.op(node);
    bool may = op == Op::Call || op == Op::ToEnumeration || op == Op::ElementDiv;
    const auto operands = pool_.operands(node);
    for (size_t i = 0; i < operands.size() && !may; ++i) {
      if (!operands[i].has_value()) continue;
      may = may_demand_[operands[i].index] || (op == Op::Subscript && i > 0 && is_varying(operands[i]));
    }
    may_demand_.push_back(may);
  }
  return may_demand_[id.index];
}

void SymbolicMachine::Demand(ExprId condition, const std::string& text) {
  demands_.push_back({condition, pool_.Text(world_.names.Intern(text)), true, {}, active_, is_in_when_});
}

// Outside of 1…last there is nothing to choose.
void SymbolicMachine::DemandWithin(ExprId value, int64_t last, std::string_view what) {
  // false is the first and true the second index.
  if (pool_[value].kind == expr::Kind::Boolean) return;
  ExprId is_inside;
  if (IsLiteral(pool_, value)) {
    const double known = LiteralValue(world_, value).number();
    is_inside = pool_.Boolean(known >= 1 && known <= static_cast<double>(last));
  } else {
    const bool was_quiet = SetQuiet(true);
    is_inside = pool_.Binary(Op::And, Relation(Op::GreaterEqual, value, pool_.Integer(1)),
                             Relation(Op::LessEqual, value, pool_.Integer(last)));
    SetQuiet(was_quiet);
  }
  Demand(is_inside, fmt::format("{} is outside 1…{}", what, last));
}

// 0/y is 0 to all who calculate with it, but only where y is not 0.
void SymbolicMachine::DemandDivisor(ExprId source, ExprId divisor) {
  const auto is_zero = [&](ExprId id) {
    return IsLiteral(pool_, id) && LiteralValue(world_, id).number() == 0;
  };
  if (pool_.op(source) != Op::ElementDiv || !is_zero(pool_.operand(source, 0))) return;
  const bool was_quiet = SetQuiet(true);
  Demand(IsLiteral(pool_, divisor) ? pool_.Boolean(!is_zero(divisor))
                                   : Relation(Op::NotEqual, divisor, pool_.Real(0)),
         "0 is divided by 0");
  SetQuiet(was_quiet);
}

}  // namespace kerf::transform
