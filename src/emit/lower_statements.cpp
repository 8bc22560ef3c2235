// Statements of a function's body, one by one.
#include <algorithm>

#include "emit/lower_function.h"
#include "expr/walk.h"

namespace kerf::emit {

using expr::Op;
using flat::StatementKind;

namespace {

// A function of one text that does nothing but fail with it.
auto AlwaysFails(const expr::Pool& pool, const flat::FunctionBody& body) -> bool {
  if (body.n_inputs != 1 || body.variables[0].type.kind != expr::Kind::Text) return false;
  if (body.external) return body.external->name == "ModelicaError";
  return body.statements.size() == 1 && body.statements[0].kind == StatementKind::Assert &&
         pool.op(body.statements[0].value) == Op::Boolean && !pool.boolean(body.statements[0].value);
}

}  // namespace

auto FunctionLowering::Inside(Statements& into, const std::function<bool()>& lower) -> bool {
  Statements* const before = statements_;
  statements_ = &into;
  const bool is_done = lower();
  statements_ = before;
  return is_done;
}

auto FunctionLowering::LowerStatements(const std::vector<flat::Statement>& statements) -> bool {
  return std::ranges::all_of(statements, [&](const flat::Statement& s) { return LowerStatement(s); });
}

auto FunctionLowering::LowerStatement(const flat::Statement& statement) -> bool {
  switch (statement.kind) {
    case StatementKind::Assignment: return LowerAssignment(statement);
    case StatementKind::If:         return LowerIf(statement, 0);
    case StatementKind::For:        return LowerFor(statement);
    case StatementKind::While:      return LowerWhile(statement);
    case StatementKind::Break:      statements_->push_back(StatementOf(Kind::Break)); return true;
    case StatementKind::Return:     return LowerReturn();
    case StatementKind::Assert:     return LowerAssert(statement);
    case StatementKind::Call:       return LowerCall(statement);
    default:                        return Fail("calls for their effect");
  }
}

// All values are computed before the first is assigned, where one of them depends on a target.
auto FunctionLowering::LowerAssignment(const flat::Statement& statement) -> bool {
  std::vector<Symbol> outputs;
  if (!Evaluate(statement.value, outputs)) return false;
  std::vector<ExprId> targets = {statement.target};
  if (pool_.op(statement.target) == Op::Tuple)
    targets.assign(pool_.operands(statement.target).begin(), pool_.operands(statement.target).end());
  std::vector<ExprId> places;
  std::vector<ExprId> values;
  for (size_t k = 0; k < targets.size(); ++k) {
    if (!targets[k].has_value() || pool_.op(targets[k]) == Op::Colon) continue;
    std::vector<Symbol> place;
    if (!Evaluate(targets[k], place)) return false;
    transform::Flatten(place[0], places);
    transform::Flatten(outputs[k], values);
    if (places.size() != values.size()) return Fail("arrays of which the sizes change");
  }
  std::vector<bool> is_target(out_->variables.size(), false);
  for (const ExprId place : places) {
    const ExprId root = pool_.op(place) == Op::Subscript ? pool_.operand(place, 0) : place;
    if (pool_.op(root) != Op::Local) return Fail("an assignment to one of several variables");
    is_target[pool_.position(root)] = true;
  }
  expr::Walker walker(pool_);
  const bool is_mixed = places.size() > 1 && std::ranges::any_of(walker.Postorder(values), [&](ExprId id) {
                          return pool_.op(id) == Op::Local && pool_.position(id) < is_target.size() &&
                                 is_target[pool_.position(id)];
                        });
  for (size_t k = 0; k < places.size(); ++k) {
    const ExprId value = Settled(values[k]);
    if (!is_mixed) {
      Assign(Settled(places[k]), value);
      continue;
    }
    values[k] = Temporary(pool_[value].kind);
    Assign(values[k], value);
  }
  for (size_t k = 0; k < places.size() && is_mixed; ++k) Assign(Settled(places[k]), values[k]);
  return true;
}

auto FunctionLowering::LowerIf(const flat::Statement& statement, size_t first) -> bool {
  if (first == statement.branches.size()) return true;
  const flat::Branch& branch = statement.branches[first];
  if (!branch.condition.has_value()) return LowerStatements(branch.body);
  ExprId condition;
  if (!EvaluateLeaf(branch.condition, condition)) return false;
  if (pool_.op(condition) == Op::Boolean)
    return pool_.boolean(condition) ? LowerStatements(branch.body) : LowerIf(statement, first + 1);
  ScalarStatement choice = StatementOf(Kind::If);
  choice.branches.push_back({Settled(condition), {}});
  if (!Inside(choice.branches[0].body, [&] { return LowerStatements(branch.body); })) return false;
  ScalarBranch otherwise;
  if (!Inside(otherwise.body, [&] { return LowerIf(statement, first + 1); })) return false;
  if (!otherwise.body.empty()) choice.branches.push_back(std::move(otherwise));
  statements_->push_back(std::move(choice));
  return true;
}

auto FunctionLowering::LowerAssert(const flat::Statement& statement) -> bool {
  ExprId condition;
  if (!EvaluateLeaf(statement.value, condition)) return false;
  const bool is_literal = pool_.op(condition) == Op::Boolean;
  if (is_literal && pool_.boolean(condition)) return true;
  // Warnings end nothing: AssertionLevel is enumeration(warning, error).
  if (statement.target.has_value() && pool_.op(statement.target) == Op::Integer &&
      pool_.integer(statement.target) == 1)
    return true;
  const bool has_text = statement.message.has_value() && pool_.op(statement.message) == Op::Text;
  ScalarStatement stop = StatementOf(Kind::Stop);
  stop.text = has_text ? std::string(world_.names[pool_.name(statement.message)]) : "an assertion fails";
  if (is_literal) {
    statements_->push_back(std::move(stop));
    return true;
  }
  ScalarStatement check = StatementOf(Kind::If);
  check.branches.push_back({pool_.Unary(Op::Not, Settled(condition)), {}});
  check.branches[0].body.push_back(std::move(stop));
  statements_->push_back(std::move(check));
  return true;
}

// A call for its effect: only that which ends the run, as Modelica.Utilities.Streams.error does.
auto FunctionLowering::LowerCall(const flat::Statement& statement) -> bool {
  const bool is_call = pool_.op(statement.value) == Op::Call;
  const FunctionId called = is_call ? pool_.function(pool_.operand(statement.value, 0)) : FunctionId{};
  const uint32_t known = is_call ? world_.functions[called].body : flat::Function::kNoBody;
  if (known == flat::Function::kNoBody || !AlwaysFails(pool_, *world_.bodies[known]))
    return Fail("calls for their effect");
  const ExprId text = pool_.operand(statement.value, 1);
  statements_->push_back(StatementOf(Kind::Stop));
  statements_->back().text = pool_.op(text) == Op::Text ? std::string(world_.names[pool_.name(text)])
                                                        : fmt::format("{} fails", out_->title);
  return true;
}

auto FunctionLowering::LowerReturn() -> bool {
  if (results_.size() == 1) out_->result = results_[0];
  if (KeepsResults()) {
    const auto n = static_cast<uint32_t>(parameters_.size());
    const uint32_t kept = pool_.position(out_->result);
    for (uint32_t k = 0; k < results_.size(); ++k) Assign(Cell(kept, k + 1, expr::Kind::Real), results_[k]);
    for (uint32_t k = 0; k < n; ++k) Assign(Cell(kept_arguments_, k + 1, expr::Kind::Real), parameters_[k]);
    statements_->push_back(StatementOf(Kind::Keep));
    statements_->back().target = Cell(kept_arguments_, n + 1, expr::Kind::Real);
  }
  statements_->push_back(StatementOf(Kind::Return));
  return true;
}

}  // namespace kerf::emit
