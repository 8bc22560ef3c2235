// Which classes may be extended by which (sections 4.7, 5.6.1, 7.1.2–7.1.4).
#include <algorithm>

#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(BaseKind, Error, "{} cannot extend {} such as `{}`", std::string, std::string, std::string);
KERF_NOTE(BaseDeclared, "it is declared here");
KERF_DIAG(BaseNotAlone, Error, "`{}` is {}; a class that extends it can have no other components or bases",
          std::string, std::string);
KERF_NOTE(OtherElement, "here is another one");
KERF_DIAG(ReplaceableBase, Error, "`{}` is replaceable and cannot be extended", std::string);
KERF_DIAG(InheritedBaseName, Error, "`{}` is inherited and cannot be the name of a base class", std::string);
KERF_DIAG(OperatorRecordBase, Error,
          "the operator record `{}` can be extended by a short class definition only", std::string);
KERF_DIAG(OperatorRecordInside, Error, "`{}` cannot be extended because it holds an operator record",
          std::string);
KERF_NOTE(OperatorRecordHere, "the operator record is here");

constexpr uint32_t kBasePrefixes = kFlow | kStream | kDiscrete | kParameter | kConstant | kInput | kOutput;

// The table of section 7.1.3.
auto CanExtend(NodeRef derived, Restriction base, bool base_is_expandable) -> bool {
  if (base == Restriction::Class) return true;
  switch (derived.restriction()) {
    case Restriction::Class:            return base != Restriction::Package && !IsFunctionKind(base);
    case Restriction::Package:
    case Restriction::Function:
    case Restriction::Type:
    case Restriction::Record:
    case Restriction::Operator:
    case Restriction::OperatorRecord:   return base == derived.restriction();
    case Restriction::OperatorFunction: return IsFunctionKind(base);
    case Restriction::Block:            return base == Restriction::Record || base == Restriction::Block;
    case Restriction::Model:
      return base == Restriction::Record || base == Restriction::Block || base == Restriction::Model;
    case Restriction::Connector:
      if (base == Restriction::Connector) return derived.Has(kExpandable) == base_is_expandable;
      return !derived.Has(kExpandable) && (base == Restriction::Type || IsRecordKind(base));
  }
  return true;
}

// The first operator record among the classes in the text of a class, or nothing.
auto FindOperatorRecord(NodeRef def) -> NodeRef {
  std::vector<NodeRef> stack = {def};
  while (!stack.empty()) {
    const NodeRef at = stack.back();
    stack.pop_back();
    if (!(at == def) && at.Is(NodeKind::ClassDef) && at.restriction() == Restriction::OperatorRecord &&
        !at.Has(kShort))
      return at;
    for (const NodeRef child : at.children()) {
      if (child.Is(NodeKind::ElementList) || child.Is(NodeKind::ClassDef)) stack.push_back(child);
    }
  }
  return {};
}

}  // namespace

void ClassRules::CheckBases(ClassElem* elem, Inst* inst) {
  if (elem == nullptr) return;
  const Shape& shape = *elem->shape;
  Inst* scope = shape.is_short ? elem->enclosing : inst;
  for (const ShapeBase& clause : shape.bases) {
    const NodeRef ref = clause.node.Find(NodeKind::Ref);
    ClassElem* base = scope != nullptr ? Lookup(ref, scope) : nullptr;
    if (base == nullptr) continue;
    CheckBase(shape, clause, base);
    if (shape.is_short) continue;
    CheckAlone(shape, clause, base, inst);
    CheckBaseName(clause, inst);
  }
}

