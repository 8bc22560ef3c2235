// delay(e, T): a variable that stands for e, whose past the executive keeps, and a call that reads it. The
// call depends on time alone, so that what comes back late closes no loop.
#include <algorithm>

#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

}  // namespace

// Changes at events only.
auto ModelScalariser::IsDiscrete(ExprId value) -> bool {
  if (pool_[value].kind != Kind::Real) return true;
  const auto& nodes = walker_.Postorder(value);
  return std::ranges::none_of(nodes, [&](ExprId id) {
    if (pool_.op(id) == Op::Time || pool_.op(id) == Op::Call) return true;
    if (pool_.op(id) != Op::Var) return false;
    const dae::Var& var = dae_.vars[pool_.var(id)];
    return !var.is_discrete && var.kind != dae::VarKind::Parameter && var.kind != dae::VarKind::Constant;
  });
}

// Does not change at all.
auto ModelScalariser::IsConstant(ExprId value) -> bool {
  const auto& nodes = walker_.Postorder(value);
  return std::ranges::all_of(nodes, [&](ExprId id) {
    if (pool_.op(id) == Op::Time || pool_.op(id) == Op::Call) return false;
    if (pool_.op(id) != Op::Var) return true;
    const dae::VarKind kind = dae_.vars[pool_.var(id)].kind;
    return kind == dae::VarKind::Parameter || kind == dae::VarKind::Constant;
  });
}

auto ModelScalariser::Delayed(ExprId value, ExprId delay) -> ExprId {
  const bool is_none = IsLiteral(pool_, delay) && LiteralValue(world_, delay).number() == 0;
  if (is_none || IsLiteral(pool_, value)) return value;
  const Kind kind = pool_[value].kind == Kind::Enumeration ? Kind::Integer : pool_[value].kind;
  dae::Var var;
  const std::string name = fmt::format("$delayed{}", dae_.delays.size() + 1);
  var.path = world_.paths.Child(base::PathStore::kRoot, world_.names.Intern(name));
  var.type = kind;
  var.is_discrete = IsDiscrete(value);
  var.is_internal = true;
  var.origin = origin_;
  dae::Delay made;
  made.value = dae_.vars.Add(var);
  made.delay = delay;
  made.is_fixed = IsConstant(delay);
  made.function = world_.functions.Add({world_.names.Intern(name), 1, flat::Function::kNoBody});
  dae_.equations.Add(
      {dae::VarLeaf(dae_, made.value), value, base::PathStore::kRoot, origin_, dae::Equation::kNoOutput, {}});
  dae_.delays.push_back(made);
  // At the start it has always been as it is then.
  dae_.has_initial_operator = true;
  return pool_.Typed(Op::Call, {kind, expr::kScalar, 0},
                     {pool_.Function(made.function), pool_.Time(), delay});
}

}  // namespace kerf::transform
