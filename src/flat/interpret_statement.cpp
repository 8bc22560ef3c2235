// Statements of functions.
#include <fmt/format.h>

#include "flat/interpret_array.h"
#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Op;

auto Machine::Run(std::span<const Statement> statements) -> Flow {
  for (const Statement& statement : statements) {
    if (!Spend(1)) return Flow::Fail;
    const Flow flow = RunStatement(statement);
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

auto Machine::RunStatement(const Statement& statement) -> Flow {
  frame_.origin = statement.origin;
  const auto next_if = [](bool is_done) { return is_done ? Flow::Next : Flow::Fail; };
  switch (statement.kind) {
    case StatementKind::Assignment: return next_if(RunAssignment(statement));
    case StatementKind::Call:       return RunCall(statement);
    case StatementKind::If:         return RunIf(statement);
    case StatementKind::For:        return RunFor(statement);
    case StatementKind::While:      return RunWhile(statement);
    case StatementKind::Break:      return Flow::Break;
    case StatementKind::Return:     return Flow::Return;
    case StatementKind::Assert:     return RunAssert(statement);
    case StatementKind::Terminate:  return RunTerminate(statement);
    case StatementKind::Equality:
    case StatementKind::When:
    case StatementKind::Reinit:     Fail("this statement has no meaning in a function"); return Flow::Fail;
  }
  return Flow::Fail;
}

auto Machine::RunCall(const Statement& statement) -> Flow {
  std::vector<Value> outputs;
  return EvalCallOutputs(statement.value, outputs) ? Flow::Next : Flow::Fail;
}

auto Machine::RunTerminate(const Statement& statement) -> Flow {
  Value message;
  if (Eval(statement.message, message)) Fail(fmt::format("terminated: {}", message.text()));
  return Flow::Fail;
}

auto Machine::RunIf(const Statement& statement) -> Flow {
  for (const Branch& branch : statement.branches) {
    bool is_taken = true;
    if (branch.condition.has_value() && !EvalCondition(branch.condition, is_taken)) return Flow::Fail;
    if (is_taken) return Run(branch.body);
  }
  return Flow::Next;
}

auto Machine::RunFor(const Statement& statement) -> Flow {
  Iteration iteration;
  if (!EvalIteration(statement.value, iteration)) return Flow::Fail;
  const ExprId target = statement.target;
  const bool is_iterator = pool_.op(target) == Op::Iterator;
  const size_t slot = iterators_.size();
  if (is_iterator) iterators_.push_back({pool_.position(target), pool_.name(target), {}});
  Flow flow = Flow::Next;
  for (int64_t k = 0; k < iteration.count && flow == Flow::Next; ++k) {
    Value value = iteration.ElementAt(k);
    if (is_iterator) {
      iterators_[slot].value = std::move(value);
    } else if (!Assign(target, value)) {
      return Flow::Fail;
    }
    flow = Spend(1) ? Run(statement.branches[0].body) : Flow::Fail;
  }
  iterators_.resize(slot);
  return flow == Flow::Break ? Flow::Next : flow;
}

auto Machine::RunWhile(const Statement& statement) -> Flow {
  const Branch& branch = statement.branches[0];
  for (;;) {
    bool is_taken = false;
    frame_.origin = statement.origin;
    if (!EvalCondition(branch.condition, is_taken)) return Flow::Fail;
    if (!is_taken) return Flow::Next;
    const Flow flow = Run(branch.body);
    if (flow == Flow::Break) return Flow::Next;
    if (flow != Flow::Next) return flow;
  }
}

auto Machine::RunAssert(const Statement& statement) -> Flow {
  bool holds = false;
  if (!EvalCondition(statement.value, holds)) return Flow::Fail;
  if (holds) return Flow::Next;
  Value message;
  if (!Eval(statement.message, message)) return Flow::Fail;
  // AssertionLevel is enumeration(warning, error).
  int64_t level = 2;
  if (statement.target.has_value() && !EvalInteger(statement.target, level)) return Flow::Fail;
  if (level == 1) {
    messages.push_back(message.text());
    return Flow::Next;
  }
  Fail(message.text());
  return Flow::Fail;
}

auto Machine::RunAssignment(const Statement& statement) -> bool {
  const ExprId target = statement.target;
  if (pool_.op(target) != Op::Tuple) {
    Value value;
    return Eval(statement.value, value) && Assign(target, value);
  }
  std::vector<Value> outputs;
  if (!EvalCallOutputs(statement.value, outputs)) return false;
  const size_t n = pool_.operands(target).size();
  if (n > outputs.size()) return Fail("more targets than the function has outputs");
  for (size_t k = 0; k < n; ++k) {
    const ExprId part = pool_.operand(target, k);
    // An output that is not wanted.
    if (!part.has_value() || pool_.op(part) == Op::Colon) continue;
    if (!Assign(part, outputs[k])) return false;
  }
  return true;
}

}  // namespace kerf::flat
