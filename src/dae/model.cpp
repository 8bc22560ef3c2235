// Small questions about a DAE.
#include "dae/model.h"

#include "base/nearest.h"

namespace kerf::dae {

auto VarLeaf(const Dae& dae, VarId var) -> ExprId {
  return dae.world->pool.Var(var, {dae.vars[var].type, expr::kScalar, 0});
}

auto IsKnown(const Var& var) -> bool {
  switch (var.kind) {
    case VarKind::Constant:
    case VarKind::Parameter:
    case VarKind::Input:
    case VarKind::State:
    case VarKind::Event:     return true;
    case VarKind::Algebraic: return false;
  }
  return false;
}

auto RightSide(Dae& dae, const Equation& equation) -> ExprId {
  if (equation.output == Equation::kNoOutput) return equation.rhs;
  expr::Pool& pool = dae.world->pool;
  if (pool.operands(equation.lhs).size() == 1) return equation.rhs;
  return pool.Binary(expr::Op::Output, equation.rhs, pool.Integer(equation.output));
}

auto LeftSide(const Dae& dae, const Equation& equation) -> ExprId {
  if (equation.output == Equation::kNoOutput) return equation.lhs;
  return dae.world->pool.operand(equation.lhs, equation.output);
}

auto FullName(const Dae& dae, VarId var) -> std::string {
  return dae.world->paths.Render(dae.vars[var].path);
}

auto FindVar(const Dae& dae, std::string_view full_name) -> VarId {
  std::string wanted(full_name);
  for (size_t at = wanted.find("::"); at != std::string::npos; at = wanted.find("::", at))
    wanted.replace(at, 2, ".");
  for (const VarId id : dae.vars.ids()) {
    // Most names differ in the last step already; rendering is for the rest.
    const auto& node = dae.world->paths[dae.vars[id].path];
    const std::string_view local = dae.world->names[node.name];
    if (wanted.find(local) == std::string::npos) continue;
    if (FullName(dae, id) == wanted) return id;
  }
  return {};
}

auto FindVars(const Dae& dae, std::string_view full_name) -> std::vector<VarId> {
  const VarId one = FindVar(dae, full_name);
  if (one.has_value()) return {one};
  VarId first = FindVar(dae, fmt::format("{}[1]", full_name));
  if (!first.has_value()) first = FindVar(dae, fmt::format("{}[1,1]", full_name));
  if (!first.has_value()) return {};
  // The elements of an array stand one after the other and share parent and name.
  const base::PathStore& paths = dae.world->paths;
  const base::PathNode& node = paths[dae.vars[first].path];
  std::vector<VarId> elements;
  for (VarId id = first; id.index < dae.vars.size(); ++id.index) {
    const base::PathNode& other = paths[dae.vars[id].path];
    if (other.parent != node.parent || other.name != node.name) break;
    elements.push_back(id);
  }
  return elements;
}

auto NearestName(const Dae& dae, std::string_view full_name) -> std::string {
  std::vector<std::string> names;
  names.reserve(dae.vars.size());
  for (const VarId id : dae.vars.ids()) names.push_back(FullName(dae, id));
  return base::Nearest(full_name, names);
}

}  // namespace kerf::dae
