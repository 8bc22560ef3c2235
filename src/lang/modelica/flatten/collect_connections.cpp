// Connections and the calls that describe overconstrained graphs, from all equation sections.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ConnectSizes, Error, "the connected arrays have different sizes: {} and {}", std::string,
          std::string);
KERF_DIAG(ConnectMismatch, Error, "`{}` and `{}` cannot be connected: `{}` has no counterpart", std::string,
          std::string, std::string);
KERF_DIAG(ConnectInIf, Error, "a connection may depend on conditions only that are known before the run");
KERF_DIAG(ConnectInWhen, Error, "connections cannot stand in a when-clause");
KERF_DIAG(ConnectTooDeep, Error,
          "`{}` lies too deep: a class connects its own connectors and those of its parts", std::string);
KERF_DIAG(ConnectKinds, Error, "`{}` and `{}` cannot be connected: one is {}, the other {}", std::string,
          std::string, std::string, std::string);
KERF_DIAG(ConnectValues, Error, "`{}` and `{}` cannot be connected: they must have the same value",
          std::string, std::string);
KERF_DIAG(ConnectNoConnector, Error, "`{}` is not a connector", std::string);
KERF_DIAG(ConnectPrefixes, Error, "`{}` and `{}` cannot be connected: only one of them is a {}", std::string,
          std::string, std::string);
KERF_DIAG(BranchesInLoop, Error, "this branch closes a loop of branches: the loop cannot be broken");

auto SizesText(const std::vector<int32_t>& dims) -> std::string {
  std::string text = "[";
  for (size_t k = 0; k < dims.size(); ++k) text += (k == 0 ? "" : ", ") + std::to_string(dims[k]);
  return dims.empty() ? "no dimensions" : text + "]";
}

auto IsGraphCall(NodeRef clause) -> bool {
  const std::string_view name = clause.child().child().text();
  return name.starts_with("Connections.") || name.starts_with(".Connections.");
}

auto HasConnection(NodeRef node) -> bool {
  std::vector<NodeRef> stack = {node};
  while (!stack.empty()) {
    const NodeRef at = stack.back();
    stack.pop_back();
    if (at.Is(NodeKind::Connect)) return true;
    if (at.Is(NodeKind::CallClause) && IsGraphCall(at)) return true;
    const NodeKind kind = at.kind();
    if (kind != NodeKind::EquationSection && kind != NodeKind::IfClause && kind != NodeKind::ForClause &&
        kind != NodeKind::Branch && kind != NodeKind::Block && kind != NodeKind::WhenClause)
      continue;
    for (const NodeRef child : at.children()) stack.push_back(child);
  }
  return false;
}

}  // namespace

void Flattener::CollectConnections(Inst* inst) {
  instances_.ForEachPart(inst, [&](Inst* part) {
    for (const NodeRef section : part->shape->sections) {
      if (!section.Is(NodeKind::EquationSection) || !HasConnection(section)) continue;
      Scope scope{part, {}};
      for (const NodeRef equation : section.children()) CollectFrom(equation, scope);
    }
  });
}

void Flattener::CollectFrom(NodeRef node, Scope& scope) {
  switch (node.kind()) {
    case NodeKind::Connect:
      if (!IsRemoved(node, scope.inst)) CollectConnect(node, scope);
      return;
    case NodeKind::CallClause:
      if (IsGraphCall(node)) CollectGraphCall(node, scope);
      return;
    case NodeKind::Block:
      for (const NodeRef child : node.children()) CollectFrom(child, scope);
      return;
    case NodeKind::IfClause: {
      if (!HasConnection(node)) return;
      NodeRef taken;
      if (!IsStructuralIf(node, scope, taken, false)) {
        emitter_.Emit(program_.SpanOf(node), ConnectInIf);
        return;
      }
      if (taken.has_value()) CollectFrom(taken, scope);
      return;
    }
    case NodeKind::WhenClause:
      if (HasConnection(node)) emitter_.Emit(program_.SpanOf(node), ConnectInWhen);
      return;
    case NodeKind::ForClause: {
      if (!HasConnection(node)) return;
      std::vector<NodeRef> indices;
      NodeRef body;
      for (const NodeRef part : node.children()) {
        if (part.Is(NodeKind::ForIndex)) indices.push_back(part);
        if (part.Is(NodeKind::Block)) body = part;
      }
      const std::function<void(size_t)> unroll = [&](size_t k) {
        if (k == indices.size()) {
          CollectFrom(body, scope);
          return;
        }
        const ExprId range = elaborator_.IteratorRange(indices[k], scope, body);
        const auto known = elaborator_.Evaluate(range, program_.SpanOf(indices[k]));
        if (!known) return;
        for (const flat::Value& value : known->elements()) {
          scope.iterators.push_back({program_.NameOf(indices[k]), flat::ToExpr(value, world_)});
          unroll(k + 1);
          scope.iterators.pop_back();
        }
      };
      unroll(0);
      return;
    }
    default: return;
  }
}

