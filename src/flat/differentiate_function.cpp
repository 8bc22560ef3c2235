// The variables and statements of a derivative.
#include "flat/differentiate_function.h"

#include <algorithm>

#include <fmt/format.h>

namespace kerf::flat {

using expr::Kind;
using expr::Op;
using expr::Pool;

auto FunctionDifferentiator::Partial(const FunctionBody& body, uint32_t input)
    -> std::optional<FunctionBody> {
  why_.clear();
  Work work;
  work.body = &body;
  std::vector<bool> active(body.n_inputs, false);
  active[input] = true;
  if (!Differentiate(work, active, true, input)) return std::nullopt;
  return std::move(work.made);
}

auto FunctionDifferentiator::Tangent(FunctionId function, const std::vector<bool>& active) -> FunctionId {
  const auto [at, is_new] = tangents_.try_emplace({function, active});
  if (!is_new) return at->second;
  const Function known = world_.functions[function];
  Function made;
  std::string suffix;
  for (const bool is_active : active) suffix += is_active ? 'd' : 'c';
  made.name = world_.names.Intern(fmt::format("{}.der_{}", world_.names[known.name], suffix));
  made.body = static_cast<uint32_t>(world_.bodies.size());
  world_.bodies.push_back(std::make_unique<FunctionBody>());
  // Known before its body is made: the function may call itself.
  const FunctionId id = world_.functions.Add(made);
  at->second = id;
  Work work;
  work.body = world_.bodies[known.body].get();
  if (!Differentiate(work, active, false, 0)) {
    at->second = {};
    return {};
  }
  world_.functions[id].n_outputs = work.made.n_outputs;
  *world_.bodies[made.body] = std::move(work.made);
  return id;
}

auto FunctionDifferentiator::Differentiate(Work& work, const std::vector<bool>& active, bool has_seed,
                                           uint32_t seed) -> bool {
  const FunctionBody& body = *work.body;
  if (body.external) {
    Fail("of an external function no derivative is known");
    return false;
  }
  if (!body.is_complete) {
    Fail("it needs its own derivative");
    return false;
  }
  work.is_active.assign(body.variables.size(), false);
  std::copy(active.begin(), active.end(), work.is_active.begin());
  FindActive(work);
  PlaceVariables(work, active, has_seed, seed);
  for (uint32_t k = 0; k < body.variables.size(); ++k) {
    const ExprId binding = body.variables[k].binding;
    if (!binding.has_value()) continue;
    work.made.variables[work.place[k]].binding = Moved(work, binding);
    if (k < body.n_inputs || !work.tangent[k].has_value() || pool_.op(work.tangent[k]) != Op::Local) continue;
    const ExprId derivative = ChangeOf(work, binding);
    if (derivative == Pool::kError) return false;
    work.made.variables[pool_.position(work.tangent[k])].binding = OrZero(derivative, Moved(work, binding));
  }
  if (!Statements(work, body.statements, work.made.statements)) return false;
  work.made.is_impure = body.is_impure;
  work.made.origin = body.origin;
  work.made.is_complete = true;
  return true;
}

auto FunctionDifferentiator::BaseOf(ExprId target) const -> ExprId {
  while (pool_.op(target) == Op::Subscript || pool_.op(target) == Op::Field)
    target = pool_.operand(target, 0);
  return target;
}

auto FunctionDifferentiator::DependsOnActive(const Work& work, ExprId id) -> bool {
  if (!id.has_value()) return false;
  const auto& order = walker_.Postorder(id);
  return std::ranges::any_of(order, [&](ExprId node) {
    return pool_.op(node) == Op::Local && work.is_active[pool_.position(node)];
  });
}

// Marks what is assigned from something that varies. True if a variable was marked.
auto FunctionDifferentiator::MarkTargets(Work& work, const Statement& statement) -> bool {
  bool is_changed = false;
  if (statement.kind == StatementKind::Assignment && DependsOnActive(work, statement.value)) {
    std::vector<ExprId> targets = {statement.target};
    if (pool_.op(statement.target) == Op::Tuple)
      targets.assign(pool_.operands(statement.target).begin(), pool_.operands(statement.target).end());
    for (const ExprId target : targets) {
      const ExprId base = BaseOf(target);
      if (pool_.op(base) != Op::Local || !CanVary(pool_.type(base))) continue;
      is_changed = is_changed || !work.is_active[pool_.position(base)];
      work.is_active[pool_.position(base)] = true;
    }
  }
  for (const Branch& branch : statement.branches) {
    for (const Statement& inner : branch.body) is_changed = MarkTargets(work, inner) || is_changed;
  }
  return is_changed;
}

void FunctionDifferentiator::FindActive(Work& work) {
  const FunctionBody& body = *work.body;
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (uint32_t k = body.n_inputs; k < body.variables.size(); ++k) {
      const Local& local = body.variables[k];
      if (work.is_active[k] || !CanVary(local.type) || !DependsOnActive(work, local.binding)) continue;
      work.is_active[k] = true;
      is_changed = true;
    }
    for (const Statement& statement : body.statements)
      is_changed = MarkTargets(work, statement) || is_changed;
  }
}

