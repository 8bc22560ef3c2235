// The selection is constant between changes, so that the derivatives are selected like the candidates.
#include "transform/state_sets.h"

#include <fmt/format.h>

#include "transform/derivative_var.h"

namespace kerf::transform {

namespace {

using dae::Dae;
using expr::ExprId;
using expr::VarId;

auto AddVar(Dae& dae, const std::string& name, dae::VarKind kind, flat::OriginId origin) -> VarId {
  dae::Var var;
  var.path = dae.world->paths.Child(base::PathStore::kRoot, dae.world->names.Intern(name));
  var.kind = kind;
  var.is_internal = true;
  var.origin = origin;
  return dae.vars.Add(var);
}

// "state 1 of x, y, …"
auto NameOf(const Dae& dae, const dae::StateSet& set, size_t i) -> std::string {
  constexpr size_t kMaxNamed = 3;
  std::string names;
  for (size_t j = 0; j < set.candidates.size() && j < kMaxNamed; ++j)
    names += (j > 0 ? ", " : "") + dae::FullName(dae, set.candidates[j]);
  if (set.candidates.size() > kMaxNamed) names += ", …";
  return fmt::format("state {} of {}", i + 1, names);
}

// The typical magnitude, if all candidates agree on it.
auto CommonNominal(const Dae& dae, const dae::StateSet& set) -> ExprId {
  const ExprId first = dae.vars[set.candidates[0]].nominal;
  for (const VarId candidate : set.candidates) {
    if (dae.vars[candidate].nominal != first) return {};
  }
  return first;
}

void AddSelected(Dae& dae, const dae::StateSet& set, size_t i, VarId state, bool of_derivatives) {
  expr::Pool& pool = dae.world->pool;
  ExprId sum = pool.Real(0);
  for (size_t j = 0; j < set.candidates.size(); ++j) {
    const VarId candidate = set.candidates[j];
    const VarId summand = of_derivatives ? dae.vars[candidate].derivative : candidate;
    const VarId factor = set.selection[i * set.candidates.size() + j];
    sum = pool.Add(sum, pool.Mul(dae::VarLeaf(dae, factor), dae::VarLeaf(dae, summand)));
  }
  dae.equations.Add({dae::VarLeaf(dae, state),
                     sum,
                     base::PathStore::kRoot,
                     dae.vars[state].origin,
                     dae::Equation::kNoOutput,
                     {}});
}

}  // namespace

void AddStateSet(Dae& dae, dae::StateSet set, const std::vector<VarId>& selected) {
  const flat::OriginId origin = dae.vars[set.candidates[0]].origin;
  const ExprId nominal = CommonNominal(dae, set);
  for (size_t i = 0; i < selected.size(); ++i) {
    const std::string name = NameOf(dae, set, i);
    for (size_t j = 0; j < set.candidates.size(); ++j) {
      const VarId factor = AddVar(dae, fmt::format("{}: {}", name, j + 1), dae::VarKind::Event, origin);
      dae.vars[factor].is_discrete = true;
      dae.vars[factor].start = dae.world->pool.Real(set.candidates[j] == selected[i] ? 1 : 0);
      set.selection.push_back(factor);
    }
    const VarId state = AddVar(dae, name, dae::VarKind::State, origin);
    dae.vars[state].nominal = nominal;
    set.states.push_back(state);
    const VarId derivative = AddDerivativeVar(dae, state);
    dae.vars[derivative].is_internal = true;
    AddSelected(dae, set, i, state, false);
    AddSelected(dae, set, i, derivative, true);
  }
  dae.state_sets.push_back(std::move(set));
}

}  // namespace kerf::transform
