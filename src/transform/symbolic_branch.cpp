// Branches that are decided during the run: both are executed, and what they leave is merged. A path that
// leaves a loop or the algorithm keeps its values while the other paths go on.
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Op;

auto SymbolicMachine::Or(ExprId x, ExprId y) -> ExprId {
  if (!x.has_value() || !y.has_value()) return x.has_value() ? x : y;
  return pool_.Binary(Op::Or, x, y);
}

// Without value stands for never.
auto SymbolicMachine::And(ExprId x, ExprId y) -> ExprId {
  if (!x.has_value() || !y.has_value()) return {};
  if (pool_.op(y) == Op::Boolean) return pool_.boolean(y) ? x : ExprId{};
  return pool_.Binary(Op::And, x, y);
}

auto SymbolicMachine::RunEither(ExprId condition, const std::function<Flow()>& then,
                                const std::function<Flow()>& otherwise) -> Flow {
  const auto both = [&](ExprId more) {
    return active_.has_value() ? pool_.Binary(Op::And, active_, more) : more;
  };
  const std::vector<Symbol> locals = frame_.locals;
  const auto vars = frame_.vars != nullptr ? *frame_.vars : std::unordered_map<VarId, Symbol>{};
  const ExprId active = std::exchange(active_, both(condition));
  const Flow flow_then = then();
  active_ = active;
  if (flow_then == Flow::Fail) return flow_then;
  const Left left_then = std::exchange(frame_.left, {});
  const std::vector<Symbol> locals_then = std::exchange(frame_.locals, locals);
  const auto vars_then = frame_.vars != nullptr ? std::exchange(*frame_.vars, vars) : vars;
  active_ = both(pool_.Unary(Op::Not, condition));
  const Flow flow_otherwise = otherwise();
  active_ = active;
  if (flow_otherwise == Flow::Fail) return flow_otherwise;
  if (!MergeSide(condition, locals_then, vars_then)) return Flow::Fail;
  return MergeLeft(condition, flow_then, left_then, flow_otherwise);
}

// Of two sides the present values are those of the one where the condition does not hold.
auto SymbolicMachine::MergeSide(ExprId condition, const std::vector<Symbol>& locals,
                                const std::unordered_map<VarId, Symbol>& vars) -> bool {
  for (size_t k = 0; k < locals.size(); ++k) {
    const Symbol no = frame_.locals[k];
    if (!(locals[k] == no) && !Merge(condition, locals[k], no, frame_.locals[k])) return false;
  }
  for (const auto& [var, value] : vars) {
    const Symbol no = (*frame_.vars)[var];
    if (!(value == no) && !Merge(condition, value, no, (*frame_.vars)[var])) return false;
  }
  return true;
}

auto SymbolicMachine::MergeLeft(ExprId condition, Flow then, const Left& left_then, Flow otherwise) -> Flow {
  if (then == otherwise && then != Flow::Maybe) return then;
  // Values of functions that are left halfway are found during the run.
  if (frame_.vars == nullptr) {
    Fail("a branch that leaves the function");
    return Flow::Fail;
  }
  const auto with = [&](Flow flow, const Left& left) {
    if (flow == Flow::Break) return Left{pool_.Boolean(true), {}};
    if (flow == Flow::Return) return Left{{}, pool_.Boolean(true)};
    return left;
  };
  const Left yes = with(then, left_then);
  const Left no = with(otherwise, frame_.left);
  const ExprId opposite = pool_.Unary(Op::Not, condition);
  frame_.left.broken = Or(And(condition, yes.broken), And(opposite, no.broken));
  frame_.left.returned = Or(And(condition, yes.returned), And(opposite, no.returned));
  return Flow::Maybe;
}

auto SymbolicMachine::RunRest(const std::function<Flow()>& rest) -> Flow {
  const Left before = std::exchange(frame_.left, {});
  const ExprId stays = pool_.Unary(Op::Not, Or(before.broken, before.returned));
  if (RunEither(stays, rest, [] { return Flow::Next; }) == Flow::Fail) return Flow::Fail;
  frame_.left.broken = Or(before.broken, frame_.left.broken);
  frame_.left.returned = Or(before.returned, frame_.left.returned);
  return Flow::Maybe;
}

// Behind a loop all paths go on that have only left the loop.
auto SymbolicMachine::LeaveLoop(Flow flow) -> Flow {
  if (flow == Flow::Break) return Flow::Next;
  if (flow != Flow::Maybe) return flow;
  frame_.left.broken = {};
  return frame_.left.returned.has_value() ? Flow::Maybe : Flow::Next;
}

}  // namespace kerf::transform
