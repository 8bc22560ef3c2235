// Expandable connectors (section 9.1.3): they have the components that connections name, also through other
// expandable connectors they are connected with. Declared components that nothing names are left out.
#include <algorithm>

#include "base/next_index.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ExpandableUnresolved, Error, "neither side of the connection says what `{}` is", std::string);

}  // namespace

auto Flattener::IsInExpandable(const Component* component) -> bool {
  const Component* owner = component->parent != nullptr ? Whole(component->parent)->component : nullptr;
  return owner != nullptr && owner->type != nullptr && instances_.IsExpandable(owner->type);
}

// The bus gets a component like the one at the other side.
auto Flattener::Expand(const Elaborator::Targets& bus, const Elaborator::Targets& other, Scope& scope)
    -> bool {
  if (other.list.empty()) return false;
  std::vector<int32_t> dims = other.dims;
  const NodeRef subscripts = bus.missing.Find(NodeKind::Subscripts);
  if (subscripts.has_value()) {
    const auto sizes = elaborator_.SizesFor(bus.missing.token_text(), subscripts, other.dims, scope);
    if (!sizes) return false;
    dims = *sizes;
  }
  Component* extra =
      instances_.AddExtra(bus.expandable, program_.NameOf(bus.missing), other.list[0].component, dims);
  extra->is_used = true;
  // Other connections may name elements further on.
  extra->is_growing = subscripts.has_value();
  return true;
}

// An array without a size of its own takes that of what it is connected with as a whole; false while both are
// open.
auto Flattener::Fit(Elaborator::Targets& left, Elaborator::Targets& right) -> bool {
  if (left.growing != nullptr && right.growing != nullptr && !has_settled_) return false;
  for (const bool forward : {true, false}) {
    Component* growing = forward ? left.growing : right.growing;
    if (growing == nullptr) continue;
    elaborator_.Grow(growing, forward ? right.dims : left.dims);
    growing->is_growing = false;
  }
  return true;
}

void Flattener::NotePair(const Pair& pair) {
  for (const End* end : {&pair.a, &pair.b}) {
    // A name below a bus makes all components on the way there.
    Component* at = end->component;
    while (at != nullptr && at->parent != nullptr) {
      at->is_used = true;
      if (at->array != nullptr) at->array->is_used = true;
      at = Whole(at->parent)->component;
    }
  }
}

// What one of two connected expandable connectors has the other gets, too. True if something changed.
auto Flattener::Augment(Component* a, Component* b) -> bool {
  Inst* left = instances_.InstOf(a);
  Inst* right = instances_.InstOf(b);
  if (left == nullptr || right == nullptr) return false;
  bool is_changed = false;
  for (const bool forward : {true, false}) {
    Inst* from = forward ? left : right;
    Inst* to = forward ? right : left;
    std::vector<Component*> members;
    instances_.ForEachComponent(from, [&](Component* member) {
      if (member->is_used) members.push_back(member);
    });
    for (Component* member : members) {
      if (!instances_.ResolveType(member) || !elaborator_.EnsureDims(member)) continue;
      Component* other = instances_.FindInInst(to, member->name).component;
      if (other == nullptr) {
        other = instances_.AddExtra(to, member->name, member, member->dims);
        other->is_growing = member->is_growing;
        other->is_used = true;
        is_changed = true;
      } else if (!other->is_used) {
        other->is_used = true;
        is_changed = true;
      }
      // Elements that either side knows both have.
      if (instances_.ResolveType(other) && elaborator_.EnsureDims(other))
        is_changed = elaborator_.Grow(other, member->dims) || is_changed;
      if (member->builtin == nullptr && member->dims.empty() && instances_.ResolveType(other) &&
          instances_.IsExpandable(member->type) && instances_.IsExpandable(other->type))
        is_changed = Augment(member, other) || is_changed;
    }
  }
  return is_changed;
}

void Flattener::ExpandConnectors() {
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    std::vector<Pending> waiting = std::move(pending_);
    pending_.clear();
    for (Pending& one : waiting) {
      if (TryConnect(one.node, one.scope)) {
        is_changed = true;
      } else {
        pending_.push_back(std::move(one));
      }
    }
    for (size_t k = 0; k < pairs_.size(); ++k) {
      Component* a = pairs_[k].a.component;
      Component* b = pairs_[k].b.component;
      if (a->type == nullptr || b->type == nullptr || a->builtin != nullptr || b->builtin != nullptr)
        continue;
      if (!instances_.IsExpandable(a->type) || !instances_.IsExpandable(b->type)) continue;
      is_changed = Augment(a, b) || is_changed;
    }
    if (!is_changed && !pending_.empty() && !has_settled_) {
      has_settled_ = true;
      is_changed = true;
    }
  }
  for (const Pending& one : pending_) {
    emitter_.Emit(program_.SpanOf(one.node), ExpandableUnresolved, std::string(one.node.child().text()));
  }
}

void Flattener::ConnectExpandable(Inst* left, Inst* right, bool left_outside, bool right_outside,
                                  NodeRef node, flat::OriginId origin) {
  std::vector<std::pair<Component*, Component*>> matched;
  instances_.ForEachComponent(left, [&](Component* part) {
    Component* other = instances_.FindInInst(right, part->name).component;
    if (other != nullptr && (part->is_used || other->is_used)) matched.emplace_back(part, other);
  });
  for (const auto& [part, other] : matched) {
    if (!instances_.ResolveType(part) || !instances_.ResolveType(other)) continue;
    part->is_used = true;
    other->is_used = true;
    if (part->builtin != nullptr && !part->dims.empty() && elaborator_.EnsureDims(part) &&
        elaborator_.EnsureDims(other) && part->dims == other->dims) {
      // Arrays of signals may be connected element by element elsewhere.
      std::vector<int32_t> index(part->dims.size(), 1);
      size_t count = 1;
      for (const int32_t dim : part->dims) count *= static_cast<size_t>(dim);
      for (size_t k = 0; k < count; ++k) {
        const MemberId a = sets_.IdOf({part, index, left_outside});
        sets_.Connect(a, sets_.IdOf({other, index, right_outside}), origin);
        base::NextIndex(index, part->dims);
      }
      continue;
    }
    ConnectComponents(part, other, left_outside, right_outside, node, origin);
  }
}

void Flattener::VisitExpandables() {
  for (size_t k = 0; k < expandables_.size(); ++k) {
    Inst* inst = instances_.InstOf(expandables_[k]);
    instances_.ForEachComponent(inst, [&](Component* member) {
      if (member->is_used && !member->var.has_value()) VisitComponent(member);
    });
  }
}

}  // namespace kerf::modelica
