// What happens at events, as equations: a variable of a when-clause keeps its value from before the event
// unless the clause acts,
//
//   when c then v = e; end when   →   v = if active then e else pre(v),  active = c and not pre(c)
//
// where at the start only a clause with the condition initial() acts.
#include "transform/derivative_var.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

}  // namespace

auto ModelScalariser::Previous(ExprId scalar) -> ExprId {
  if (IsLiteral(pool_, scalar)) return scalar;
  if (pool_.op(scalar) != Op::Var) return {};
  const VarId id = pool_.var(scalar);
  const dae::VarKind kind = dae_.vars[id].kind;
  if (kind == dae::VarKind::Parameter || kind == dae::VarKind::Constant) return scalar;
  return dae::VarLeaf(dae_, PreviousVar(dae_, id));
}

auto ModelScalariser::NewBoolean(const std::string& name, dae::VarKind kind) -> VarId {
  dae::Var var;
  var.path = world_.paths.Child(base::PathStore::kRoot, world_.names.Intern(name));
  var.kind = kind;
  var.type = Kind::Boolean;
  var.is_discrete = true;
  var.is_internal = true;
  return dae_.vars.Add(var);
}

auto ModelScalariser::Tick(ExprId start, ExprId interval) -> ExprId {
  for (const dae::Sampler& sampler : dae_.samplers) {
    if (sampler.start == start && sampler.interval == interval) return dae::VarLeaf(dae_, sampler.tick);
  }
  const VarId tick = NewBoolean(fmt::format("$tick{}", dae_.samplers.size() + 1), dae::VarKind::Event);
  dae_.samplers.push_back({tick, start, interval, {}});
  return dae::VarLeaf(dae_, tick);
}

auto ModelScalariser::IsStart() -> ExprId {
  dae_.has_initial_operator = true;
  return pool_.Typed(Op::Initial, {Kind::Boolean, expr::kScalar, 0}, {});
}

auto ModelScalariser::IsEnd() -> ExprId {
  if (!dae_.terminal.has_value()) dae_.terminal = NewBoolean("terminal()", dae::VarKind::Event);
  return dae::VarLeaf(dae_, dae_.terminal);
}

auto ModelScalariser::HasBecomeTrue(ExprId condition) -> ExprId {
  if (pool_.op(condition) == Op::Boolean) return pool_.Boolean(false);
  VarId var = pool_.op(condition) == Op::Var ? pool_.var(condition) : VarId{};
  // A tick is over before it could be old; terminal() holds as long as the event of the end goes on.
  if (var.has_value() && dae_.vars[var].kind == dae::VarKind::Event && !dae_.vars[var].pre_of.has_value() &&
      var != dae_.terminal)
    return condition;
  if (!var.has_value()) {
    auto& known = condition_vars_[condition];
    if (!known.has_value()) {
      known = NewBoolean(fmt::format("$condition{}", condition_vars_.size()), dae::VarKind::Algebraic);
      dae_.equations.Add({dae::VarLeaf(dae_, known),
                          condition,
                          base::PathStore::kRoot,
                          origin_,
                          dae::Equation::kNoOutput,
                          {}});
    }
    var = known;
  }
  const ExprId leaf = dae::VarLeaf(dae_, var);
  return pool_.Binary(Op::And, leaf, pool_.Unary(Op::Not, Previous(leaf)));
}

auto ModelScalariser::Activation(std::span<const ExprId> conditions) -> ExprId {
  ExprId any = pool_.Boolean(false);
  bool has_initial = false;
  for (const ExprId condition : conditions) {
    if (pool_.op(condition) == Op::Initial) {
      has_initial = true;
    } else {
      any = pool_.Binary(Op::Or, any, HasBecomeTrue(condition));
    }
  }
  return has_initial ? pool_.Binary(Op::Or, IsStart(), any)
                     : pool_.Binary(Op::And, pool_.Unary(Op::Not, IsStart()), any);
}

void ModelScalariser::MarkSampled(ExprId leaf) {
  if (pool_.op(leaf) != Op::Var) return;
  dae::Var& var = dae_.vars[pool_.var(leaf)];
  var.is_discrete = true;
  var.is_sampled = true;
}

