// Redeclarations: what may be redeclared, and by what (sections 7.3.1–7.3.3). All declarations of an element
// are walked from the original one outwards; each must allow the next.
#include <algorithm>

#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(RedeclareNotReplaceable, Error, "`{}` is not replaceable and cannot be redeclared", std::string);
KERF_DIAG(RedeclareConstant, Error, "the constant `{}` cannot be redeclared", std::string);
KERF_DIAG(RedeclareFinal, Error, "`{}` is final and cannot be redeclared", std::string);
KERF_DIAG(RedeclareVisibility, Error, "`{}` is {} and cannot be redeclared as {}", std::string, std::string,
          std::string);
KERF_DIAG(RedeclareType, Error, "the new type of `{}` {}", std::string, std::string);
KERF_DIAG(RedeclareDimensions, Error, "the new type of `{}` has {} dimensions, not {}", std::string, uint32_t,
          uint32_t);
KERF_DIAG(ConstrainingType, Error, "the new constraining type of `{}` {}", std::string, std::string);
KERF_DIAG(DefaultType, Error, "`{}` does not fit its constraining type: it {}", std::string, std::string);
KERF_DIAG(DefaultDimensions, Error, "`{}` does not fit its constraining type: it has {} dimensions, not {}",
          std::string, uint32_t, uint32_t);
KERF_DIAG(NothingToRedeclare, Error, "no base class has an element `{}` that could be redeclared",
          std::string);
KERF_DIAG(RedeclareKind, Error, "the {} `{}` cannot be redeclared as a {}", std::string, std::string,
          std::string);
KERF_NOTE(DeclaredHere, "it is declared here");
KERF_NOTE(ConstrainedHere, "the type that it must fit is given here");

// Declared protected, or inherited so by a class up to `owner`.
auto IsProtectedIn(Inst* part, uint32_t element, const Inst* owner) -> bool {
  if (part->shape->elements[element].is_protected) return true;
  for (Inst* at = part; at != owner && at->derived != nullptr; at = at->derived) {
    const auto& bases = at->derived->bases;
    const size_t first = bases.size() - at->derived->shape->bases.size();
    for (size_t k = first; k < bases.size(); ++k) {
      if (bases[k] == at && at->derived->shape->bases[k - first].is_protected) return true;
    }
  }
  return false;
}

}  // namespace

// The node that is named: a ClassDef or Component.
auto ClassRules::NodeOf(const Decl& decl) -> NodeRef {
  if (decl.owner != nullptr) return decl.owner->shape->elements[decl.element].node;
  return decl.clause.Is(NodeKind::ClassDef) ? decl.clause : decl.clause.Find(NodeKind::Component);
}

// The class of a declaration, without its own sizes.
auto ClassRules::TypeOf(const Decl& decl) -> ClassElem* {
  if (decl.clause.Is(NodeKind::ComponentClause)) return Lookup(decl.clause.Find(NodeKind::Ref), decl.scope);
  if (const NodeRef spec = decl.clause.Find(NodeKind::ShortClass); spec.has_value())
    return Lookup(spec.Find(NodeKind::Ref), decl.scope);
  return decl.owner != nullptr ? instances_.OwnClass(decl.owner, decl.element) : nullptr;
}

auto ClassRules::ConstraintOf(const Decl& decl) -> ClassElem* {
  const NodeRef clause = decl.clause.Find(NodeKind::Constrainedby);
  return clause.has_value() ? Lookup(clause.Find(NodeKind::Ref), decl.scope) : TypeOf(decl);
}

void ClassRules::AddRedeclarations(const Mod& outer, std::vector<Decl>& chain) {
  std::vector<const Mod*> mods(outer.earlier.rbegin(), outer.earlier.rend());
  mods.push_back(&outer);
  for (const Mod* mod : mods) {
    if (mod->redeclare_owner != nullptr) {
      Inst* owner = mod->redeclare_owner;
      chain.push_back(
          {owner->shape->elements[mod->redeclare_element].clause, owner, owner, mod->redeclare_element});
    } else {
      chain.push_back({mod->redeclare, mod->redeclare_scope, nullptr, 0});
    }
  }
}

