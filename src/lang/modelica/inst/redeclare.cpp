// Declarations and what replaces them (section 7.3 of the specification). From the strongest to the weakest:
// what is said from outside; the modifiers of the declaration that holds; what it takes over, which are the
// modifiers of constraining clauses, those said of the element before it was redeclared, and the modifiers of
// the original declaration if that has no constraining clause. Those of redeclarations in between are gone.
#include "lang/modelica/inst/redeclare.h"

#include "lang/modelica/inst/instances.h"

namespace kerf::modelica {

namespace {

auto AllKept(uint32_t flags, uint32_t original) -> uint32_t {
  for (const uint32_t group : {kVariabilityFlags, kCausalityFlags, kConnectionFlags, kScopeFlags})
    flags = KeepPrefixes(flags, original, group);
  return flags;
}

auto HasSizes(NodeRef clause, NodeRef node) -> bool {
  return node.Find(NodeKind::Subscripts).has_value() || clause.Find(NodeKind::Subscripts).has_value();
}

// Nothing also for a class whose text could not be read.
auto ConstraintClause(const ShapeElement& element) -> NodeRef {
  return element.clause.has_value() ? element.clause.Find(NodeKind::Constrainedby) : NodeRef{};
}

}  // namespace

auto Instances::Redeclared(Inst* inst, uint32_t index) -> std::pair<Inst*, uint32_t> {
  const ShapeElement& element = inst->shape->elements[index];
  if (!element.clause.Has(kRedeclare)) return {nullptr, 0};
  EnsureBases(inst);
  for (Inst* base : inst->bases) {
    if (base == nullptr) continue;
    const auto [owner, original] = Locate(base, element.name);
    if (owner != nullptr && owner->shape->elements[original].is_component == element.is_component)
      return {owner, original};
  }
  return {nullptr, 0};
}

// What an element `redeclare …` takes over.
auto Instances::InheritedMod(Inst* inst, uint32_t index) -> const Mod* {
  const auto [owner, original] = Redeclared(inst, index);
  if (owner == nullptr) return nullptr;
  const Mod* said = owner->mod != nullptr ? owner->mod->Child(inst->shape->elements[index].name) : nullptr;
  return mods_.Merge(mods_.TakenOver(said != nullptr ? said->under : nullptr),
                     ConstrainingMod(owner, original));
}

// What a redeclaration of this element takes over from its declarations.
auto Instances::ConstrainingMod(Inst* inst, uint32_t index) -> const Mod* {
  const ShapeElement& element = inst->shape->elements[index];
  const NodeRef clause = ConstraintClause(element);
  const Mod* own = nullptr;
  if (!element.clause.has_value()) return nullptr;
  if (clause.has_value()) {
    own = mods_.FromClassModification(clause.Find(NodeKind::ClassModification), inst);
  } else if (element.clause.Has(kRedeclare)) {
    own = nullptr;
  } else if (element.is_component) {
    // With the value: a record that is redeclared to hold more, or with other sizes, is still given it.
    own = mods_.FromModification(element.node.Find(NodeKind::Modification), inst, element.node);
  } else if (const NodeRef spec = element.node.Find(NodeKind::ShortClass); spec.has_value()) {
    own = mods_.FromClassModification(spec.Find(NodeKind::ClassModification), inst);
  }
  return mods_.Merge(own, InheritedMod(inst, index));
}

auto Instances::PrefixesOf(Inst* inst, uint32_t index) -> uint32_t {
  const uint32_t flags = inst->shape->elements[index].clause.node().flags;
  const auto [owner, original] = Redeclared(inst, index);
  return owner != nullptr ? AllKept(flags, PrefixesOf(owner, original)) : flags;
}

// Sizes and condition of the declaration at `index`, or of the one it redeclares, for what has none.
void Instances::TakeOver(Component* component, Inst* inst, uint32_t index) {
  const ShapeElement& element = inst->shape->elements[index];
  const NodeRef condition = element.node.Find(NodeKind::Condition);
  if (!component->condition.has_value() && condition.has_value()) {
    component->condition = condition;
    component->condition_scope = inst;
  }
  if (component->size_scope == nullptr || !HasSizes(component->size_clause, component->size_node)) {
    component->size_clause = element.clause;
    component->size_node = element.node;
    component->size_scope = inst;
  }
  const auto [owner, original] = Redeclared(inst, index);
  if (owner != nullptr) TakeOver(component, owner, original);
}

void Instances::Declare(Component* component, const Mod* outer, Inst* inst, uint32_t index) {
  const ShapeElement& element = inst->shape->elements[index];
  component->clause = element.clause;
  component->node = element.node;
  component->type_scope = inst;
  component->flags = PrefixesOf(inst, index);
  TakeOver(component, inst, index);
  const Mod* own = mods_.FromModification(element.node.Find(NodeKind::Modification), inst, element.node);
  if (element.clause.Has(kFinal)) {
    Mod fixed = own != nullptr ? *own : Mod{};
    fixed.is_final = true;
    if (!fixed.place.has_value()) fixed.place = element.node;
    own = mods_.NewFrom(std::move(fixed), own);
  }
  if (element.clause.Has(kRedeclare) || ConstraintClause(element).has_value())
    own = mods_.Merge(own, ConstrainingMod(inst, index));
  // A constant with a value is the same in all values of a record.
  const bool keeps_value = outer != nullptr && outer->is_part && element.clause.Has(kConstant) &&
                           own != nullptr && own->has_value();
  component->mod = mods_.Merge(keeps_value ? mods_.OnlyChildren(outer) : outer, own);
}

void Instances::Redeclare(Component* component, const Mod* outer, Inst* inst, uint32_t index) {
  Inst* scope = outer->redeclare_scope;
  component->clause = outer->redeclare;
  component->node = outer->redeclare.Find(NodeKind::Component);
  component->type_scope = scope;
  component->condition = component->node.Find(NodeKind::Condition);
  component->condition_scope = scope;
  component->size_clause = component->clause;
  component->size_node = component->node;
  component->size_scope = scope;
  TakeOver(component, inst, index);
  component->flags = AllKept(outer->redeclare.node().flags, PrefixesOf(inst, index));
  const Mod* own =
      mods_.FromModification(component->node.Find(NodeKind::Modification), scope, component->node);
  const Mod* below = mods_.Merge(mods_.BelowRedeclaration(*outer), ConstrainingMod(inst, index));
  component->mod = mods_.Merge(mods_.WithoutRedeclare(outer), mods_.Merge(own, below));
}

auto Instances::FindReplaced(Inst* inst, NameId name) -> ClassElem* {
  EnsureBases(inst);
  for (Inst* base : inst->bases) {
    if (base == nullptr) continue;
    const auto at = base->shape->by_name.find(name);
    if (at != base->shape->by_name.end() && !base->shape->elements[at->second].is_component) {
      const Mod* said = base->mod != nullptr ? base->mod->Child(name) : nullptr;
      const Mod* under = said != nullptr ? said->under : nullptr;
      // A base on the way may have redeclared it in its extends clause.
      if (under != nullptr && under->redeclare.Is(NodeKind::ClassDef))
        return RedeclaredClass(base, at->second, *under);
      return OwnClass(base, at->second);
    }
    if (ClassElem* found = FindReplaced(base, name)) return found;
  }
  return nullptr;
}

// Modifiers of a short class stand between those from outside and its defaults; of other classes the defaults
// modify the elements as if they were said from outside.
void Instances::SetDefaults(ClassElem* elem, const Mod* defaults) {
  if (elem->shape->is_short) {
    elem->defaults = defaults;
  } else {
    elem->mod = mods_.Merge(elem->mod, defaults);
  }
}

// The class as declared here, before redeclarations from outside.
auto Instances::OwnClass(Inst* inst, uint32_t index) -> ClassElem* {
  if (inst->elements[index].own_cls != nullptr) return inst->elements[index].own_cls;
  const ShapeElement& element = inst->shape->elements[index];
  const Mod* outer = inst->mod != nullptr ? inst->mod->Child(element.name) : nullptr;
  if (outer != nullptr && outer->is_redeclaration()) outer = outer->under;
  ClassElem* elem =
      NewElem(shapes_.Of(element.cls), inst, mods_.OnlyChildren(outer), element.name, element.node);
  inst->elements[index].own_cls = elem;
  const bool extends_inherited = element.node.Has(kClassExtends);
  const NodeRef clause = ConstraintClause(element);
  if (extends_inherited) {
    elem->replaced = FindReplaced(inst, element.name);
    if (clause.has_value())
      SetDefaults(elem, mods_.FromClassModification(clause.Find(NodeKind::ClassModification), inst));
  } else if (clause.has_value() || element.clause.Has(kRedeclare)) {
    SetDefaults(elem, ConstrainingMod(inst, index));
  }
  return elem;
}

auto Instances::RedeclaredClass(Inst* inst, uint32_t index, const Mod& outer) -> ClassElem* {
  const ClassId cls = program_.ClassOf(outer.redeclare, outer.redeclare_scope->shape->cls);
  ClassElem* elem = NewElem(shapes_.Of(cls), outer.redeclare_scope, mods_.OnlyChildren(&outer),
                            inst->shape->elements[index].name, outer.redeclare);
  SetDefaults(elem, mods_.Merge(mods_.BelowRedeclaration(outer), ConstrainingMod(inst, index)));
  return elem;
}

auto Instances::ClassAt(Inst* inst, uint32_t index) -> ClassElem* {
  if (inst->elements[index].cls != nullptr) return inst->elements[index].cls;
  const ShapeElement& element = inst->shape->elements[index];
  const Mod* outer = inst->mod != nullptr ? inst->mod->Child(element.name) : nullptr;
  ClassElem* elem = nullptr;
  if (RedeclaringElement(outer, false) != nullptr) {
    elem = ClassAt(outer->redeclare_owner, outer->redeclare_element);
  } else if (outer != nullptr && outer->redeclare.Is(NodeKind::ClassDef)) {
    elem = RedeclaredClass(inst, index, *outer);
  } else {
    elem = OwnClass(inst, index);
  }
  inst->elements[index].cls = elem;
  return elem;
}

}  // namespace kerf::modelica