auto FunctionDifferentiator::TangentName(const Work& work, uint32_t k) -> NameId {
  const std::string name(world_.names[work.body->variables[k].name]);
  std::string made = name.starts_with('\'') ? "'der_" + name.substr(1) : "der_" + name;
  const auto is_taken = [&](const std::string& text) {
    const auto has_it = [&](const Local& local) { return world_.names[local.name] == text; };
    return std::ranges::any_of(work.body->variables, has_it) ||
           std::ranges::any_of(work.made.variables, has_it);
  };
  while (is_taken(made)) made.insert(made.starts_with('\'') ? 1 : 0, "der_");
  return world_.names.Intern(made);
}

void FunctionDifferentiator::AddTangent(Work& work, uint32_t k, Role role) {
  Local tangent = work.body->variables[k];
  tangent.name = TangentName(work, k);
  tangent.role = role;
  tangent.binding = {};
  work.tangent[k] = pool_.Local(static_cast<uint32_t>(work.made.variables.size()), tangent.type);
  work.made.variables.push_back(std::move(tangent));
}

// Inputs, tangents of inputs, tangents of outputs; the outputs of the function itself are protected here.
void FunctionDifferentiator::PlaceVariables(Work& work, const std::vector<bool>& active, bool has_seed,
                                            uint32_t seed) {
  const FunctionBody& body = *work.body;
  FunctionBody& made = work.made;
  work.place.resize(body.variables.size());
  work.tangent.resize(body.variables.size());
  const auto keep = [&](uint32_t k, Role role) {
    work.place[k] = static_cast<uint32_t>(made.variables.size());
    made.variables.push_back(body.variables[k]);
    made.variables.back().role = role;
  };
  for (uint32_t k = 0; k < body.n_inputs; ++k) keep(k, Role::Input);
  for (uint32_t k = 0; k < body.n_inputs && !has_seed; ++k) {
    if (active[k]) AddTangent(work, k, Role::Input);
  }
  if (has_seed) work.tangent[seed] = pool_.Real(1);
  made.n_inputs = static_cast<uint32_t>(made.variables.size());
  for (uint32_t k = body.n_inputs; k < body.n_inputs + body.n_outputs; ++k) {
    if (CanVary(body.variables[k].type)) AddTangent(work, k, Role::Output);
  }
  made.n_outputs = static_cast<uint32_t>(made.variables.size()) - made.n_inputs;
  for (uint32_t k = body.n_inputs; k < body.variables.size(); ++k) keep(k, Role::Protected);
  for (uint32_t k = body.n_inputs + body.n_outputs; k < body.variables.size(); ++k) {
    if (work.is_active[k]) AddTangent(work, k, Role::Protected);
  }
  for (Local& local : made.variables) {
    for (ExprId& size : local.sizes) {
      if (size.has_value()) size = Moved(work, size);
    }
  }
}

// The same expression in terms of the variables of the derivative.
auto FunctionDifferentiator::Moved(Work& work, ExprId id) -> ExprId {
  if (!id.has_value()) return id;
  rewriter_.Forget();
  return rewriter_.Rewrite(id, [&](ExprId node) -> ExprId {
    if (pool_.op(node) != Op::Local) return {};
    return pool_.Local(work.place[pool_.position(node)], pool_.type(node));
  });
}

