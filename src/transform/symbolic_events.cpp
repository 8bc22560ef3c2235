// Operators and clauses that events give a meaning: pre, edge, change, sample and when.
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

// In an algorithm a variable may have been assigned already; pre means the one of the model.
auto SymbolicMachine::ApplyPrevious(ExprId id, Symbol& out) -> bool {
  const ExprId operand = pool_.operand(id, 0);
  Symbol now;
  Symbol variable;
  if (pool_.op(id) != Op::Pre && !Evaluate(operand, now)) return false;
  auto* vars = std::exchange(frame_.vars, nullptr);
  const bool is_done = Evaluate(operand, variable);
  frame_.vars = vars;
  return is_done && MapPrevious(now, variable, pool_.op(id), out);
}

auto SymbolicMachine::MapPrevious(const Symbol& now, const Symbol& variable, Op op, Symbol& out) -> bool {
  if (variable.kind == Kind::Function) return Fail("a function taken for a value");
  if (!IsLeaf(variable)) {
    out = variable;
    std::vector<Symbol>& elements = out.MutableElements();
    for (size_t k = 0; k < elements.size(); ++k) {
      const Symbol& part = op == Op::Pre ? variable.elements()[k] : now.elements()[k];
      if (!MapPrevious(part, variable.elements()[k], op, elements[k])) return false;
    }
    return true;
  }
  const ExprId pre = host_.Previous(ExprOf(variable));
  if (!pre.has_value()) return Fail(fmt::format("`{}` needs a variable", expr::text_of(op)));
  const bool was_quiet = SetQuiet(true);
  switch (op) {
    case Op::Edge:   out = LeafSymbol(pool_.Binary(Op::And, ExprOf(now), pool_.Unary(Op::Not, pre))); break;
    case Op::Change: out = LeafSymbol(Relation(Op::NotEqual, ExprOf(now), pre)); break;
    default:         out = LeafSymbol(pre); break;
  }
  SetQuiet(was_quiet);
  return true;
}

auto SymbolicMachine::ApplySample(std::span<const Symbol> operands, Symbol& out) -> bool {
  if (operands.size() != 2 || !IsLeaf(operands[0]) || !IsLeaf(operands[1]))
    return Fail("sample needs a start and an interval");
  out = LeafSymbol(host_.Tick(ExprOf(operands[0]), ExprOf(operands[1])));
  return true;
}

auto SymbolicMachine::EvaluateActivation(ExprId conditions, ExprId& out) -> bool {
  Symbol symbol;
  if (!Evaluate(conditions, symbol)) return false;
  std::vector<ExprId> leaves;
  Flatten(symbol, leaves);
  out = host_.Activation(leaves);
  return true;
}

// Inside of the clause relations need no events of their own: it acts at events only.
auto SymbolicMachine::RunWhen(const flat::Statement& statement, size_t first) -> Flow {
  if (first == statement.branches.size()) return Flow::Next;
  if (frame_.vars == nullptr) {
    Fail("a when-clause in a function");
    return Flow::Fail;
  }
  if (pool_[statement.branches[first].condition].kind == Kind::Clock) {
    Symbol clock;
    if (!Evaluate(statement.branches[first].condition, clock)) return Flow::Fail;
    host_.EnterClock(ExprOf(clock));
    return Run(statement.branches[first].body);
  }
  ExprId active;
  if (!EvaluateActivation(statement.branches[first].condition, active)) return Flow::Fail;
  const auto otherwise = [&] {
    const bool was_quiet = SetQuiet(false);
    const Flow flow = RunWhen(statement, first + 1);
    SetQuiet(was_quiet);
    return flow;
  };
  const auto then = [&] {
    const bool was_in_when = SetInWhen(true);
    const Flow flow = Run(statement.branches[first].body);
    SetInWhen(was_in_when);
    return flow;
  };
  const bool was_quiet = SetQuiet(true);
  const Flow flow = RunEither(active, then, otherwise);
  SetQuiet(was_quiet);
  return flow;
}

}  // namespace kerf::transform