auto Flattener::IsOutside(Component* first, Inst* scope) -> bool {
  // A connector declared in the class of the connection itself.
  if (first->Has(kOuter)) return instances_.ResolveType(first) && instances_.IsConnector(first->type);
  if (Whole(first->parent) != Whole(scope)) return false;
  return instances_.ResolveType(first) && instances_.IsConnector(first->type);
}

void Flattener::CollectConnect(NodeRef node, Scope& scope) {
  if (!TryConnect(node, scope)) pending_.push_back({node, scope});
}

// A connection that a derived class takes out by `break connect(…)`.
auto Flattener::IsRemoved(NodeRef node, const Inst* inst) -> bool {
  for (const Inst* at = inst; at->derived != nullptr; at = at->derived) {
    for (const NodeRef removed : at->removed_connections) {
      const bool same = removed.child().text() == node.child().text() &&
                        removed.child().next().text() == node.child().next().text();
      const bool swapped = removed.child().text() == node.child().next().text() &&
                           removed.child().next().text() == node.child().text();
      if (same || swapped) return true;
    }
  }
  return false;
}

// False if a side names a component that an expandable connector does not have yet.
auto Flattener::TryConnect(NodeRef node, Scope& scope) -> bool {
  const NodeRef a = node.child();
  const NodeRef b = a.next();
  Elaborator::Targets left;
  Elaborator::Targets right;
  if (!elaborator_.Resolve(a, scope, left) || !elaborator_.Resolve(b, scope, right)) return true;
  if (left.is_absent || right.is_absent) return true;
  if (left.expandable != nullptr && right.expandable != nullptr) return false;
  if (left.expandable != nullptr || right.expandable != nullptr) {
    const bool is_left = left.expandable != nullptr;
    // An empty array makes no connection.
    if ((is_left ? right : left).list.empty() && (is_left ? right : left).growing == nullptr) return true;
    if (!(is_left ? Expand(left, right, scope) : Expand(right, left, scope))) return false;
    return TryConnect(node, scope);
  }
  if (left.growing != nullptr || right.growing != nullptr) {
    if (!Fit(left, right)) return false;
    return TryConnect(node, scope);
  }
  if (left.list.size() != right.list.size() || left.dims.size() != right.dims.size()) {
    emitter_.Emit(program_.SpanOf(node), ConnectSizes, SizesText(left.dims), SizesText(right.dims));
    return true;
  }
  CheckDepth(left, a, scope);
  CheckDepth(right, b, scope);
  const bool left_outside = IsOutside(left.first, scope.inst);
  const bool right_outside = IsOutside(right.first, scope.inst);
  const flat::OriginId origin = elaborator_.OriginOf(node, flat::MadeBy::Connection);
  // Up to the closing parenthesis: drawings in annotations are no part of it.
  world_.origins[origin].span.end = node.tree().tokens[b.node().end].end;
  for (size_t k = 0; k < left.list.size(); ++k) {
    pairs_.push_back({{left.list[k].component, left.list[k].subscripts, left_outside},
                      {right.list[k].component, right.list[k].subscripts, right_outside},
                      node,
                      origin});
    NotePair(pairs_.back());
  }
  return true;
}