// The target with its variable replaced by the tangent; nothing if it has none.
auto FunctionDifferentiator::TangentTarget(Work& work, ExprId target) -> ExprId {
  const ExprId base = BaseOf(target);
  if (pool_.op(base) != Op::Local) return {};
  const ExprId tangent = work.tangent[pool_.position(base)];
  if (!tangent.has_value() || pool_.op(tangent) != Op::Local) return {};
  rewriter_.Forget();
  return rewriter_.Rewrite(target, [&](ExprId node) -> ExprId {
    if (node == base) return tangent;
    if (pool_.op(node) != Op::Local) return {};
    return pool_.Local(work.place[pool_.position(node)], pool_.type(node));
  });
}

auto FunctionDifferentiator::Assignment(Work& work, const Statement& from, std::vector<Statement>& to)
    -> bool {
  if (pool_.op(from.target) == Op::Tuple) return TupleAssignment(work, from, to);
  const ExprId target = TangentTarget(work, from.target);
  if (target.has_value() && CanVary(pool_.type(from.target))) {
    const ExprId derivative = ChangeOf(work, from.value);
    if (derivative == Pool::kError) return false;
    Statement made;
    made.kind = StatementKind::Assignment;
    made.origin = from.origin;
    made.target = target;
    made.value = OrZero(derivative, Moved(work, from.value));
    to.push_back(std::move(made));
  }
  Statement same = from;
  same.target = Moved(work, from.target);
  same.value = Moved(work, from.value);
  to.push_back(std::move(same));
  return true;
}

// (a, b) := f(x): the tangents of a and b are the outputs of the derivative of f.
auto FunctionDifferentiator::TupleAssignment(Work& work, const Statement& from, std::vector<Statement>& to)
    -> bool {
  const ExprId derivative = ChangeOf(work, from.value);
  if (derivative == Pool::kError) return false;
  std::vector<ExprId> targets;
  bool has_any = false;
  const std::vector<ExprId> parts(pool_.operands(from.target).begin(), pool_.operands(from.target).end());
  for (const ExprId part : parts) {
    const bool is_left_out = pool_.op(part) == Op::Colon;
    if (!is_left_out && !CanVary(pool_.type(part))) continue;
    const ExprId target = is_left_out ? ExprId{} : TangentTarget(work, part);
    if (target.has_value() && !derivative.has_value()) {
      Statement zero;
      zero.kind = StatementKind::Assignment;
      zero.origin = from.origin;
      zero.target = target;
      zero.value = Zero(target);
      to.push_back(std::move(zero));
    }
    has_any = has_any || target.has_value();
    targets.push_back(target.has_value() ? target : pool_.Colon());
  }
  if (derivative.has_value() && has_any) {
    Statement made;
    made.kind = StatementKind::Assignment;
    made.origin = from.origin;
    made.target = pool_.Make(Op::Tuple, targets);
    made.value = derivative;
    to.push_back(std::move(made));
  }
  Statement same = from;
  same.target = Moved(work, from.target);
  same.value = Moved(work, from.value);
  to.push_back(std::move(same));
  return true;
}

auto FunctionDifferentiator::Statements(Work& work, const std::vector<Statement>& from,
                                        std::vector<Statement>& to) -> bool {
  for (const Statement& statement : from) {
    if (statement.kind == StatementKind::Assignment) {
      if (!Assignment(work, statement, to)) return false;
      continue;
    }
    if (statement.kind == StatementKind::For && DependsOnActive(work, statement.value)) {
      Fail("a loop runs over values that vary");
      return false;
    }
    Statement made = statement;
    made.target = Moved(work, statement.target);
    made.value = Moved(work, statement.value);
    made.message = Moved(work, statement.message);
    for (size_t k = 0; k < statement.branches.size(); ++k) {
      made.branches[k].condition = Moved(work, statement.branches[k].condition);
      made.branches[k].body.clear();
      if (!Statements(work, statement.branches[k].body, made.branches[k].body)) return false;
    }
    to.push_back(std::move(made));
  }
  return true;
}

}  // namespace kerf::flat
