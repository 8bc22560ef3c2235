// Balance of each part by itself (section 4.8). A part has to determine its own variables and the potentials,
// streams and outputs of its connectors; who uses it determines the flows and inputs. So a part is charged
// with its own unknowns and with flows and inputs of the parts in it, and credited with its equations and
// those of the connections in it. What is left must be zero.
//
// Of an overconstrained type in connectors (section 9.4) only as many scalars count as its equalityConstraint
// returns; the surplus is determined along the spanning trees, once for each branch and root. That makes
// the balance of a part independent of where the tools cuts the loops.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

// Protected in the class that declares it; what a protected component has is protected as well, but not for
// that reason.
auto Flattener::IsHidden(Component* component) -> bool {
  return component->is_protected && component->parent != nullptr &&
         instances_.FindInInst(Whole(component->parent), component->name).is_protected;
}

auto Flattener::PlaceOf(Component* variable) -> Place {
  Place place;
  place.is_port = variable->builtin != nullptr && variable->builtin->is_connector && !IsHidden(variable);
  Component* owner = variable->parent != nullptr ? Whole(variable->parent)->component : nullptr;
  while (owner != nullptr && owner->parent != nullptr && owner->type != nullptr) {
    const bool is_connector = instances_.IsConnector(owner->type);
    if (!is_connector && !instances_.IsRecord(owner->type)) break;
    place.is_port = place.is_port || (is_connector && !IsHidden(owner));
    owner = Whole(owner->parent)->component;
  }
  place.part = owner;
  return place;
}

auto Flattener::PathOf(const Component* part) -> PathId {
  return part != nullptr ? part->path : base::PathStore::kRoot;
}

// The part that a part is declared in; the model itself stands in nothing.
auto Flattener::Around(Component* part) -> Component* {
  if (part == nullptr || part->parent == nullptr) return nullptr;
  return Whole(part->parent)->component;
}

// The record or type with an equalityConstraint, in a connector, that a variable belongs to.
auto Flattener::OverconstrainedAround(Component* variable) -> Component* {
  if (!IsInConnector(variable)) return nullptr;
  for (Component* at = variable; at != nullptr && at->type != nullptr;
       at = at->parent != nullptr ? Whole(at->parent)->component : nullptr) {
    if (IsOverconstrained(at)) return at;
    if (at != variable && !instances_.IsRecord(at->type)) return nullptr;
  }
  return nullptr;
}

// How many scalars more an overconstrained variable has than connections in loops can determine.
auto Flattener::SurplusOf(Component* overconstrained) -> int64_t {
  if (surplus_.empty()) {
    for (Component* variable : variables_) {
      Component* around = OverconstrainedAround(variable);
      const auto type = around != nullptr ? elaborator_.TypeOf(variable) : std::nullopt;
      if (type) surplus_[around] += ScalarsOf(*type);
    }
    for (auto& [component, n] : surplus_) {
      int64_t residue = 0;
      CountResidue(component, residue);
      n -= residue;
    }
  }
  const auto at = surplus_.find(overconstrained);
  return at != surplus_.end() ? at->second : 0;
}

void Flattener::CountVariables(std::map<PathId, int64_t>& excess) {
  std::unordered_set<const Component*> counted;
  for (const VarId id : model_.vars.ids()) {
    const flat::Var& var = model_.vars[id];
    if (!IsUnknown(var)) continue;
    Component* component = elaborator_.ComponentOf(id);
    const Place place = PlaceOf(component);
    const bool is_given_outside =
        (place.is_port && component->Has(kFlow)) || (component->Has(kInput) && !IsHidden(component));
    // Flows of the model itself are given by what it is connected to, or zero.
    if (place.is_port && component->Has(kFlow) && place.part == root_->component) continue;
    const PathId owner = PathOf(is_given_outside ? Around(place.part) : place.part);
    excess[owner] -= ScalarsOf(var.type);
    Component* around = OverconstrainedAround(component);
    if (around != nullptr && counted.insert(around).second) excess[owner] += SurplusOf(around);
    // Who gives what in a bus is known only by following it through all parts.
    if (IsInBus(component)) {
      unjudged_.insert(PathOf(place.part));
      unjudged_.insert(PathOf(Around(place.part)));
    }
  }
}

auto Flattener::IsInBus(Component* variable) -> bool {
  for (const Component* at = variable; at != nullptr && at->parent != nullptr;
       at = Whole(at->parent)->component) {
    if (IsInExpandable(at)) return true;
    if (at->type == nullptr ||
        !(at == variable || instances_.IsConnector(at->type) || instances_.IsRecord(at->type)))
      return false;
  }
  return false;
}

// An input that is connected gives its declared value, as of `RealInput u = x if connected`, to that.
auto Flattener::IsOwnEquation(Component* input, const Place& place) -> bool {
  if (input->mod == nullptr || input->mod->scope == nullptr) return false;
  return Whole(input->mod->scope)->component == place.part && sets_.IsMember({input, {}, false});
}