// Of the components on the way to a connector only the first may be no connector.
void Flattener::CheckDepth(const Elaborator::Targets& targets, NodeRef ref, const Scope& scope) {
  if (targets.list.empty()) return;
  Component* at = targets.list[0].component;
  uint32_t n_parts = 0;
  while (at != nullptr && at->parent != nullptr) {
    if (at->type == nullptr || !instances_.IsConnector(at->type)) {
      if (!IsInExpandable(at)) ++n_parts;
    }
    if (Whole(at->parent) == Whole(scope.inst)) break;
    at = Whole(at->parent)->component;
  }
  const bool is_reached = at != nullptr && at->parent != nullptr;
  if (is_reached && n_parts > 1) emitter_.Emit(program_.SpanOf(ref), ConnectTooDeep, std::string(ref.text()));
}

// Two variables of predefined type that connections make equal or sum up.
auto Flattener::CheckVariables(Component* a, Component* b, NodeRef node) -> bool {
  const diag::Span span = program_.SpanOf(node);
  const auto mismatch = [&](std::string_view left, std::string_view right) {
    emitter_.Emit(span, ConnectKinds, instances_.NameOf(a), instances_.NameOf(b), std::string(left),
                  std::string(right));
    return false;
  };
  const auto left = elaborator_.TypeOf(a);
  const auto right = elaborator_.TypeOf(b);
  if (!left || !right) return false;
  if (left->kind != right->kind || left->detail != right->detail) {
    Type x = *left;
    Type y = *right;
    x.shape = expr::kScalar;
    y.shape = expr::kScalar;
    return mismatch(elaborator_.typing().TypeText(x), elaborator_.typing().TypeText(y));
  }
  const auto variability = [](const Component* c) {
    return c->Has(kConstant) ? "a constant" : c->Has(kParameter) ? "a parameter" : "a variable";
  };
  if (std::string_view(variability(a)) != variability(b)) return mismatch(variability(a), variability(b));
  if (a->Has(kConstant | kParameter)) {
    const flat::Value* x = elaborator_.ValueOf(a);
    const flat::Value* y = elaborator_.ValueOf(b);
    if (x != nullptr && y != nullptr && !(*x == *y)) {
      emitter_.Emit(span, ConnectValues, instances_.NameOf(a), instances_.NameOf(b));
      return false;
    }
    return true;
  }
  const bool in_bus = IsInExpandable(a) || IsInExpandable(b);
  if (!in_bus && a->Has(kInput | kOutput) != b->Has(kInput | kOutput))
    return mismatch(a->Has(kInput | kOutput) ? "causal" : "not causal",
                    b->Has(kInput | kOutput) ? "causal" : "not");
  return true;
}

void Flattener::ConnectPair(const Pair& pair) {
  const auto& [a, b, node, origin] = pair;
  for (const End* end : {&a, &b}) {
    const bool in_bus = end->component->parent != nullptr && IsInExpandable(end->component);
    if (!in_bus && !instances_.IsConnector(end->component->type)) {
      emitter_.Emit(program_.SpanOf(end == &a ? node.child() : node.child().next()), ConnectNoConnector,
                    instances_.NameOf(end->component));
      return;
    }
  }
  ++cardinality_[a.component];
  ++cardinality_[b.component];
  if (a.component->builtin != nullptr && b.component->builtin != nullptr) {
    if (!CheckVariables(a.component, b.component, node)) return;
    const MemberId left = sets_.IdOf({a.component, a.subscripts, a.is_outside});
    sets_.Connect(left, sets_.IdOf({b.component, b.subscripts, b.is_outside}), origin);
    return;
  }
  ConnectComponents(a.component, b.component, a.is_outside, b.is_outside, node, origin);
}

auto Flattener::IsOverconstrained(Component* component) -> bool {
  ClassElem* type = component->type;
  if (type == nullptr) return false;
  if (const BuiltinType* builtin = component->builtin) {
    // type Orientation = Real[3, 3] with an equalityConstraint inside is no short class.
    static_cast<void>(builtin);
  }
  const NameId name = world_.names.Intern("equalityConstraint");
  return instances_.FindInInst(instances_.Self(type), name).cls != nullptr;
}