// The element, after the inherited one that it redeclares and what is said of that on the way: a constraining
// type holds until a redeclaration gives another.
auto ClassRules::DeclarationsOf(Inst* inst, uint32_t element) -> std::vector<Decl> {
  const ShapeElement& made = inst->shape->elements[element];
  std::vector<Decl> chain;
  if (const auto [owner, original] = instances_.Redeclared(inst, element); owner != nullptr) {
    chain = DeclarationsOf(owner, original);
    const Mod* said = owner->mod != nullptr ? owner->mod->Child(made.name) : nullptr;
    const Mod* under = said != nullptr ? said->under : nullptr;
    if (under != nullptr && under->is_redeclaration()) AddRedeclarations(*under, chain);
  }
  chain.push_back({made.clause, inst, inst, element});
  return chain;
}

void ClassRules::CheckRedeclarations(Inst* inst, uint32_t element) {
  const ShapeElement& original = inst->shape->elements[element];
  const Mod* outer = inst->mod->Child(original.name);
  if (outer == nullptr) return;
  if (!outer->redeclare.has_value() && outer->redeclare_owner == nullptr) return;
  std::vector<Decl> chain = DeclarationsOf(inst, element);
  AddRedeclarations(*outer, chain);
  Decl constraint = chain[0];
  for (size_t k = 1; k < chain.size(); ++k) {
    const Decl& old = chain[k - 1];
    const Decl& made = chain[k];
    const auto key =
        std::tuple(&made.clause.tree(), made.clause.index(), &old.clause.tree(), old.clause.index());
    // The class that redeclares may have been seen before, in another context.
    if (redeclared_.insert(key).second) CheckRedeclaration(old, made, constraint);
    if (made.clause.Find(NodeKind::Constrainedby).has_value()) constraint = made;
  }
}

// `redeclare` in front of an element means one that is inherited.
void ClassRules::CheckInherited(Inst* inst) {
  // What a base that was not found has is not known.
  if (std::ranges::count(inst->bases, nullptr) > 0) return;
  for (const ShapeElement& element : inst->shape->elements) {
    if (!element.clause.Has(kRedeclare) && !element.node.Has(kClassExtends)) continue;
    const ShapeElement* inherited = nullptr;
    for (Inst* base : inst->bases) {
      const auto [owner, index] = instances_.Locate(base, element.name);
      if (inherited == nullptr && owner != nullptr) inherited = &owner->shape->elements[index];
    }
    const std::string name(element.node.token_text());
    if (inherited == nullptr) {
      emitter_.Emit(NameSpan(element.node), NothingToRedeclare, name);
    } else if (inherited->is_component != element.is_component) {
      const auto kind = [](bool is_component) { return std::string(is_component ? "component" : "class"); };
      emitter_
          .Emit(NameSpan(element.node), RedeclareKind, kind(inherited->is_component), name,
                kind(element.is_component))
          .Note(NameSpan(inherited->node), DeclaredHere);
    }
  }
}

void ClassRules::CheckClassExtends(Inst* inst, uint32_t element) {
  const ShapeElement& made = inst->shape->elements[element];
  const ClassElem* own = inst->elements[element].own_cls;
  if (own == nullptr || own->replaced == nullptr || made.clause.Has(kRedeclare)) return;
  const NodeRef place = own->replaced->place;
  if (!place.Is(NodeKind::ClassDef) || place.Has(kReplaceable)) return;
  if (!IsNew(made.node, RedeclareNotReplaceable)) return;
  emitter_.Emit(NameSpan(made.node), RedeclareNotReplaceable, std::string(made.node.token_text()))
      .Note(NameSpan(place), DeclaredHere);
}

void ClassRules::CheckVisibility(const Decl& old, const Decl& made) {
  if (old.owner == nullptr || made.owner == nullptr) return;
  const bool was = IsProtectedIn(old.owner, old.element, made.owner);
  const bool is = made.owner->shape->elements[made.element].is_protected;
  if (was == is) return;
  const NodeRef node = NodeOf(made);
  emitter_
      .Emit(NameSpan(node), RedeclareVisibility, std::string(node.token_text()), was ? "protected" : "public",
            is ? "protected" : "public")
      .Note(NameSpan(NodeOf(old)), DeclaredHere);
}

