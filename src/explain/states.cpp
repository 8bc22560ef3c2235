// States chosen and given up, index reduction, events, counts.
#include <algorithm>

#include "explain/sections.h"

namespace kerf::explain {

namespace {

using dae::VarKind;
using expr::VarId;

// The last choice about a variable counts: one may be looked at on several levels.
auto ChoicesByVar(const transform::Work& work) -> std::vector<const transform::StateChoice*> {
  std::vector<const transform::StateChoice*> choice(work.dae.vars.size(), nullptr);
  for (const transform::StateChoice& c : work.reduction.choices) {
    const auto*& known = choice[c.var.index];
    if (known == nullptr || c.reason == transform::ChoiceReason::GivenUp) known = &c;
  }
  return choice;
}

auto StartText(const dae::Var& var, const Words& words) -> std::string {
  if (!var.start.has_value()) return "";
  return words.Expression(var.start) + (var.is_fixed ? " (fixed)" : "");
}

auto NTimes(size_t n) -> std::string {
  return n == 1 ? "once" : n == 2 ? "twice" : fmt::format("{} times", n);
}

// How often an equation was differentiated in the end.
auto TimesDifferentiated(const dae::Dae& dae, dae::EqnId equation) -> size_t {
  size_t n = 0;
  while (dae.equations[equation].derivative.has_value()) {
    equation = dae.equations[equation].derivative;
    ++n;
  }
  return n;
}

void AddConstraintEquations(const transform::Work& work, const Words& words,
                            const transform::Constraint& constraint, size_t limit, ReductionRow& row) {
  for (const dae::EqnId id : constraint.equations) {
    if (row.equations.size() == limit) return;
    row.equations.push_back(words.Equation(id));
    const size_t times = TimesDifferentiated(work.dae, id);
    std::string& origin = row.equations.back().origin;
    // An equation that was differentiated before is a derivative itself.
    if (work.dae.world->origins[work.dae.equations[id].origin].made_by == flat::MadeBy::Derivative) {
      origin = "derivative of the equation at this place, differentiated again";
    } else {
      origin += fmt::format("{}differentiated {}", origin.empty() ? "" : ", ", NTimes(times));
    }
  }
}

auto ShownText(size_t n, const ReductionRow& row) -> std::string {
  return n > row.equations.size() ? fmt::format(" ({} of them are shown)", row.equations.size()) : "";
}

// The candidates that are states unless the start is singular with them.
auto FirstChosen(const transform::Work& work, const dae::StateSet& set) -> std::vector<VarId> {
  std::vector<VarId> chosen;
  for (size_t k = 0; k < set.selection.size(); ++k) {
    if (work.dae.world->pool.IsNumber(work.dae.vars[set.selection[k]].start, 1))
      chosen.push_back(set.candidates[k % set.candidates.size()]);
  }
  return chosen;
}

}  // namespace

auto ExplainStates(const transform::Work& work, const Words& words, const Limits& limits) -> Rows<StateRow> {
  Rows<StateRow> states;
  const auto choice = ChoicesByVar(work);
  std::vector<bool> is_preferred(work.dae.vars.size(), false);
  for (const VarId id : work.reduction.preferred) is_preferred[id.index] = true;
  std::vector<const dae::StateSet*> set_of(work.dae.vars.size(), nullptr);
  for (const dae::StateSet& set : work.dae.state_sets) {
    for (const VarId id : set.states) set_of[id.index] = &set;
  }
  for (const VarId id : work.dae.vars.ids()) {
    if (!transform::IsState(work, id)) continue;
    AddRow(states, limits.rows, [&]() -> StateRow {
      const dae::Var& var = work.dae.vars[id];
      std::string why = choice[id.index] != nullptr
                            ? WhyChosen(*choice[id.index])
                            : "its derivative occurs, and no constraint ties it to other states";
      if (const dae::StateSet* set = set_of[id.index]; set != nullptr)
        why = fmt::format(
            "stands for {} of {}, at first {}; no choice serves for the whole run: the run chooses anew "
            "where "
            "the constraints ask for it",
            set->states.size() == 1 ? "one" : fmt::format("{}", set->states.size()),
            words.List(set->candidates), words.List(FirstChosen(work, *set)));
      if (is_preferred[id.index])
        why = "wanted by the model (stateSelect), so its derivative was made by differentiating; " + why;
      return {words.Name(id), true, StartText(var, words), why};
    });
  }
  for (const transform::StateChoice& c : work.reduction.choices) {
    if (c.reason != transform::ChoiceReason::GivenUp) continue;
    AddRow(states, limits.rows, [&]() -> StateRow {
      return {words.Name(c.var), false, StartText(work.dae.vars[c.var], words), WhyChosen(c)};
    });
  }
  return states;
}

auto ExplainReduction(const transform::Work& work, const Words& words, const Limits& limits)
    -> Rows<ReductionRow> {
  Rows<ReductionRow> rows;
  // Equations that constrain states each by itself are told together.
  ReductionRow single;
  size_t n_single = 0;
  for (const transform::Constraint& constraint : work.reduction.constraints) {
    if (constraint.equations.size() != 1 || !constraint.vars.empty()) continue;
    ++n_single;
    AddConstraintEquations(work, words, constraint, limits.block_equations, single);
  }
  if (n_single > 0) {
    single.why = fmt::format(
        "{} in states and known variables only: no unknown is left for {}, so the states cannot all be "
        "chosen "
        "freely. Differentiated{}.",
        n_single == 1 ? "One equation" : fmt::format("{} equations, each", n_single),
        n_single == 1 ? "it" : "them", ShownText(n_single, single));
    rows.rows.push_back(std::move(single));
  }
  for (const transform::Constraint& constraint : work.reduction.constraints) {
    if (constraint.equations.size() == 1 && constraint.vars.empty()) continue;
    AddRow(rows, limits.rows, [&]() -> ReductionRow {
      ReductionRow row;
      AddConstraintEquations(work, words, constraint, limits.block_equations, row);
      row.why = fmt::format(
          "{} equations have only {} unknown{} without derivative between them ({}): together they constrain "
          "states. Differentiated together{}.",
          constraint.equations.size(), constraint.vars.size(), constraint.vars.size() == 1 ? "" : "s",
          words.List(constraint.vars), ShownText(constraint.equations.size(), row));
      return row;
    });
  }
  return rows;
}

auto ExplainEvents(const transform::Work& work, const Words& words, const Limits& limits) -> Rows<EventRow> {
  Rows<EventRow> events;
  const auto add = [&](std::string_view kind, const auto& text, std::string place) {
    AddRow(events, limits.rows, [&]() -> EventRow { return {std::string(kind), text(), std::move(place)}; });
  };
  for (const simcode::Relation& relation : work.simcode.relations) {
    const std::string place =
        relation.equation.has_value() ? words.Place(work.dae.equations[relation.equation].origin) : "";
    add(
        relation.is_time_event ? "at a time" : "at a zero crossing",
        [&] { return words.Expression(relation.condition); }, place);
  }
  for (const dae::Sampler& sampler : work.dae.samplers) {
    add(
        "sample",
        [&] {
          return fmt::format("sample({}, {})", words.Expression(sampler.start),
                             words.Expression(sampler.interval));
        },
        words.Place(sampler.origin));
  }
  for (const dae::EqnId id : work.dae.equations.ids()) {
    if (!work.dae.equations[id].is_at_events) continue;
    add("when", [&] { return words.Equation(id).text; }, words.Place(work.dae.equations[id].origin));
  }
  for (const dae::Reinit& reinit : work.dae.reinits) {
    add(
        "reinit",
        [&] { return fmt::format("{} := {}", words.Name(reinit.state), words.Expression(reinit.value)); },
        words.Place(reinit.origin));
  }
  for (const dae::Termination& termination : work.dae.terminations) {
    add("terminate", [&] { return words.Expression(termination.active); }, words.Place(termination.origin));
  }
  for (const dae::Assertion& assertion : work.dae.assertions) {
    add("assert", [&] { return words.Expression(assertion.condition); }, words.Place(assertion.origin));
  }
  return events;
}

auto CountAll(const transform::Work& work) -> std::vector<Count> {
  size_t n_parameters = 0;
  size_t n_inputs = work.directions.size();
  size_t n_states = 0;
  size_t n_aliases = 0;
  size_t n_discrete = 0;
  size_t n_vars = 0;
  for (const VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    if (var.is_internal) continue;
    ++n_vars;
    n_parameters += var.kind == VarKind::Parameter || var.kind == VarKind::Constant ? 1 : 0;
    n_aliases += work.aliases.representative[id.index] != id ? 1 : 0;
    n_discrete += var.is_discrete && var.kind == VarKind::Algebraic ? 1 : 0;
  }
  // Those that stand for others during the run count too.
  for (const VarId id : work.dae.vars.ids()) n_states += transform::IsState(work, id) ? 1 : 0;
  const auto n_trivial = static_cast<size_t>(std::ranges::count(work.aliases.trivial, true));
  size_t n_differentiated = 0;
  for (const dae::EqnId id : work.dae.equations.ids())
    n_differentiated += work.dae.equations[id].derivative.has_value() ? 1 : 0;
  return {{"variables", n_vars},
          {"equations", work.dae.equations.size()},
          {"states", n_states},
          {"inputs", n_inputs},
          {"parameters and constants", n_parameters},
          {"equal to another variable", n_aliases},
          {"equations a = b", n_trivial},
          {"discrete variables", n_discrete},
          {"differentiated equations", n_differentiated},
          {"conditions watched", work.simcode.relations.size()}};
}

}  // namespace kerf::explain