// The parts of two connectors, name by name.
void Flattener::ConnectComponents(Component* a, Component* b, bool a_outside, bool b_outside, NodeRef node,
                                  flat::OriginId origin) {
  a = instances_.Resolved(a);
  b = instances_.Resolved(b);
  if (!elaborator_.EnsureDims(a) || !elaborator_.EnsureDims(b)) return;
  const bool a_plain = a->builtin != nullptr;
  const bool b_plain = b->builtin != nullptr;
  if (a_plain != b_plain || a->dims != b->dims) {
    emitter_.Emit(program_.SpanOf(node), ConnectMismatch, instances_.NameOf(a), instances_.NameOf(b),
                  instances_.NameOf(a));
    return;
  }
  if (IsOverconstrained(a)) {
    GraphConnection made{a, b, a_outside, b_outside, origin, node};
    graph_.connections.push_back({GraphNode(a), GraphNode(b)});
    graph_connections_.push_back(made);
    return;
  }
  if (a_plain) {
    for (const uint32_t flag : {uint32_t{kFlow}, uint32_t{kStream}}) {
      if (a->Has(flag) == b->Has(flag)) continue;
      emitter_.Emit(program_.SpanOf(node), ConnectPrefixes, instances_.NameOf(a), instances_.NameOf(b),
                    flag == kFlow ? "flow" : "stream");
      return;
    }
    if (!CheckVariables(a, b, node)) return;
    const MemberId left = sets_.IdOf({a, {}, a_outside});
    sets_.Connect(left, sets_.IdOf({b, {}, b_outside}), origin);
    return;
  }
  if (!a->dims.empty()) {
    const std::vector<Component*> left = elaborator_.Elements(a);
    const std::vector<Component*> right = elaborator_.Elements(b);
    for (size_t k = 0; k < left.size(); ++k)
      ConnectComponents(left[k], right[k], a_outside, b_outside, node, origin);
    return;
  }
  Inst* left = instances_.InstOf(a);
  Inst* right = instances_.InstOf(b);
  if (left == nullptr || right == nullptr) return;
  if (instances_.IsExpandable(a->type) || instances_.IsExpandable(b->type)) {
    ConnectExpandable(left, right, a_outside, b_outside, node, origin);
    return;
  }
  std::vector<NameId> names;
  bool is_told = false;
  instances_.ForEachComponent(left, [&](Component* part) {
    names.push_back(part->name);
    if (is_told || !elaborator_.IsPresent(part)) return;
    Component* other = instances_.FindInInst(right, part->name).component;
    if (other == nullptr || !elaborator_.IsPresent(other)) {
      emitter_.Emit(program_.SpanOf(node), ConnectMismatch, instances_.NameOf(a), instances_.NameOf(b),
                    std::string(world_.names[part->name]));
      is_told = true;
      return;
    }
    if (!instances_.ResolveType(part) || !instances_.ResolveType(other)) return;
    ConnectComponents(part, other, a_outside, b_outside, node, origin);
  });
  instances_.ForEachComponent(right, [&](Component* part) {
    if (is_told || std::ranges::count(names, part->name) > 0 || !elaborator_.IsPresent(part)) return;
    is_told = true;
    emitter_.Emit(program_.SpanOf(node), ConnectMismatch, instances_.NameOf(b), instances_.NameOf(a),
                  std::string(world_.names[part->name]));
  });
}

auto Flattener::GraphNode(Component* component) -> uint32_t {
  const auto [at, is_new] = graph_nodes_.try_emplace(component, graph_.n_nodes);
  if (is_new) {
    ++graph_.n_nodes;
    graph_components_.push_back(component);
  }
  return at->second;
}

