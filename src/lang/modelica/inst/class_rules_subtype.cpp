// Comparing interfaces.
#include "lang/modelica/inst/class_rules_subtype.h"

#include <fmt/format.h>

namespace kerf::modelica {

namespace {

// Types inside of types beyond this are taken for compatible.
constexpr uint32_t kMaxSubtypeDepth = 4;

auto BuiltinText(BuiltinKind kind) -> std::string_view {
  switch (kind) {
    case BuiltinKind::Real:        return "Real";
    case BuiltinKind::Integer:     return "Integer";
    case BuiltinKind::Boolean:     return "Boolean";
    case BuiltinKind::String:      return "String";
    case BuiltinKind::Enumeration: return "an enumeration";
    case BuiltinKind::Clock:       return "Clock";
    case BuiltinKind::Object:      return "an external object";
  }
  return "";
}

// Classes of one group can stand for each other; a plain class belongs to all.
auto GroupOf(Restriction restriction) -> std::string_view {
  switch (restriction) {
    case Restriction::Class:            return "";
    case Restriction::Model:
    case Restriction::Block:            return "a model or block";
    case Restriction::Record:
    case Restriction::OperatorRecord:
    case Restriction::Type:             return "a record or type";
    case Restriction::Connector:        return "a connector";
    case Restriction::Package:          return "a package";
    case Restriction::Function:
    case Restriction::OperatorFunction: return "a function";
    case Restriction::Operator:         return "an operator";
  }
  return "";
}

}  // namespace

auto Subtypes::WhyNot(ClassElem* a, ClassElem* b) -> std::optional<std::string> { return WhyNotAt(a, b, 0); }

auto Subtypes::RankOf(ClassElem* elem) -> uint32_t {
  uint32_t rank = 0;
  for (uint32_t depth = 0; depth < 100 && elem != nullptr && elem->shape->is_short; ++depth) {
    const NodeRef spec = elem->shape->bases[0].node;
    if (const NodeRef dims = spec.Find(NodeKind::Subscripts); dims.has_value()) rank += dims.n_children();
    elem = instances_.LookupClass(spec.Find(NodeKind::Ref), elem->enclosing, false);
  }
  return rank;
}

auto Subtypes::WhyNotAt(ClassElem* a, ClassElem* b, uint32_t depth) -> std::optional<std::string> {
  if (a == nullptr || b == nullptr || depth > kMaxSubtypeDepth) return std::nullopt;
  a = instances_.Deref(a);
  b = instances_.Deref(b);
  if (a == b || a->shape == b->shape) return std::nullopt;
  const BuiltinType* left = instances_.Builtin(a);
  const BuiltinType* right = instances_.Builtin(b);
  if (left != nullptr && right != nullptr) return WhyNotBuiltin(*left, *right);
  if (right != nullptr) return fmt::format("is not {}", BuiltinText(right->kind));
  if (left != nullptr) return fmt::format("is {}", BuiltinText(left->kind));
  const auto group = GroupOf(a->shape->restriction);
  const auto wanted = GroupOf(b->shape->restriction);
  if (!group.empty() && !wanted.empty() && group != wanted)
    return fmt::format("is {}, not {}", group, wanted);
  Inst* inst = instances_.Self(a);
  Inst* type = instances_.Self(b);
  if (Inherits(inst, type->shape)) return std::nullopt;
  std::optional<std::string> why;
  instances_.ForEachElement(type, [&](Inst* owner, uint32_t k) {
    if (!why && !owner->shape->elements[k].is_protected) why = WhyNotElement(inst, owner, k, depth);
  });
  return why;
}

auto Subtypes::WhyNotBuiltin(const BuiltinType& a, const BuiltinType& b) -> std::optional<std::string> {
  if (a.kind != b.kind) return fmt::format("is {}, not {}", BuiltinText(a.kind), BuiltinText(b.kind));
  if (a.detail == b.detail) return std::nullopt;
  if (a.kind == BuiltinKind::Object) return "is another external object";
  const auto& enumerations = instances_.world().enumerations;
  const auto& literals = enumerations[b.detail].literals;
  // An enumeration(:) stands for all.
  if (literals.empty() || enumerations[a.detail].literals == literals) return std::nullopt;
  return "is an enumeration with other literals";
}

auto Subtypes::WhyNotElement(Inst* a, Inst* owner, uint32_t k, uint32_t depth) -> std::optional<std::string> {
  const ShapeElement& element = owner->shape->elements[k];
  const std::string name(instances_.world().names[element.name]);
  const Found found = instances_.FindInInst(a, element.name);
  if (!found.has_value()) return fmt::format("has no element `{}`", name);
  if (element.is_component != (found.component != nullptr))
    return fmt::format("has `{}` as a {}", name, element.is_component ? "class" : "component");
  if (!element.is_component) {
    const auto group = GroupOf(found.cls->shape->restriction);
    const auto wanted = GroupOf(instances_.ClassAt(owner, k)->shape->restriction);
    if (group.empty() || wanted.empty() || group == wanted) return std::nullopt;
    return fmt::format("has an element `{}` that is {}, not {}", name, group, wanted);
  }
  const auto why = WhyNotComponent(found.component, instances_.ComponentAt(owner, k), depth);
  if (!why) return std::nullopt;
  return fmt::format("has an element `{}` that {}", name, *why);
}

auto Subtypes::WhyNotComponent(Component* a, Component* b, uint32_t depth) -> std::optional<std::string> {
  if (!instances_.ResolveType(a) || !instances_.ResolveType(b)) return std::nullopt;
  if ((a->flags & kConnectionPrefixes) != (b->flags & kConnectionPrefixes)) return "has other prefixes";
  const auto rank = [&](const Component* component) {
    uint32_t n = RankOf(component->type);
    for (const NodeRef node : {component->size_node, component->size_clause}) {
      if (!node.has_value()) continue;
      if (const NodeRef dims = node.Find(NodeKind::Subscripts); dims.has_value()) n += dims.n_children();
    }
    return n;
  };
  if (rank(a) != rank(b)) return fmt::format("has {} dimensions, not {}", rank(a), rank(b));
  return WhyNotAt(a->type, b->type, depth + 1);
}

auto Subtypes::Inherits(Inst* inst, const Shape* shape) -> bool {
  bool found = false;
  instances_.ForEachPart(inst, [&](Inst* part) { found = found || part->shape == shape; });
  return found;
}

}  // namespace kerf::modelica