void Flattener::CountStatements(std::map<PathId, int64_t>& excess) {
  std::map<uint32_t, Component*> bound;
  for (const auto& [id, component] : bindings_) bound.emplace(id.index, component);
  for (const flat::EquationId id : model_.equations.ids()) {
    const flat::Equation& equation = model_.equations[id];
    if (equation.is_initial) continue;
    const int64_t n = ScalarsOf(equation.lhs) * PointsOf(equation.domain);
    if (const auto at = bound.find(id.index); at != bound.end()) {
      const Place place = PlaceOf(at->second);
      const bool is_given_outside =
          at->second->Has(kInput) && !IsHidden(at->second) && !IsOwnEquation(at->second, place);
      excess[PathOf(is_given_outside ? Around(place.part) : place.part)] += n;
      continue;
    }
    const flat::MadeBy made_by =
        equation.origin.has_value() ? world_.origins[equation.origin].made_by : flat::MadeBy::Source;
    if (made_by == flat::MadeBy::Source) excess[equation.owner] += n;
  }
  for (const flat::Clause& clause : model_.clauses) {
    if (!clause.is_initial) excess[clause.owner] += EquationsOf(clause);
  }
  for (const flat::Algorithm& algorithm : model_.algorithms) {
    if (!algorithm.is_initial) excess[algorithm.owner] += EquationsOf(algorithm);
  }
}

// The part whose connections a member of a set belongs to.
auto Flattener::ScopeOf(Component* variable, bool is_outside) -> Component* {
  const Place place = PlaceOf(variable);
  return is_outside ? place.part : Around(place.part);
}

void Flattener::CountSets(std::map<PathId, int64_t>& excess) {
  for (const ConnectionSets::Set& set : sets_.Sets()) {
    const Member& first = sets_[set.members[0]];
    const auto type = elaborator_.TypeOf(first.component);
    if (!type || set.members.size() < 2 || first.component->Has(kParameter | kConstant)) continue;
    const int64_t n = first.subscripts.empty() ? ScalarsOf(*type) : 1;
    int64_t n_equations = static_cast<int64_t>(set.members.size()) - 1;
    if (first.component->Has(kFlow)) n_equations = 1;
    if (first.component->Has(kStream)) {
      n_equations = std::ranges::count_if(set.members, [&](MemberId id) { return sets_[id].is_outside; });
    } else if (OverconstrainedAround(first.component) != nullptr) {
      continue;
    }
    Component* scope = ScopeOf(first.component, first.is_outside);
    excess[PathOf(scope)] += n * n_equations;
    // A connection with an outer component joins parts in different places.
    const bool is_scattered = std::ranges::any_of(set.members, [&](MemberId id) {
      return ScopeOf(sets_[id].component, sets_[id].is_outside) != scope;
    });
    if (!is_scattered) continue;
    for (const MemberId id : set.members) {
      unjudged_.insert(PathOf(PlaceOf(sets_[id].component).part));
      unjudged_.insert(PathOf(ScopeOf(sets_[id].component, sets_[id].is_outside)));
    }
  }
  // A flow that nothing is connected to is zero.
  for (const auto& [component, n] : zero_flows_) {
    const Place place = PlaceOf(component);
    if (place.is_port && place.part == root_->component) continue;
    excess[PathOf(place.is_port ? Around(place.part) : place.part)] += n;
  }
}

void Flattener::CountTrees(std::map<PathId, int64_t>& excess) {
  for (size_t k = 0; k < graph_.branches.size(); ++k)
    excess[PathOf(branch_owners_[k])] -= SurplusOf(graph_components_[graph_.branches[k].a]);
  for (const auto& [node, owner] : root_owners_) {
    if (trees_.is_root[node]) excess[PathOf(owner)] -= SurplusOf(graph_components_[node]);
  }
  // Connections, as if all were cut; those that close a loop within one part say nothing.
  std::map<std::pair<const Component*, bool>, uint32_t> numbers;
  base::DisjointSets joined;
  const auto number = [&](const Component* component, bool is_outside) {
    const auto [at, is_new] = numbers.try_emplace({component, is_outside}, 0);
    if (is_new) at->second = joined.Add();
    return at->second;
  };
  for (const GraphConnection& made : graph_connections_) {
    if (!joined.Join(number(made.a, made.a_outside), number(made.b, made.b_outside))) continue;
    int64_t residue = 0;
    CountResidue(made.a, residue);
    excess[PathOf(ScopeOf(made.a, made.a_outside))] += residue;
  }
}

auto Flattener::ExcessOfParts() -> std::map<PathId, int64_t> {
  std::map<PathId, int64_t> excess;
  CountVariables(excess);
  CountStatements(excess);
  CountSets(excess);
  CountTrees(excess);
  if (is_component_) excess[base::PathStore::kRoot] += options_.component->n_inputs;
  for (const PathId path : unjudged_) excess.erase(path);
  return excess;
}

}  // namespace kerf::modelica
