// Operators of clocks: they stay, one for each scalar, and the pass lower_clocks gives them a meaning.
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

// In an algorithm a variable may have been assigned already; previous means the one of the model.
auto SymbolicMachine::EvaluatePrevious(ExprId id, Symbol& out) -> bool {
  Symbol variable;
  auto* vars = std::exchange(frame_.vars, nullptr);
  const bool is_done = Evaluate(pool_.operand(id, 0), variable);
  frame_.vars = vars;
  if (!is_done) return false;
  out = MapLeaves(variable, [&](ExprId leaf) {
    return IsLiteral(pool_, leaf) ? leaf : pool_.Typed(Op::Previous, pool_.type(leaf), {leaf});
  });
  return true;
}

// What is sampled, and the condition of an event clock, belongs to continuous time, where relations generate
// events; everything else acts at ticks only.
auto SymbolicMachine::ApplyClockOperator(ExprId id, Symbol& out) -> bool {
  const Op op = pool_.op(id);
  if (op == Op::Previous) return EvaluatePrevious(id, out);
  const std::vector<ExprId> written(pool_.operands(id).begin(), pool_.operands(id).end());
  const bool is_of_events = !written.empty() && op == Op::Clock && pool_[written[0]].kind == Kind::Boolean;
  Symbol first;
  std::vector<ExprId> operands(1);
  for (size_t k = 0; k < written.size(); ++k) {
    const bool is_loud = k == 0 && (op == Op::ClockSample || is_of_events);
    const bool was_quiet = SetQuiet(!is_loud);
    Symbol operand;
    const bool is_done = Evaluate(written[k], operand);
    SetQuiet(was_quiet);
    if (!is_done) return false;
    if (k == 0) {
      first = std::move(operand);
    } else if (IsLeaf(operand)) {
      operands.push_back(ExprOf(operand));
    } else {
      return Fail(fmt::format("`{}` of an array where one value is needed", expr::text_of(op)));
    }
  }
  const expr::Type type = pool_.type(id);
  if (written.empty()) {
    out = LeafSymbol(pool_.Typed(op, {type.kind, expr::kScalar, 0}, {}));
    return true;
  }
  const bool has_own_type = op == Op::Clock || op == Op::Interval || op == Op::FirstTick;
  if (has_own_type) {
    std::vector<ExprId> leaves;
    Flatten(first, leaves);
    if (leaves.empty()) return Fail(fmt::format("`{}` of an empty array", expr::text_of(op)));
    operands[0] = leaves[0];
    out = LeafSymbol(pool_.Typed(op, {type.kind, expr::kScalar, 0}, operands));
    return true;
  }
  out = MapLeaves(first, [&](ExprId leaf) {
    operands[0] = leaf;
    return pool_.Typed(op, pool_.type(leaf), operands);
  });
  return true;
}

}  // namespace kerf::transform