auto ModelScalariser::ExpandWhen(const flat::Statement& statement, const Source& source) -> bool {
  if (source.is_initial) return machine_.Refuse("a when-clause among initial equations");
  if (pool_[statement.branches[0].condition].kind == Kind::Clock) return ExpandClocked(statement, source);
  std::vector<Sides> sides;
  origin_ = source.origin;
  if (!ExpandWhenFrom(statement, 0, {}, source, sides)) return false;
  for (const Sides& s : sides) MarkSampled(s.lhs);
  Source at_events = source;
  at_events.is_at_events = true;
  Add(sides, at_events);
  return true;
}

auto ModelScalariser::ExpandWhenFrom(const flat::Statement& statement, size_t first, ExprId condition,
                                     const Source& source, std::vector<Sides>& sides) -> bool {
  if (first == statement.branches.size()) return true;
  const flat::Branch& branch = statement.branches[first];
  ExprId active;
  machine_.SetActive(condition);
  if (!machine_.EvaluateActivation(branch.condition, active)) return false;
  const auto both = [&](ExprId more) {
    return condition.has_value() ? pool_.Binary(Op::And, condition, more) : more;
  };
  std::vector<Sides> yes;
  const bool was_quiet = machine_.SetQuiet(true);
  const bool was_in_when = machine_.SetInWhen(true);
  const bool is_done = ExpandBody(branch.body, both(active), source, yes);
  machine_.SetInWhen(was_in_when);
  machine_.SetQuiet(was_quiet);
  if (!is_done) return false;
  std::vector<Sides> no;
  if (!ExpandWhenFrom(statement, first + 1, both(pool_.Unary(Op::Not, active)), source, no)) return false;
  for (const Sides& s : yes) {
    if (pool_.op(s.lhs) != Op::Var)
      return machine_.Refuse("an equation in a when-clause must have a variable on its left side");
    const auto other = std::ranges::find(no, s.lhs, &Sides::lhs);
    const ExprId otherwise = other == no.end() ? Previous(s.lhs) : other->rhs;
    sides.push_back({s.lhs, pool_.If(active, s.rhs, otherwise)});
    if (other != no.end()) no.erase(other);
  }
  for (const Sides& s : no) sides.push_back({s.lhs, pool_.If(active, Previous(s.lhs), s.rhs)});
  return true;
}

auto ModelScalariser::ExpandReinit(const flat::Statement& statement, ExprId active, const Source& source)
    -> bool {
  if (!active.has_value()) return machine_.Refuse("reinit stands in when-clauses only");
  std::vector<Sides> sides;
  if (!Expand(statement.target, statement.value, sides)) return false;
  for (const Sides& s : sides) {
    if (pool_.op(s.lhs) != Op::Var) return machine_.Refuse("reinit needs a variable");
    dae_.reinits.push_back({pool_.var(s.lhs), active, s.rhs, source.owner,
                            statement.origin.has_value() ? statement.origin : source.origin});
  }
  return true;
}

auto ModelScalariser::ExpandTerminate(const flat::Statement& statement, ExprId active, const Source& source)
    -> bool {
  Symbol message;
  std::string text;
  if (statement.message.has_value() && machine_.EvaluateQuietly(statement.message, message) &&
      IsLeaf(message) && IsLiteral(pool_, ExprOf(message)))
    text = LiteralValue(world_, ExprOf(message)).text();
  ExprId when = active.has_value() ? active : pool_.Boolean(true);
  if (source.is_initial) when = pool_.Binary(Op::And, IsStart(), when);
  dae_.terminations.push_back({when, text, source.owner, source.origin});
  return true;
}

// Statements of algorithms that do more than assign.
auto ModelScalariser::Effect(const flat::Statement& statement, ExprId active, std::string& error) -> bool {
  const Source source{owner_, statement.origin, {}, is_start_only_};
  switch (statement.kind) {
    case flat::StatementKind::Assert:    AddAssertion(DemandOf(statement), active, source); return true;
    case flat::StatementKind::Terminate: return ExpandTerminate(statement, active, source);
    case flat::StatementKind::Reinit:    return ExpandReinit(statement, active, source);
    case flat::StatementKind::Call:      return AddCall(statement, active, source, error);
    default:                             break;
  }
  error = "calls for their effect";
  return false;
}

}  // namespace kerf::transform
