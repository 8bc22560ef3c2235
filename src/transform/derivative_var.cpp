// One place that names derivatives and values from before events.
#include "transform/derivative_var.h"

namespace kerf::transform {

auto AddDerivativeVar(dae::Dae& dae, expr::VarId base) -> expr::VarId {
  dae::Var derivative;
  flat::World& world = *dae.world;
  const std::string name = "der(" + dae::FullName(dae, base) + ")";
  derivative.path = world.paths.Child(base::PathStore::kRoot, world.names.Intern(name));
  derivative.derivative_of = base;
  derivative.origin = dae.vars[base].origin;
  const expr::VarId made = dae.vars.Add(derivative);
  dae.vars[base].derivative = made;
  return made;
}

auto PreviousVar(dae::Dae& dae, expr::VarId base) -> expr::VarId {
  if (dae.vars[base].pre.has_value()) return dae.vars[base].pre;
  dae::Var pre;
  flat::World& world = *dae.world;
  const std::string name = "pre(" + dae::FullName(dae, base) + ")";
  pre.path = world.paths.Child(base::PathStore::kRoot, world.names.Intern(name));
  pre.kind = dae::VarKind::Event;
  pre.type = dae.vars[base].type;
  pre.is_discrete = true;
  pre.is_internal = true;
  pre.pre_of = base;
  pre.origin = dae.vars[base].origin;
  const expr::VarId made = dae.vars.Add(pre);
  dae.vars[base].pre = made;
  return made;
}

}  // namespace kerf::transform