void Flattener::CollectGraphCall(NodeRef node, Scope& scope) {
  const NodeRef call = node.child();
  std::string_view name = call.child().text();
  if (name.starts_with('.')) name.remove_prefix(1);
  std::vector<Component*> nodes;
  int64_t priority = 0;
  for (const NodeRef argument : call.Find(NodeKind::Arguments).children()) {
    const NodeRef value = argument.Is(NodeKind::NamedArgument) ? argument.child() : argument;
    if (argument.Is(NodeKind::NamedArgument) || !value.Is(NodeKind::Ref)) {
      const ExprId id = elaborator_.Expression(value, scope);
      if (const auto known = elaborator_.TryEvaluateInteger(id)) priority = *known;
      continue;
    }
    Elaborator::Targets targets;
    if (!elaborator_.Resolve(value, scope, targets)) return;
    if (targets.is_absent) return;
    if (!targets.list.empty() && targets.list[0].component->builtin != nullptr &&
        targets.list[0].component->builtin->kind == BuiltinKind::Integer && nodes.size() == 1) {
      if (const flat::Value* known = elaborator_.ValueOf(targets.list[0].component))
        priority = known->integer;
      continue;
    }
    for (const auto& target : targets.list) {
      nodes.push_back(target.component);
      break;
    }
  }
  if (nodes.empty()) return;
  Component* const owner = Whole(scope.inst)->component;
  if (name == "Connections.branch" && nodes.size() == 2) {
    graph_.branches.push_back({GraphNode(nodes[0]), GraphNode(nodes[1])});
    branch_nodes_.push_back(node);
    branch_owners_.push_back(owner);
  } else if (name == "Connections.root" || name == "Connections.uniqueRoot") {
    graph_.roots.push_back(GraphNode(nodes[0]));
    root_owners_.emplace_back(GraphNode(nodes[0]), owner);
  } else if (name == "Connections.potentialRoot") {
    graph_.potential_roots.push_back({GraphNode(nodes[0]), priority});
    root_owners_.emplace_back(GraphNode(nodes[0]), owner);
  }
}

void Flattener::FinishGraph() {
  trees_ = BuildSpanningTrees(graph_);
  for (const uint32_t k : trees_.looped_branches)
    emitter_.Emit(program_.SpanOf(branch_nodes_[k]), BranchesInLoop);
  knows_connections_ = true;
  for (size_t k = 0; k < graph_connections_.size(); ++k) {
    if (trees_.is_broken[k]) continue;
    const GraphConnection& made = graph_connections_[k];
    // A connection that is kept is one like any other.
    if (made.a->builtin != nullptr) {
      sets_.Connect(sets_.IdOf({made.a, {}, made.a_outside}), sets_.IdOf({made.b, {}, made.b_outside}),
                    made.origin);
      continue;
    }
    Inst* left = instances_.InstOf(made.a);
    Inst* right = instances_.InstOf(made.b);
    if (left == nullptr || right == nullptr) continue;
    instances_.ForEachComponent(left, [&](Component* part) {
      Component* other = instances_.FindInInst(right, part->name).component;
      if (other == nullptr || !instances_.ResolveType(part) || !instances_.ResolveType(other)) return;
      ConnectComponents(part, other, made.a_outside, made.b_outside, made.node, made.origin);
    });
  }
}

auto Flattener::Cardinality(Component* connector) -> std::optional<int64_t> {
  if (!knows_connections_) return std::nullopt;
  const auto at = cardinality_.find(connector);
  const int64_t n_inside = at == cardinality_.end() ? 0 : at->second;
  return n_inside + (IsOpenConnector(connector) ? 1 : 0);
}

auto Flattener::IsRoot(Component* connector) -> std::optional<bool> {
  if (!knows_connections_) return std::nullopt;
  const auto at = graph_nodes_.find(connector);
  if (at == graph_nodes_.end() || at->second >= trees_.is_root.size() || !trees_.is_root[at->second])
    return false;
  // The root of a tree that goes on outside lies there.
  const bool is_default = std::ranges::count(trees_.default_roots, at->second) > 0;
  return !is_default || !IsOpenTree(at->second);
}

// rooted(a) of the one branch (a, b): a is nearer to the root.
auto Flattener::Rooted(Component* connector) -> std::optional<bool> {
  if (!knows_connections_) return std::nullopt;
  const auto at = graph_nodes_.find(connector);
  if (at == graph_nodes_.end()) return true;
  for (size_t k = 0; k < graph_.branches.size(); ++k) {
    if (graph_.branches[k].a == at->second) return trees_.first_is_nearer[k];
    if (graph_.branches[k].b == at->second) return !trees_.first_is_nearer[k];
  }
  return trees_.is_root[at->second];
}

}  // namespace kerf::modelica
