// The equations of the connection sets: potentials are equal, flows sum to zero.
#include "base/next_index.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(TwoSources, Error, "the connected signals `{}` and `{}` are both sources", std::string,
          std::string);

}  // namespace

auto Flattener::ValueOf(const Member& member) -> ExprId {
  const ExprId whole = elaborator_.Reference(member.component, program_.SpanOf(member.component->node));
  if (member.subscripts.empty() || whole == Pool::kError) return whole;
  std::vector<ExprId> subscripts;
  for (const int32_t k : member.subscripts) subscripts.push_back(world_.pool.Integer(k));
  return elaborator_.typing().Subscript(whole, subscripts, {});
}

auto Flattener::Zero(const Type& type) -> ExprId {
  const ExprId zero = world_.pool.Real(0);
  if (type.shape == expr::kScalar) return zero;
  std::vector<ExprId> operands = {zero};
  for (const int32_t dim : world_.pool.shapes().dims(type.shape))
    operands.push_back(world_.pool.Integer(dim));
  return world_.pool.Typed(Op::Fill, {Kind::Real, type.shape, 0}, operands);
}

void Flattener::AddConnectionEquations() {
  owner_ = base::PathStore::kRoot;
  const std::vector<ConnectionSets::Set> sets = sets_.Sets();
  for (const ConnectionSets::Set& set : sets) {
    if (set.members.size() > 1) AddSet(set);
  }
  CheckBusSources(sets);
  AddUnconnectedFlows();
  AddBrokenConnections();
  AddOutside();
}

void Flattener::AddSet(const ConnectionSets::Set& set) {
  flat::ConnectionSet kept;
  for (const MemberId id : set.members) kept.members.push_back(sets_[id].component->path);
  kept.connections = set.origins;
  model_.connection_sets.push_back(std::move(kept));
  const flat::OriginId origin = set.origins.empty() ? flat::OriginId{} : set.origins[0];
  const Component* first = sets_[set.members[0]].component;
  if (first->Has(kFlow)) return AddFlowSet(set, origin);
  if (first->Has(kStream)) return CollectStreams(set);
  if (first->Has(kParameter | kConstant)) return;
  CheckSources(set, origin);
  const ExprId lhs = ValueOf(sets_[set.members[0]]);
  for (size_t k = 1; k < set.members.size(); ++k) {
    ExprId rhs = ValueOf(sets_[set.members[k]]);
    ExprId left = lhs;
    if (left == Pool::kError || rhs == Pool::kError || left == rhs) continue;
    elaborator_.typing().TryUnify(left, rhs);
    Emit(left, rhs, origin, false);
  }
}

// A signal has one source: an output of a part, or an input of the class itself.
void Flattener::CheckSources(const ConnectionSets::Set& set, flat::OriginId origin) {
  const Member* source = nullptr;
  for (const MemberId id : set.members) {
    const Member& member = sets_[id];
    if (!member.component->Has(member.is_outside ? kInput : kOutput)) continue;
    // A protected connector is a place to branch off from, not a port.
    if (member.is_outside && member.component->is_protected) continue;
    if (source == nullptr) {
      source = &member;
      continue;
    }
    emitter_.Emit(origin.has_value() ? world_.origins[origin].span : diag::Span{}, TwoSources,
                  instances_.NameOf(source->component), instances_.NameOf(member.component));
    return;
  }
}

void Flattener::AddFlowSet(const ConnectionSets::Set& set, flat::OriginId origin) {
  ExprId sum;
  for (const MemberId id : set.members) {
    const ExprId value = ValueOf(sets_[id]);
    if (value == Pool::kError) return;
    const bool is_outside = sets_[id].is_outside;
    if (!sum.has_value()) {
      sum = is_outside ? world_.pool.Neg(value) : value;
    } else {
      sum = is_outside ? world_.pool.Sub(sum, value) : world_.pool.Add(sum, value);
    }
  }
  if (sum == Pool::kError) return;
  Emit(sum, Zero(world_.pool.type(sum)), origin, false);
}

auto Flattener::IsInConnector(const Component* variable) -> bool {
  if (variable->builtin != nullptr && variable->builtin->is_connector) return true;
  const Component* owner = variable->parent != nullptr ? Whole(variable->parent)->component : nullptr;
  while (owner != nullptr && owner->type != nullptr) {
    if (instances_.IsConnector(owner->type)) return true;
    owner = owner->parent != nullptr ? Whole(owner->parent)->component : nullptr;
  }
  return false;
}

// A connector that an expandable connector has because of another one, while its own part does not use it.
auto Flattener::IsIdleInBus(Component* variable) -> bool {
  if (sets_.IsMember({variable, {}, true})) return false;
  for (const Component* at = variable; at != nullptr && at->parent != nullptr;
       at = Whole(at->parent)->component) {
    if (IsInExpandable(at)) return true;
  }
  return false;
}

// A flow into a connector that nothing is connected to from outside is zero.
void Flattener::AddUnconnectedFlows() {
  for (Component* variable : variables_) {
    if (!variable->Has(kFlow) || !IsInConnector(variable)) continue;
    const auto type = elaborator_.TypeOf(variable);
    if (!type || (is_component_ && IsOpen(variable))) continue;
    const flat::OriginId origin = elaborator_.OriginOf(variable->node, flat::MadeBy::Default);
    const bool is_connector = variable->builtin->is_connector && !variable->dims.empty();
    if (!is_connector) {
      if (sets_.IsMember({variable, {}, false}) && !IsIdleInBus(variable)) continue;
      const ExprId value = elaborator_.Reference(variable, {});
      if (value == Pool::kError || world_.pool.shapes().count(type->shape) == 0) continue;
      Emit(value, Zero(*type), origin, false);
      zero_flows_.emplace_back(variable, ScalarsOf(*type));
      continue;
    }
    // Elements of an array of connectors, one by one.
    std::vector<int32_t> index(variable->dims.size(), 1);
    const uint32_t count = world_.pool.shapes().count(type->shape);
    for (uint32_t k = 0; k < count; ++k) {
      const Member member{variable, index, false};
      if (!sets_.IsMember(member)) {
        Emit(ValueOf(member), world_.pool.Real(0), origin, false);
        zero_flows_.emplace_back(variable, 1);
      }
      base::NextIndex(index, variable->dims);
    }
  }
}

// 0 = equalityConstraint(a, b) takes the place of a connection that would close a loop.
void Flattener::AddBrokenConnections() {
  for (size_t k = 0; k < graph_connections_.size(); ++k) {
    if (!trees_.is_broken[k]) continue;
    const GraphConnection& made = graph_connections_[k];
    const diag::Span span = program_.SpanOf(made.node);
    const NameId name = world_.names.Intern("equalityConstraint");
    ClassElem* function = instances_.FindInInst(instances_.Self(made.a->type), name).cls;
    const ExprId residue = elaborator_.CallByClass(
        function, {elaborator_.Reference(made.a, span), elaborator_.Reference(made.b, span)}, span);
    if (residue == Pool::kError) continue;
    Emit(Zero(world_.pool.type(residue)), residue, made.origin, false);
  }
}

}  // namespace kerf::modelica
