// From a declaration to its type: predefined types behind short classes, records, connectors.
#include "lang/modelica/inst/instances.h"

namespace kerf::modelica {

auto Instances::Builtin(ClassElem* elem) -> const BuiltinType* {
  if (elem->builtin_progress == Progress::NotYet) {
    elem->builtin_progress = Progress::InProgress;
    elem->builtin = ComputeBuiltin(elem);
    elem->builtin_progress = Progress::Done;
  }
  return elem->builtin ? &*elem->builtin : nullptr;
}

auto Instances::ComputeBuiltin(ClassElem* elem) -> std::optional<BuiltinType> {
  const Shape& shape = *elem->shape;
  if (shape.is_enumeration) {
    BuiltinType type;
    type.kind = BuiltinKind::Enumeration;
    type.attributes = mods_.Merge(elem->mod, elem->defaults);
    flat::Enumeration made;
    made.name = world_.names.Intern(program_.FullName(shape.cls));
    for (const NodeRef literal : shape.def.Find(NodeKind::Enumeration).children())
      made.literals.push_back(program_.NameOf(literal));
    // The same enumeration met in another context is the same type.
    for (size_t k = 0; k < world_.enumerations.size(); ++k) {
      if (world_.enumerations[k].name == made.name) {
        type.detail = static_cast<uint16_t>(k);
        return type;
      }
    }
    world_.enumerations.push_back(std::move(made));
    type.detail = static_cast<uint16_t>(world_.enumerations.size() - 1);
    return type;
  }
  if (elem->replaced != nullptr) return std::nullopt;
  if (shape.bases.empty()) return std::nullopt;
  for (const ShapeElement& element : shape.elements) {
    if (element.is_component) return std::nullopt;
  }
  Inst* scope = shape.is_short ? elem->enclosing : Self(elem);
  for (const ShapeBase& clause : shape.bases) {
    const NodeRef ref = clause.node.Find(NodeKind::Ref);
    ClassElem* base = ref.has_value() ? LookupClass(ref, scope, false) : nullptr;
    if (base == nullptr) continue;
    const BuiltinType* inner = Builtin(base);
    if (inner == nullptr) continue;
    BuiltinType type = *inner;
    const Mod* own = mods_.FromClassModification(clause.node.Find(NodeKind::ClassModification), scope);
    const Mod* declared = mods_.Merge(own, shape.is_short ? elem->defaults : nullptr);
    type.attributes = mods_.Merge(elem->mod, mods_.Merge(declared, inner->attributes));
    if (const NodeRef dims = clause.node.Find(NodeKind::Subscripts); dims.has_value())
      type.dims.insert(type.dims.begin(), {dims, scope});
    if (shape.is_short) type.flags |= clause.node.node().flags & kTypePrefixes;
    type.is_connector = type.is_connector || shape.restriction == Restriction::Connector;
    if (type.kind == BuiltinKind::Object) {
      const NameId name = world_.names.Intern(program_.FullName(shape.cls));
      size_t k = 0;
      while (k < world_.object_classes.size() && world_.object_classes[k] != name) ++k;
      if (k == world_.object_classes.size()) world_.object_classes.push_back(name);
      type.detail = static_cast<uint16_t>(k);
    }
    return type;
  }
  return std::nullopt;
}

auto Instances::ResolveType(Component* component) -> bool {
  if (component->type_progress == Progress::Done) return true;
  if (component->type_progress != Progress::NotYet) return false;
  component->type_progress = Progress::InProgress;
  const NodeRef ref = component->clause.Find(NodeKind::Ref);
  component->type = ref.has_value() ? LookupClass(ref, component->type_scope) : nullptr;
  if (component->type == nullptr) {
    component->type_progress = Progress::Failed;
    return false;
  }
  component->builtin = Builtin(component->type);
  if (component->builtin != nullptr) {
    component->flags |= component->builtin->flags;
    if (component->builtin->attributes != nullptr)
      component->mod = mods_.MergeAttributes(component->mod, component->builtin->attributes);
  } else {
    // Prefixes of a short class of a record or connector.
    ClassElem* at = component->type;
    for (int depth = 0; depth < 100 && at != nullptr && at->shape->is_short; ++depth) {
      component->flags |= at->shape->bases[0].node.node().flags & kTypePrefixes;
      at = LookupClass(at->shape->bases[0].node.child(), at->enclosing, false);
    }
  }
  component->type_progress = Progress::Done;
  return true;
}

auto Instances::InstOf(Component* component) -> Inst* {
  if (component->inst != nullptr) return component->inst;
  if (!ResolveType(component) || component->builtin != nullptr) return nullptr;
  if (IsEndless(component)) return nullptr;
  if (!HasRoom(program_.SpanOf(component->node), NameOf(component))) return nullptr;
  component->inst = NewInst(component->type, mods_.Merge(component->mod, component->type->mod), component);
  return component->inst;
}

auto Instances::NewElement(Component* array, const std::vector<int32_t>& index) -> Component* {
  Component* element = NewComponent();
  element->name = array->name;
  element->parent = array->parent;
  element->clause = array->clause;
  element->node = array->node;
  element->flags = array->flags;
  element->is_protected = array->is_protected;
  element->type_scope = array->type_scope;
  element->type = array->type;
  element->builtin = array->builtin;
  element->type_progress = array->type_progress;
  element->presence_progress = array->presence_progress;
  element->is_present = array->is_present;
  element->dims_progress = Progress::Done;
  element->index = index;
  element->array = array;
  element->mod = mods_.ForElement(array->mod, index);
  const base::PathNode& node = world_.paths[array->path];
  element->path = world_.paths.Child(node.parent, node.name, index);
  return element;
}

auto Instances::RestrictionOf(ClassElem* elem, uint32_t depth) -> NodeRef {
  const Shape& shape = *elem->shape;
  const bool plain = shape.restriction == Restriction::Model || shape.restriction == Restriction::Class;
  if (!shape.def.has_value() || depth > 50) return shape.def;
  if (elem->replaced != nullptr && plain) return RestrictionOf(elem->replaced, depth + 1);
  if (!plain || shape.bases.size() != 1) return shape.def;
  if (!shape.is_short && !shape.elements.empty()) return shape.def;
  Inst* scope = shape.is_short ? elem->enclosing : Self(elem);
  ClassElem* base = LookupClass(shape.bases[0].node.child(), scope, false);
  return base != nullptr && base->shape->def.has_value() ? RestrictionOf(base, depth + 1) : shape.def;
}

auto Instances::IsRecord(ClassElem* elem) -> bool {
  const NodeRef def = RestrictionOf(elem, 0);
  return def.has_value() &&
         (def.restriction() == Restriction::Record || def.restriction() == Restriction::OperatorRecord);
}

auto Instances::IsConnector(ClassElem* elem) -> bool {
  if (const BuiltinType* type = Builtin(elem)) return type->is_connector;
  const NodeRef def = RestrictionOf(elem, 0);
  return def.has_value() && def.restriction() == Restriction::Connector;
}

auto Instances::IsExpandable(ClassElem* elem) -> bool {
  const NodeRef def = RestrictionOf(elem, 0);
  if (!def.has_value() || def.restriction() != Restriction::Connector) return false;
  return def.Has(kExpandable);
}

auto Instances::FindAnnotation(NodeRef annotation, std::initializer_list<std::string_view> path) -> NodeRef {
  NodeRef at = annotation.Is(NodeKind::Annotation) ? annotation.child() : annotation;
  NodeRef found;
  for (const std::string_view name : path) {
    found = {};
    if (!at.Is(NodeKind::ClassModification)) return {};
    for (const NodeRef argument : at.children()) {
      if (argument.Is(NodeKind::ElementModification) && argument.child().text() == name) found = argument;
    }
    if (!found.has_value()) return {};
    const NodeRef modification = found.Find(NodeKind::Modification);
    at = modification.has_value() ? modification.Find(NodeKind::ClassModification) : NodeRef{};
  }
  return found;
}

}  // namespace kerf::modelica
