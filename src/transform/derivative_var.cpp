// One place that names derivatives.
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

}  // namespace kerf::transform