void ClassRules::CheckBase(const Shape& shape, const ShapeBase& clause, ClassElem* base) {
  const NodeRef ref = clause.node.Find(NodeKind::Ref);
  const std::string text(ref.text());
  const diag::Span span = program_.SpanOf(ref);
  if (base->is_predefined && base->builtin->kind == BuiltinKind::Object) return;
  const NodeRef def = base->shape->def;
  const Restriction kind = base->shape->restriction;
  const bool is_alias = shape.is_short && shape.restriction == Restriction::Class;
  if (!is_alias && !CanExtend(shape.def, kind, def.has_value() && def.Has(kExpandable))) {
    if (!IsNew(ref, BaseKind)) return;
    auto builder =
        emitter_.Emit(span, BaseKind, KindWithArticle(shape.restriction), KindWithArticle(kind), text);
    if (def.has_value()) builder.Note(NameSpan(def), BaseDeclared);
    return;
  }
  if (!def.has_value() || shape.is_short) return;
  if (kind == Restriction::OperatorRecord) {
    emitter_.Emit(span, OperatorRecordBase, text).Note(NameSpan(def), BaseDeclared);
  } else if (const NodeRef inside = FindOperatorRecord(def); inside.has_value()) {
    emitter_.Emit(span, OperatorRecordInside, text).Note(NameSpan(inside), OperatorRecordHere);
  }
  if (base->place.Is(NodeKind::ClassDef) && base->place.Has(kReplaceable))
    emitter_.Emit(span, ReplaceableBase, text).Note(NameSpan(base->place), BaseDeclared);
}

// Arrays, classes with type prefixes and simple types are extended alone.
void ClassRules::CheckAlone(const Shape& shape, const ShapeBase& clause, ClassElem* base, Inst* scope) {
  std::string what;
  if (const BuiltinType* type = instances_.Builtin(base); type != nullptr) {
    if (type->kind == BuiltinKind::Object) return;
    what = "a simple type";
  }
  ClassElem* at = base;
  for (uint32_t depth = 0; depth < 100 && at != nullptr && at->shape->is_short; ++depth) {
    const NodeRef spec = at->shape->bases[0].node;
    if (spec.Find(NodeKind::Subscripts).has_value()) what = "an array";
    if (what.empty() && spec.Has(kBasePrefixes)) what = "a class with type prefixes";
    at = Lookup(spec.Find(NodeKind::Ref), at->enclosing);
  }
  if (what.empty()) return;
  NodeRef other;
  for (const ShapeElement& element : shape.elements) {
    if (element.is_component && !other.has_value()) other = element.node;
  }
  for (const ShapeBase& more : shape.bases) {
    if (other.has_value() || more.node == clause.node) continue;
    // A base without components is only an icon.
    ClassElem* icon = Lookup(more.node.Find(NodeKind::Ref), scope);
    if (icon == nullptr) continue;
    bool is_empty = instances_.Builtin(icon) == nullptr;
    if (is_empty) instances_.ForEachComponent(instances_.Self(icon), [&](Component*) { is_empty = false; });
    if (!is_empty) other = more.node;
  }
  if (!other.has_value()) return;
  const NodeRef ref = clause.node.Find(NodeKind::Ref);
  emitter_.Emit(program_.SpanOf(ref), BaseNotAlone, std::string(ref.text()), what)
      .Note(other.Is(NodeKind::Component) ? NameSpan(other) : program_.SpanOf(other), OtherElement);
}

// The name of a base class must mean the same with and without what is inherited.
void ClassRules::CheckBaseName(const ShapeBase& clause, Inst* inst) {
  const NodeRef ref = clause.node.Find(NodeKind::Ref);
  if (ref.Has(kGlobal)) return;
  const NameId name = program_.NameOf(ref.child());
  if (inst->shape->by_name.contains(name)) return;
  for (Inst* base : inst->bases) {
    if (base == nullptr || base->shape->by_name.empty()) continue;
    const Found found = instances_.FindInInst(base, name);
    if (!found.has_value()) continue;
    auto builder =
        emitter_.Emit(program_.SpanOf(ref), InheritedBaseName, std::string(ref.child().token_text()));
    if (found.cls != nullptr && found.cls->place.has_value())
      builder.Note(NameSpan(found.cls->place), BaseDeclared);
    return;
  }
}

}  // namespace kerf::modelica
