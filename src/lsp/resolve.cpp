// Steps from name to name, and the scopes they start in.
#include "lsp/resolve.h"

#include <algorithm>

namespace kerf::lsp {

using modelica::BuiltinType;
using modelica::ClassElem;
using modelica::ClassId;
using modelica::Found;
using modelica::Inst;
using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Program;

auto Resolver::FromFound(const Found& found) -> Target {
  Target target;
  target.component = found.component;
  target.cls = found.cls;
  if (found.component != nullptr) target.node = found.component->node;
  if (found.cls != nullptr) target.node = found.cls->shape->def;
  return target;
}

auto Resolver::TypeOf(const Target& target) -> ClassElem* {
  if (target.cls != nullptr) return target.cls;
  if (target.component == nullptr || !instances_.ResolveType(target.component)) return nullptr;
  return target.component->type;
}

auto Resolver::InstOf(const Target& target) -> Inst* {
  if (target.component != nullptr) return instances_.InstOf(target.component);
  if (target.cls == nullptr || target.cls->is_predefined) return nullptr;
  return instances_.Self(target.cls);
}

auto Resolver::Member(const Target& owner, std::string_view name) -> Target {
  ClassElem* type = TypeOf(owner);
  if (type == nullptr) return {};
  if (const BuiltinType* builtin = instances_.Builtin(type)) {
    Target target;
    target.owner = type;
    // Literals are written in the class that a type comes down to.
    ClassElem* base = type;
    for (int depth = 0; depth < 100 && base != nullptr && base->shape->is_short; ++depth)
      base = instances_.LookupClass(base->shape->bases[0].node.child(), base->enclosing, false);
    if (base != nullptr && base->shape->is_enumeration) {
      for (const NodeRef literal : base->shape->def.Find(NodeKind::Enumeration).children()) {
        if (literal.Is(NodeKind::EnumLiteral) && literal.token_text() == name) target.node = literal;
      }
    }
    if (!target.node.has_value() && std::ranges::count(AttributesOf(*builtin), name) > 0)
      target.attribute = name;
    return target;
  }
  return FromFound(instances_.FindInInst(InstOf(owner), Name(name)));
}

auto Resolver::Look(std::string_view name, Inst* scope) -> Target {
  Target target = FromFound(instances_.Lookup(Name(name), scope));
  if (!target.has_value() && BuiltinParameters(name) != nullptr) target.function = name;
  return target;
}

auto Resolver::Top(std::string_view name) -> Target {
  return FromFound(instances_.FindInInst(instances_.root(), Name(name)));
}

auto Resolver::Follow(Target target, NodeRef first, NodeRef last) -> Target {
  for (NodeRef part = first; !(part == last) && target.has_value();) {
    part = part.next();
    if (!part.has_value()) return {};
    target = Member(target, part.token_text());
  }
  return target;
}

// The classes of the path that are elements lead inwards; what stands before the body of a class, such as the
// type that a short class names, belongs to the class around it.
auto Resolver::ScopeOf(const NodePath& path) -> Inst* {
  Inst* scope = instances_.root();
  ClassId parent = Program::kRoot;
  for (size_t k = 1; k < path.size(); ++k) {
    if (!path[k].Is(NodeKind::ClassDef)) continue;
    const bool is_element =
        path[k - 1].Is(NodeKind::ElementList) || path[k - 1].Is(NodeKind::StoredDefinition);
    const bool has_body = !path[k].Has(modelica::kShort | modelica::kEnum | modelica::kDerClass);
    if (!is_element || !has_body) break;
    parent = program_.ClassOf(path[k], parent);
    ClassElem* elem = instances_.ClassOf(parent);
    Inst* inner = elem != nullptr ? instances_.Self(elem) : nullptr;
    if (inner == nullptr) break;
    scope = inner;
  }
  return scope;
}

auto Resolver::Iterator(std::string_view name, const NodePath& path) -> Target {
  for (size_t k = path.size(); k-- > 0;) {
    if (path[k].Is(NodeKind::ClassDef)) break;
    if (!path[k].Is(NodeKind::ForClause) && !path[k].Is(NodeKind::Comprehension)) continue;
    for (const NodeRef index : path[k].children()) {
      if (!index.Is(NodeKind::ForIndex) || index.token_text() != name) continue;
      Target target;
      target.node = index;
      return target;
    }
  }
  return {};
}

auto Resolver::FirstOf(NodeRef part, const NodePath& path) -> Target {
  if (Target iterator = Iterator(part.token_text(), path); iterator.has_value()) return iterator;
  return Look(part.token_text(), ScopeOf(path));
}

}  // namespace kerf::lsp
