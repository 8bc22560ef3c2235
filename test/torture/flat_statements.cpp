// Statements of algorithms and functions.
#include "flat/function.h"
#include "flat_evaluator.h"

namespace kerf::torture {

using expr::ExprId;
using expr::Op;
using flat::StatementKind;

auto FlatEvaluator::Outputs(ExprId call) -> std::vector<Val> {
  const expr::Pool& pool = model_.world->pool;
  const ExprId callee = pool.operand(call, 0);
  if (pool.op(call) != Op::Call || pool.op(callee) != Op::Function) throw NoValue{"a function as a value"};
  const flat::Function& function = model_.world->functions[pool.function(callee)];
  if (function.body == flat::Function::kNoBody) throw NoValue{"a function without text"};
  return CallBody(*model_.world->bodies[function.body], Operands(call, 1));
}

auto FlatEvaluator::CallBody(const flat::FunctionBody& body, const std::vector<Val>& arguments)
    -> std::vector<Val> {
  if (body.external || body.is_impure) throw NoValue{"an external function"};
  if (body.is_constructor || arguments.size() != body.n_inputs) throw NoValue{"a call with defaults"};
  if (++depth_ > 60) throw NoValue{"too deep"};
  std::vector<std::optional<Val>> locals(body.variables.size());
  std::vector<std::optional<Val>>* const outer = locals_;
  locals_ = &locals;
  for (size_t k = 0; k < body.variables.size(); ++k) {
    const flat::Local& local = body.variables[k];
    if (k < arguments.size()) {
      locals[k] = local.type.kind == expr::Kind::Real ? AsReal(arguments[k]) : arguments[k];
    } else if (local.binding.has_value()) {
      const Val value = Run(local.binding);
      locals[k] = local.type.kind == expr::Kind::Real ? AsReal(value) : value;
    } else {
      locals[k] = Default(local.type, local.sizes);
    }
  }
  Execute(body.statements);
  std::vector<Val> outputs;
  for (size_t k = body.n_inputs; k < body.n_inputs + body.n_outputs; ++k) outputs.push_back(*locals[k]);
  locals_ = outer;
  --depth_;
  return outputs;
}

auto FlatEvaluator::Execute(const std::vector<flat::Statement>& statements) -> Flow {
  for (const flat::Statement& statement : statements) {
    if (++n_steps_ > 2'000'000) throw NoValue{"too long"};
    Flow flow = Flow::On;
    switch (statement.kind) {
      case StatementKind::Assignment: AssignAll(statement); break;
      case StatementKind::If:         flow = Branches(statement); break;
      case StatementKind::For:
      case StatementKind::While:      flow = Loop(statement); break;
      case StatementKind::Break:      return Flow::Break;
      case StatementKind::Return:     return Flow::Return;
      case StatementKind::Assert:
        if (Run(statement.value).number == 0) throw NoValue{"an assertion"};
        break;
      // Nothing of it happens between events.
      case StatementKind::Equality:
      case StatementKind::When:
      case StatementKind::Reinit:
      case StatementKind::Terminate:
      case StatementKind::Call:      break;
    }
    if (flow != Flow::On) return flow;
  }
  return Flow::On;
}

void FlatEvaluator::AssignAll(const flat::Statement& statement) {
  const expr::Pool& pool = model_.world->pool;
  if (pool.op(statement.target) != Op::Tuple) {
    Assign(statement.target, Run(statement.value));
    return;
  }
  const std::vector<Val> outputs = Outputs(statement.value);
  const auto targets = pool.operands(statement.target);
  for (size_t k = 0; k < targets.size(); ++k) Assign(targets[k], outputs.at(k));
}

auto FlatEvaluator::Branches(const flat::Statement& statement) -> Flow {
  for (const flat::Branch& branch : statement.branches) {
    if (!branch.condition.has_value() || Run(branch.condition).number != 0) return Execute(branch.body);
  }
  return Flow::On;
}

auto FlatEvaluator::Loop(const flat::Statement& statement) -> Flow {
  const expr::Pool& pool = model_.world->pool;
  if (statement.kind == StatementKind::While) {
    while (Run(statement.branches[0].condition).number != 0) {
      const Flow flow = Execute(statement.branches[0].body);
      if (flow == Flow::Break) break;
      if (flow == Flow::Return) return flow;
    }
    return Flow::On;
  }
  const Val range = Run(statement.value);
  for (const Val& element : range.parts) {
    iterators_.push_back({pool.position(statement.target), pool.name(statement.target).index, element});
    const Flow flow = Execute(statement.branches[0].body);
    iterators_.pop_back();
    if (flow == Flow::Break) break;
    if (flow == Flow::Return) return flow;
  }
  return Flow::On;
}

void FlatEvaluator::Assign(ExprId target, const Val& value) {
  const expr::Pool& pool = model_.world->pool;
  ExprId root = target;
  while (pool.op(root) == Op::Subscript || pool.op(root) == Op::Field) root = pool.operand(root, 0);
  if (pool.op(root) == Op::Local && locals_ != nullptr) {
    Val whole = root == target ? value : locals_->at(pool.position(root)).value();
    if (root != target) Change(whole, target, value);
    if (pool.type(root).kind == expr::Kind::Real) whole = AsReal(std::move(whole));
    (*locals_)[pool.position(root)] = std::move(whole);
    return;
  }
  // An output that nobody wants.
  if (pool.op(root) != Op::Var) return;
  Val whole = root == target ? value : ValueOf(pool.var(root));
  if (root != target) Change(whole, target, value);
  if (pool.type(root).kind == expr::Kind::Real) whole = AsReal(std::move(whole));
  assigned[pool.var(root).index] = std::move(whole);
}

// Writes into a part of a value.
void FlatEvaluator::Change(Val& root, ExprId target, const Val& value) {
  const expr::Pool& pool = model_.world->pool;
  if (pool.op(target) == Op::Subscript) {
    std::vector<Val> subscripts = Operands(target, 1);
    Val part = Run(pool.operand(target, 0));
    AssignSubscripted(part, subscripts, value);
    if (pool.op(pool.operand(target, 0)) == Op::Subscript || pool.op(pool.operand(target, 0)) == Op::Field) {
      Change(root, pool.operand(target, 0), part);
    } else {
      root = std::move(part);
    }
    return;
  }
  Val record = Run(pool.operand(target, 0));
  if (!record.is_scalar()) throw NoValue{"an array of records"};
  record.parts.at(static_cast<size_t>(pool.integer(pool.operand(target, 1)))) = value;
  if (pool.op(pool.operand(target, 0)) == Op::Local || pool.op(pool.operand(target, 0)) == Op::Var) {
    root = std::move(record);
  } else {
    Change(root, pool.operand(target, 0), record);
  }
}

}  // namespace kerf::torture
