// States that are left to the run: their sets, and what the model says of the candidates.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "transform/dummy_derivatives.h"
#include "transform/state_sets.h"

namespace kerf::transform {

using expr::Op;

void DummyDerivatives::AddSets(const graph::PantelidesResult& found) {
  const auto n_original = static_cast<uint32_t>(rows_.size() - found.new_eqns.size());
  const auto vars_of = [&](const std::vector<uint32_t>& cols) {
    std::vector<VarId> vars;
    for (const uint32_t col : cols) vars.push_back(var_of_col_[base_col_[col]]);
    return vars;
  };
  // From the lowest derivatives, which were chosen last, to the highest.
  for (const DynamicSet& set : std::views::reverse(sets_)) {
    dae::StateSet made;
    made.candidates = vars_of(set.candidates);
    made.eliminated = vars_of(set.eliminated);
    for (const uint32_t row : set.rows)
      made.constraints.push_back(rows_[found.new_eqns[row - n_original]].equation);
    for (const VarId var : made.candidates) {
      if (wish_[var.index].is_reset) made.reset.push_back(var);
    }
    WatchedChoice& watched = work_.reduction.watched.emplace_back();
    watched.constraints = made.constraints;
    watched.given_up = made.eliminated;
    watched.given_up.insert(watched.given_up.end(), made.candidates.begin(), made.candidates.end());
    watched.others = vars_of(set.kept);
    watched.set = static_cast<uint32_t>(work_.dae.state_sets.size());
    AddStateSet(work_.dae, std::move(made), vars_of(set.states));
    WatchKept(work_.dae.state_sets.back());
  }
  std::vector<dae::Reinit> directed;
  for (const dae::Reinit& reinit : work_.dae.reinits) DirectReinit(reinit, directed);
  work_.dae.reinits = std::move(directed);
}

void DummyDerivatives::AddWatched(const graph::PantelidesResult& found) {
  const auto n_original = static_cast<uint32_t>(rows_.size() - found.new_eqns.size());
  for (const WatchedColumns& watched : watched_) {
    WatchedChoice& made = work_.reduction.watched.emplace_back();
    for (const uint32_t row : watched.rows)
      made.constraints.push_back(rows_[found.new_eqns[row - n_original]].equation);
    for (const uint32_t col : watched.given_up) made.given_up.push_back(var_of_col_[base_col_[col]]);
    for (const uint32_t col : watched.others) made.others.push_back(var_of_col_[base_col_[col]]);
  }
}

auto DummyDerivatives::IsSelected(const dae::StateSet& set, size_t candidate) -> ExprId {
  ExprId sum = pool_.Real(0);
  for (size_t i = 0; i < set.states.size(); ++i)
    sum = pool_.Add(sum, dae::VarLeaf(work_.dae, set.selection[i * set.candidates.size() + candidate]));
  const expr::Type boolean{expr::Kind::Boolean, expr::kScalar, 0};
  return pool_.Typed(Op::NoEvent, boolean, {pool_.Binary(Op::Greater, sum, pool_.Real(0.5))});
}

// reinit of a candidate gives a new value to the state that stands for it, and leaves the others as they are.
// There must be one: the executive sees to it where the constraints allow it.
void DummyDerivatives::DirectReinit(const dae::Reinit& reinit, std::vector<dae::Reinit>& directed) {
  const VarId var = work_.aliases.representative[reinit.state.index];
  const auto& sets = work_.dae.state_sets;
  const auto set =
      std::ranges::find_if(sets, [&](const auto& s) { return std::ranges::count(s.candidates, var) > 0; });
  if (set == sets.end()) {
    directed.push_back(reinit);
    return;
  }
  const auto j = static_cast<size_t>(std::ranges::find(set->candidates, var) - set->candidates.begin());
  for (size_t i = 0; i < set->states.size(); ++i) {
    const ExprId factor = dae::VarLeaf(work_.dae, set->selection[i * set->candidates.size() + j]);
    const ExprId state = dae::VarLeaf(work_.dae, set->states[i]);
    const ExprId change = pool_.Mul(factor, pool_.Sub(reinit.value, state));
    directed.push_back(
        {set->states[i], reinit.active, pool_.Add(state, change), reinit.owner, reinit.origin});
  }
  const std::string text = fmt::format(
      "reinit cannot change `{0}` here: the constraints leave no freedom to choose `{0}` at this point",
      dae::FullName(work_.dae, reinit.state));
  AddStateAssertion(IsSelected(*set, j), text, true, reinit.origin);
  work_.dae.assertions.back().active = reinit.active;
}

// A variable with stateSelect = always that has to give way is told.
void DummyDerivatives::WatchKept(const dae::StateSet& set) {
  for (size_t j = 0; j < set.candidates.size(); ++j) {
    const VarId candidate = set.candidates[j];
    if (wish_[candidate.index].asked != flat::StateSelect::Always) continue;
    const std::string text = fmt::format(
        "`{}` has stateSelect = always, but another state replaces it here: at this point the constraints "
        "do not determine the other variables from it",
        dae::FullName(work_.dae, candidate));
    AddStateAssertion(IsSelected(set, j), text, false, work_.dae.vars[candidate].origin);
  }
}

void DummyDerivatives::AddStateAssertion(ExprId condition, const std::string& text, bool is_error,
                                         flat::OriginId origin) {
  dae::Assertion made;
  made.condition = condition;
  made.owner = base::PathStore::kRoot;
  made.origin = origin;
  made.is_error = is_error;
  made.message = pool_.Text(work_.dae.world->names.Intern(text));
  made.is_about_states = true;
  work_.dae.assertions.push_back(made);
}

}  // namespace kerf::transform
