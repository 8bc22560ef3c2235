// homotopy(actual, simplified): the equations of the model have the actual expressions. Beside them are kept
// the same equations with
//
//   λ·actual + (1 - λ)·simplified
//
// by which the problem of the start can be solved gradually from λ = 0 to 1 where it cannot be solved at
// once.
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

}  // namespace

auto ModelScalariser::Homotopy(ExprId actual, ExprId simplified) -> ExprId {
  if (pool_[actual].kind != Kind::Real) return actual;
  if (!dae_.homotopy.has_value()) {
    dae::Var var;
    var.path = world_.paths.Child(base::PathStore::kRoot, world_.names.Intern("$homotopy"));
    var.kind = dae::VarKind::Event;
    var.is_internal = true;
    var.start = pool_.Real(1);
    dae_.homotopy = dae_.vars.Add(var);
  }
  return pool_.Typed(Op::Homotopy, {Kind::Real, expr::kScalar, 0}, {actual, simplified});
}

auto ModelScalariser::Actual(ExprId value) -> ExprId {
  if (!dae_.homotopy.has_value() || !value.has_value()) return value;
  return actual_.Rewrite(value, [&](ExprId id) {
    return pool_.op(id) == Op::Homotopy ? actual_.Rewritten(pool_.operand(id, 0)) : ExprId{};
  });
}

void ModelScalariser::ResolveHomotopies() {
  if (!dae_.homotopy.has_value()) return;
  const ExprId weight = dae::VarLeaf(dae_, dae_.homotopy);
  // The actual expression need not be defined where the simplified equations have their solution.
  const ExprId is_simplified = pool_.Typed(Op::NoEvent, {Kind::Boolean, expr::kScalar, 0},
                                           {pool_.Binary(Op::LessEqual, weight, pool_.Real(0))});
  expr::Rewriter mixed(pool_);
  const auto mix = [&](ExprId value) {
    return mixed.Rewrite(value, [&](ExprId id) -> ExprId {
      if (pool_.op(id) != Op::Homotopy) return {};
      const ExprId actual = mixed.Rewritten(pool_.operand(id, 0));
      const ExprId simplified = mixed.Rewritten(pool_.operand(id, 1));
      const ExprId both =
          pool_.Add(pool_.Mul(weight, actual), pool_.Mul(pool_.Sub(pool_.Real(1), weight), simplified));
      return pool_.If(is_simplified, simplified, both);
    });
  };
  const auto resolve = [&](ExprId& value) { value = Actual(value); };
  for (const EqnId id : dae_.equations.ids()) {
    dae::Equation& equation = dae_.equations[id];
    const ExprId lhs = Actual(equation.lhs);
    const ExprId rhs = Actual(equation.rhs);
    if (lhs == equation.lhs && rhs == equation.rhs) continue;
    dae_.homotopies.push_back({id, mix(equation.lhs), mix(equation.rhs)});
    equation.lhs = lhs;
    equation.rhs = rhs;
  }
  ForEachOtherValue(resolve);
}

}  // namespace kerf::transform
