// A class looked at as a part of other models: what its open connectors get from outside (section 4.8).
//
// Of n flows in open connectors, n equations come from the connections around. Which ones is not known, so
// each of them relates all potentials and flows of the open connectors, with irregular factors: that says
// what such equations can determine, and nothing more. What streams in from outside is known.
#include <algorithm>
#include <cmath>

#include "base/next_index.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

// Irregular numbers between 0.5 and 1.5.
auto Factor(size_t row, size_t column) -> double {
  const double x = static_cast<double>((row + 1) * (column + 3)) * 0.6180339887498949 +
                   static_cast<double>(column * column) * 0.4142135623730951;
  return 0.5 + (x - std::floor(x));
}

}  // namespace

// A variable in a public connector of the model itself. What a bus holds follows from its connections.
auto Flattener::IsOpen(Component* variable) -> bool {
  const Place place = PlaceOf(variable);
  return place.is_port && place.part == root_->component && !IsInBus(variable);
}

// A public variable of the model itself, or one in a record that is.
auto Flattener::IsSignal(Component* variable) -> bool {
  Component* at = variable;
  while (at->parent != nullptr && !at->is_protected) {
    Inst* around = Whole(at->parent);
    if (around == root_) return true;
    if (around->component == nullptr || around->component->type == nullptr ||
        !instances_.IsRecord(around->component->type) || instances_.IsConnector(around->component->type))
      return false;
    at = around->component;
  }
  return false;
}

// A public connector of the model itself, or a connector in one, that others connect to.
auto Flattener::IsOpenConnector(Component* connector) -> bool {
  if (options_.component == nullptr || options_.component->has_experiment) return false;
  for (Component* at = connector; at != nullptr && at->parent != nullptr; at = Whole(at->parent)->component) {
    if (IsHidden(at) || at->type == nullptr || !instances_.IsConnector(at->type)) return false;
    if (Whole(at->parent) == root_) return true;
  }
  return false;
}

void Flattener::FindOutside() {
  if (options_.component == nullptr) return;
  const NodeRef annotation = root_->shape->annotation;
  ComponentReport& report = *options_.component;
  report.has_experiment =
      annotation.has_value() && Instances::FindAnnotation(annotation, {"experiment"}).has_value();
  instances_.ForEachComponent(root_, [&](Component* part) {
    const bool is_connector =
        !IsHidden(part) && instances_.ResolveType(part) && instances_.IsConnector(part->type);
    report.has_ports = report.has_ports || is_connector;
  });
  for (Component* variable : variables_) {
    const bool is_signal = IsSignal(variable) && variable->Has(kInput | kOutput);
    report.has_ports = report.has_ports || is_signal;
    is_component_ = is_component_ || (is_signal && report.relates_inputs && !report.has_experiment);
    if (report.has_experiment || !variable->Has(kFlow) || !IsOpen(variable)) continue;
    is_component_ = true;
    const Component* top = variable;
    while (Whole(top->parent)->component != root_->component) top = Whole(top->parent)->component;
    const std::string name = instances_.NameOf(top->array != nullptr ? top->array : top);
    if (std::ranges::count(report.open_connectors, name) == 0) report.open_connectors.push_back(name);
  }
}

// The root of the tree of a node if nothing asks for a root there; kNoNode if something does.
auto Flattener::DefaultRootOf(uint32_t node) -> uint32_t {
  base::DisjointSets trees(graph_.n_nodes);
  for (const auto& edge : graph_.branches) trees.Join(edge.a, edge.b);
  for (size_t k = 0; k < graph_.connections.size(); ++k) {
    if (!trees_.is_broken[k]) trees.Join(graph_.connections[k].a, graph_.connections[k].b);
  }
  for (const uint32_t root : trees_.default_roots) {
    if (trees.Find(root) == trees.Find(node)) return root;
  }
  return kNoNode;
}

// Whether a tree without a root of its own goes on outside of the model.
auto Flattener::IsOpenTree(uint32_t root) -> bool {
  if (!is_component_) return false;
  for (uint32_t k = 0; k < graph_.n_nodes; ++k) {
    if (IsOpen(graph_components_[k]) && DefaultRootOf(k) == root) return true;
  }
  return false;
}

// The scalars of a variable.
void Flattener::TermsOf(Component* variable, std::vector<ExprId>& terms) {
  const auto type = elaborator_.TypeOf(variable);
  const ExprId whole = type && type->kind == Kind::Real ? elaborator_.Reference(variable, {}) : Pool::kError;
  if (whole == Pool::kError) return;
  const auto& shape = world_.pool.shapes().dims(type->shape);
  if (type->shape == expr::kScalar) {
    terms.push_back(whole);
    return;
  }
  const std::vector<int32_t> dims(shape.begin(), shape.end());
  std::vector<int32_t> index(dims.size(), 1);
  const uint32_t count = world_.pool.shapes().count(type->shape);
  for (uint32_t k = 0; k < count; ++k) {
    std::vector<ExprId> subscripts;
    for (const int32_t i : index) subscripts.push_back(world_.pool.Integer(i));
    terms.push_back(elaborator_.typing().Subscript(whole, subscripts, {}));
    base::NextIndex(index, dims);
  }
}

