// Statements of functions and algorithms, executed symbolically.
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Op;
using flat::StatementKind;

namespace {

// More statements than that are not unrolled into equations.
constexpr uint32_t kMaxStatements = 5000;

}  // namespace

auto SymbolicMachine::RunAlgorithm(std::span<const flat::Statement> statements,
                                   std::unordered_map<VarId, Symbol>& vars) -> bool {
  frame_.vars = &vars;
  const Flow flow = Run(statements);
  frame_.vars = nullptr;
  return flow != Flow::Fail;
}

auto SymbolicMachine::Run(std::span<const flat::Statement> statements) -> Flow {
  for (size_t k = 0; k < statements.size(); ++k) {
    if (++n_statements_ > kMaxStatements) {
      Fail("too many statements to be expanded");
      return Flow::Fail;
    }
    const Flow flow = RunStatement(statements[k]);
    if (flow == Flow::Maybe && k + 1 < statements.size())
      return RunRest([&] { return Run(statements.subspan(k + 1)); });
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

auto SymbolicMachine::RunStatement(const flat::Statement& statement) -> Flow {
  switch (statement.kind) {
    case StatementKind::Assignment: return RunAssignment(statement) ? Flow::Next : Flow::Fail;
    case StatementKind::If:         return RunIf(statement, 0);
    case StatementKind::For:        return RunFor(statement);
    case StatementKind::While:      return RunWhile(statement);
    case StatementKind::Break:      return Flow::Break;
    case StatementKind::Return:     return Flow::Return;
    case StatementKind::Assert:     return RunAssert(statement);
    case StatementKind::When:       return RunWhen(statement, 0);
    case StatementKind::Call:
    case StatementKind::Reinit:
    case StatementKind::Terminate:  return RunEffect(statement);
    case StatementKind::Equality:   Fail("an equation among statements"); return Flow::Fail;
  }
  return Flow::Fail;
}

auto SymbolicMachine::RunIf(const flat::Statement& statement, size_t first) -> Flow {
  for (size_t k = first; k < statement.branches.size(); ++k) {
    const flat::Branch& branch = statement.branches[k];
    if (!branch.condition.has_value()) return Run(branch.body);
    Symbol condition;
    if (!Evaluate(branch.condition, condition)) return Flow::Fail;
    const ExprId c = ExprOf(condition);
    if (pool_.op(c) != Op::Boolean) {
      return RunEither(c, [&] { return Run(branch.body); }, [&] { return RunIf(statement, k + 1); });
    }
    if (pool_.boolean(c)) return Run(branch.body);
  }
  return Flow::Next;
}

// Functions have no effects of their own: what they print is theirs to do.
auto SymbolicMachine::RunEffect(const flat::Statement& statement) -> Flow {
  std::string text;
  if (frame_.vars == nullptr) {
    FailNotYet("calls for their effect");
    return Flow::Fail;
  }
  if (host_.Effect(statement, active_, text)) return Flow::Next;
  FailNotYet(text);
  return Flow::Fail;
}

auto SymbolicMachine::RunFor(const flat::Statement& statement) -> Flow {
  if (statement.branches[0].body.empty() && pool_.op(statement.target) == Op::Iterator) return Flow::Next;
  return LeaveLoop(ForEachValue(statement, [&] { return Run(statement.branches[0].body); }));
}

auto SymbolicMachine::ForEachValue(const flat::Statement& loop, const std::function<Flow()>& body) -> Flow {
  Iteration loop_values;
  if (!EvaluateIteration(loop.value, loop_values)) return Flow::Fail;
  const ExprId target = loop.target;
  const bool is_iterator = pool_.op(target) == Op::Iterator;
  const size_t slot = iterators_.size();
  if (is_iterator) iterators_.push_back({pool_.position(target), pool_.name(target), {}});
  Flow flow = Flow::Next;
  for (int64_t k = 0; (flow == Flow::Next || flow == Flow::Maybe) && k < loop_values.count; ++k) {
    const auto iteration = [&] {
      // An empty body takes time as well.
      const int64_t one = 1;
      if (!HasRoom({&one, 1})) return Flow::Fail;
      Symbol value = ElementOf(loop_values, k);
      if (is_iterator) {
        iterators_[slot].value = std::move(value);
      } else if (!Assign(target, value)) {
        return Flow::Fail;
      }
      return body();
    };
    flow = flow == Flow::Maybe ? RunRest(iteration) : iteration();
  }
  iterators_.resize(slot);
  return flow;
}

auto SymbolicMachine::ForEachIteration(const flat::Statement& loop, const std::function<bool()>& body)
    -> bool {
  if (pool_.op(loop.target) != Op::Iterator) return Fail("a loop over a variable among equations");
  return ForEachValue(loop, [&] { return body() ? Flow::Next : Flow::Fail; }) != Flow::Fail;
}

auto SymbolicMachine::RunWhile(const flat::Statement& statement) -> Flow {
  const auto iteration = [&] { return Run(statement.branches[0].body); };
  for (Flow flow = Flow::Next; flow == Flow::Next || flow == Flow::Maybe;) {
    Symbol condition;
    if (!Evaluate(statement.branches[0].condition, condition)) return Flow::Fail;
    if (pool_.op(ExprOf(condition)) != Op::Boolean) {
      Fail("a loop whose end is known only during the run");
      return Flow::Fail;
    }
    if (!pool_.boolean(ExprOf(condition))) return LeaveLoop(flow);
    flow = flow == Flow::Maybe ? RunRest(iteration) : iteration();
    if (flow != Flow::Next && flow != Flow::Maybe) return LeaveLoop(flow);
  }
  return Flow::Fail;
}

// Those of the model are watched during the run, and so are those of a function that becomes part of an
// equation. In a function one that is certain to fail is left to the run, which may never come to it.
auto SymbolicMachine::RunAssert(const flat::Statement& statement) -> Flow {
  if (frame_.vars != nullptr) return RunEffect(statement);
  Symbol condition;
  if (!EvaluateQuietly(statement.value, condition)) return Flow::Fail;
  const ExprId holds = ExprOf(condition);
  if (pool_.op(holds) == Op::Boolean) {
    if (pool_.boolean(holds)) return Flow::Next;
    Fail("an assertion that fails");
    return Flow::Fail;
  }
  constexpr int64_t kWarning = 1;
  int64_t level = 0;
  const bool is_warning =
      statement.target.has_value() && EvaluateInteger(statement.target, level) && level == kWarning;
  demands_.push_back({holds, MessageOf(statement), !is_warning, statement.origin, active_, is_in_when_});
  return Flow::Next;
}

// Without value if it cannot be put together during the run.
auto SymbolicMachine::MessageOf(const flat::Statement& statement) -> ExprId {
  if (!statement.message.has_value()) return {};
  Symbol message;
  const bool may_change = SetTextsMayChange(true);
  const bool is_done = EvaluateQuietly(statement.message, message) && IsLeaf(message);
  SetTextsMayChange(may_change);
  return is_done ? ExprOf(message) : ExprId{};
}

auto SymbolicMachine::RunAssignment(const flat::Statement& statement) -> bool {
  const ExprId target = statement.target;
  if (pool_.op(target) != Op::Tuple) {
    Symbol value;
    return Evaluate(statement.value, value) && Assign(target, std::move(value));
  }
  std::vector<Symbol> outputs;
  if (!EvaluateOutputs(statement.value, outputs)) return false;
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

}  // namespace kerf::transform