void ClassRules::CheckRedeclaration(const Decl& old, const Decl& made, const Decl& constraint) {
  const NodeRef node = NodeOf(made);
  const NodeRef before = NodeOf(old);
  if (!node.has_value() || !before.has_value() || old.clause.kind() != made.clause.kind()) return;
  const std::string name(node.token_text());
  const diag::Span span = NameSpan(node);
  const bool is_constant = old.clause.Is(NodeKind::ComponentClause) && old.clause.Has(kConstant);
  if (old.clause.Has(kFinal)) {
    emitter_.Emit(span, RedeclareFinal, name).Note(NameSpan(before), DeclaredHere);
    return;
  }
  if (is_constant) {
    emitter_.Emit(span, RedeclareConstant, name).Note(NameSpan(before), DeclaredHere);
    return;
  }
  CheckVisibility(old, made);
  if (old.clause.Has(kReplaceable)) {
    if (!made.clause.Has(kClassExtends)) CheckNewType(made, constraint);
    return;
  }
  // With the same type it only restricts variability or sizes.
  ClassElem* type = TypeOf(made);
  ClassElem* original = TypeOf(old);
  const bool is_same = type != nullptr && original != nullptr &&
                       instances_.Deref(type)->shape == instances_.Deref(original)->shape;
  if (!is_same) emitter_.Emit(span, RedeclareNotReplaceable, name).Note(NameSpan(before), DeclaredHere);
}

void ClassRules::CheckNewType(const Decl& made, const Decl& constraint) {
  ClassElem* type = TypeOf(made);
  ClassElem* wanted = ConstraintOf(constraint);
  if (type == nullptr || wanted == nullptr) return;
  const NodeRef node = NodeOf(made);
  const std::string name(node.token_text());
  const NodeRef clause = constraint.clause.Find(NodeKind::Constrainedby);
  const diag::Span place = clause.has_value() ? program_.SpanOf(clause) : NameSpan(NodeOf(constraint));
  const uint32_t rank = subtypes_.RankOf(type);
  const uint32_t wanted_rank = subtypes_.RankOf(wanted);
  if (rank != wanted_rank) {
    emitter_.Emit(NameSpan(node), RedeclareDimensions, name, rank, wanted_rank).Note(place, ConstrainedHere);
    return;
  }
  if (const auto why = subtypes_.WhyNot(type, wanted)) {
    emitter_.Emit(NameSpan(node), RedeclareType, name, *why).Note(place, ConstrainedHere);
    return;
  }
  const NodeRef narrowed = made.clause.Find(NodeKind::Constrainedby);
  ClassElem* narrow = narrowed.has_value() ? Lookup(narrowed.Find(NodeKind::Ref), made.scope) : nullptr;
  if (narrow == nullptr) return;
  if (const auto why = subtypes_.WhyNot(narrow, wanted))
    emitter_.Emit(program_.SpanOf(narrowed), ConstrainingType, name, *why).Note(place, ConstrainedHere);
}

// The default must fit as well.
void ClassRules::CheckReplaceable(const Decl& decl) {
  const NodeRef clause = decl.clause.Find(NodeKind::Constrainedby);
  if (!IsNew(clause, DefaultType)) return;
  ClassElem* type = TypeOf(decl);
  ClassElem* wanted = Lookup(clause.Find(NodeKind::Ref), decl.scope);
  if (type == nullptr || wanted == nullptr) return;
  const NodeRef node = NodeOf(decl);
  const std::string name(node.token_text());
  const uint32_t rank = subtypes_.RankOf(type);
  const uint32_t wanted_rank = subtypes_.RankOf(wanted);
  if (rank != wanted_rank) {
    emitter_.Emit(NameSpan(node), DefaultDimensions, name, rank, wanted_rank)
        .Note(program_.SpanOf(clause), ConstrainedHere);
    return;
  }
  if (const auto why = subtypes_.WhyNot(type, wanted))
    emitter_.Emit(NameSpan(node), DefaultType, name, *why).Note(program_.SpanOf(clause), ConstrainedHere);
}

}  // namespace kerf::modelica