// n equations that relate the terms to each other and to something known.
void Flattener::RelateOutside(const std::vector<ExprId>& terms, int64_t n) {
  const flat::OriginId origin = world_.origins.Add({{}, flat::MadeBy::Input, {}});
  const ExprId known = KnownOutside({Kind::Real, expr::kScalar, 0});
  for (int64_t row = 0; row < n && !terms.empty(); ++row) {
    ExprId sum;
    for (size_t k = 0; k < terms.size(); ++k) {
      const ExprId term = world_.pool.Mul(world_.pool.Real(Factor(static_cast<size_t>(row), k)), terms[k]);
      sum = sum.has_value() ? world_.pool.Add(sum, term) : term;
    }
    Emit(sum, known, origin, false);
    ++options_.component->n_outside;
  }
}

// What an overconstrained variable has beyond its equalityConstraint comes along the tree that it is part of:
// once for each tree that goes on outside.
void Flattener::AddSurplusOutside() {
  std::vector<Component*> given;
  std::unordered_set<uint32_t> done;
  for (Component* variable : variables_) {
    Component* around = IsOpen(variable) ? OverconstrainedAround(variable) : nullptr;
    if (around == nullptr || std::ranges::count(given, around) > 0) continue;
    const auto at = graph_nodes_.find(around);
    if (at != graph_nodes_.end()) {
      const uint32_t root = DefaultRootOf(at->second);
      if (root == kNoNode || !done.insert(root).second) continue;
    }
    given.push_back(around);
  }
  for (Component* around : given) {
    std::vector<ExprId> terms;
    for (Component* variable : variables_) {
      if (OverconstrainedAround(variable) == around) TermsOf(variable, terms);
    }
    RelateOutside(terms, SurplusOf(around));
  }
}

void Flattener::AddOutside() {
  if (!is_component_) return;
  std::vector<ExprId> terms;
  int64_t n_flows = 0;
  for (Component* variable : variables_) {
    if (!IsOpen(variable) || variable->Has(kInput | kOutput | kStream | kParameter | kConstant)) continue;
    const size_t n_before = terms.size();
    TermsOf(variable, terms);
    if (variable->Has(kFlow)) n_flows += static_cast<int64_t>(terms.size() - n_before);
  }
  RelateOutside(terms, n_flows);
  AddSurplusOutside();
}

// An input of a component gets a value that can be differentiated, as one that is connected would.
auto Flattener::GiveInput(Component* input, const Type& type) -> bool {
  const ExprId value =
      is_component_ && type.kind == Kind::Real ? elaborator_.Reference(input, {}) : Pool::kError;
  if (value == Pool::kError) return false;
  if (options_.component->relates_inputs) {
    TermsOf(input, related_inputs_);
    return true;
  }
  Emit(value, KnownOutside(type), world_.origins.Add({{}, flat::MadeBy::Input, {}}), false);
  options_.component->n_outside += ScalarsOf(type);
  options_.component->n_inputs += ScalarsOf(type);
  return true;
}

// As many equations as there are inputs, each of which relates all inputs and outputs.
void Flattener::RelateInputs() {
  std::vector<ExprId> terms = related_inputs_;
  for (Component* variable : variables_) {
    if ((IsSignal(variable) || IsOpen(variable)) && variable->Has(kOutput)) TermsOf(variable, terms);
  }
  const auto n = static_cast<int64_t>(related_inputs_.size());
  RelateOutside(terms, n);
  options_.component->n_inputs += n;
}

// A signal of a bus of the model that is only read here: others put it there. False if it is not of that
// kind.
auto Flattener::TakeFromOutside(Component* signal) -> bool {
  if (options_.component == nullptr || options_.component->has_experiment) return false;
  const Component* top = signal;
  while (top->parent != nullptr && Whole(top->parent) != root_) top = Whole(top->parent)->component;
  if (top->parent == nullptr || top->is_protected || !instances_.IsExpandable(top->type)) return false;
  const auto type = elaborator_.TypeOf(signal);
  const ExprId value = type ? elaborator_.Reference(signal, {}) : Pool::kError;
  const ExprId known = type ? KnownOutside(*type) : ExprId{};
  if (value == Pool::kError || !known.has_value()) return false;
  is_component_ = true;
  auto& names = options_.component->open_connectors;
  const std::string name = instances_.NameOf(top);
  if (std::ranges::count(names, name) == 0) names.push_back(name);
  Emit(value, known, world_.origins.Add({{}, flat::MadeBy::Input, {}}), false);
  options_.component->n_outside += ScalarsOf(*type);
  return true;
}

// Something that is known and varies; what it is does not matter.
auto Flattener::KnownOutside(const Type& type) -> ExprId {
  const ExprId varying = world_.pool.Mul(world_.pool.Real(0.7318281828), world_.pool.Time());
  ExprId value;
  if (type.kind == Kind::Real) value = varying;
  if (type.kind == Kind::Integer) value = world_.pool.Integer(1);
  if (type.kind == Kind::Boolean) value = world_.pool.Binary(Op::Greater, varying, world_.pool.Real(1));
  if (!value.has_value()) return value;
  if (type.shape == expr::kScalar) return value;
  std::vector<ExprId> operands = {value};
  for (const int32_t dim : world_.pool.shapes().dims(type.shape))
    operands.push_back(world_.pool.Integer(dim));
  return world_.pool.Typed(Op::Fill, type, operands);
}

}  // namespace kerf::modelica
