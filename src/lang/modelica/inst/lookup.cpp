// Names: simple and composite, imports, encapsulation, predefined classes, inner and outer.
#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "lang/modelica/inst/instances.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(NoSuchClass, Error, "there is no class `{}` here", std::string);
KERF_DIAG(NoSuchClassIn, Error, "`{}` has no class `{}`", std::string, std::string);
KERF_DIAG(MissingLibrary, Error, "there is no class `{}`: no library of that name is on the path",
          std::string);
KERF_NOTE(DidYouMean, "did you mean `{}`?", std::string);
KERF_DIAG(MissingInner, Warning, "`outer {}` has no `inner` counterpart; one with default settings is used",
          std::string);
KERF_NOTE(LibrarySays, "{}", std::string);
KERF_DIAG(ImportNotFound, Error, "there is no `{}` to import{}", std::string, std::string);
KERF_DIAG(ImportConflict, Error, "several imports bring a `{}`", std::string);
KERF_DIAG(ImportProtected, Error, "`{}` is protected and cannot be imported", std::string);
KERF_DIAG(ImportFromClass, Error, "`{}` is not a package: nothing can be imported from it", std::string);
KERF_DIAG(ImportAllFromClass, Error, "`{}` is not a package: its elements cannot be imported", std::string);
KERF_DIAG(ConditionalFunction, Error, "`{}` has a condition: its functions cannot be called", std::string);
KERF_DIAG(ComponentBehindClass, Error,
          "`{}` is a component of a class: functions of a component are called through components or classes "
          "only",
          std::string);
KERF_DIAG(OperatorOfComponent, Error, "the operator `{}` cannot be called through a component", std::string);
KERF_DIAG(ProtectedClass, Error, "`{}` is protected in `{}`", std::string, std::string);
KERF_DIAG(
    ClassInModel, Error,
    "`{}` is not a package: only its encapsulated classes can be named from outside, and `{}` is not one",
    std::string, std::string);
KERF_DIAG(ClassOfComponent, Error, "a class of the component `{}` can be used only to call it as a function",
          std::string);
KERF_DIAG(FunctionOfArray, Error, "`{}` is an array of components, which has no functions", std::string);
KERF_DIAG(TypeIsNoType, Error, "`{}` is a component, not a class", std::string);

// An import of this name stands in the scope or around it; that it leads nowhere has been told then.
auto HasImport(const Inst* scope, NameId name) -> bool {
  for (const Inst* at = scope; at != nullptr; at = at->enclosing) {
    if (std::ranges::any_of(at->shape->imports, [&](const ShapeImport& import) {
          return import.kind != ImportKind::Star && import.name == name;
        }))
      return true;
  }
  return false;
}

}  // namespace

auto Instances::FindImport(Inst* inst, NameId name) -> Found {
  const auto report = [&](const ShapeImport& import) {
    const NodeRef first = import.path.child();
    const bool has_library = FindTop(program_.NameOf(first)).has_value();
    std::string text(import.path.text());
    if (import.kind == ImportKind::List) text += "." + std::string(world_.names[import.member]);
    emitter_.Emit(program_.SpanOf(import.path), ImportNotFound, text,
                  has_library ? "" : fmt::format(": no library `{}` is on the path", first.token_text()));
  };
  for (const ShapeImport& import : inst->shape->imports) {
    if (import.kind == ImportKind::Star || import.name != name) continue;
    Found found = FindTop(program_.NameOf(import.path.child()));
    // The last name may be a constant of a package.
    for (NodeRef part = import.path.child().next(); part.has_value() && found.cls != nullptr;
         part = part.next())
      found = FindInInst(Self(found.cls), program_.NameOf(part));
    if (import.kind == ImportKind::List && found.cls != nullptr) {
      found = FindInInst(Self(found.cls), import.member);
    } else if (found.has_value() && import.path.n_children() > 1) {
      CheckImport(import, found);
    }
    if (!found.has_value()) report(import);
    return found;
  }
  Found first;
  for (const ShapeImport& import : inst->shape->imports) {
    if (import.kind != ImportKind::Star) continue;
    ClassElem* package = FindGlobal(import.path);
    if (package == nullptr) {
      report(import);
      continue;
    }
    const Found found = FindInInst(Self(package), name);
    if (!found.has_value() || found.is_protected) continue;
    const bool is_other = found.cls != first.cls || found.component != first.component;
    if (!first.has_value() && !program_.IsMuModelica() &&
        Deref(package)->shape->restriction != Restriction::Package)
      emitter_.Emit(program_.SpanOf(import.path), ImportAllFromClass, program_.FullName(package->shape->cls));
    if (first.has_value() && is_other)
      emitter_.Emit(program_.SpanOf(import.path), ImportConflict, std::string(world_.names[name]));
    if (!first.has_value()) first = found;
  }
  return first;
}

// What an import names must lie in packages and be public.
void Instances::CheckImport(const ShapeImport& import, const Found& found) {
  if (found.is_protected) {
    emitter_.Emit(program_.SpanOf(import.path), ImportProtected, std::string(import.path.text()));
  }
  NodeRef part = import.path.child();
  Found at = FindTop(program_.NameOf(part));
  ClassElem* package = nullptr;
  while (part.next().has_value() && at.cls != nullptr) {
    package = at.cls;
    part = part.next();
    at = FindInInst(Self(at.cls), program_.NameOf(part));
  }
  // The thesis on μModelica imports from any class.
  if (package != nullptr && !program_.IsMuModelica() && !IsPackageLike(package))
    emitter_.Emit(program_.SpanOf(import.path), ImportFromClass, program_.FullName(package->shape->cls));
}

// A package, or a class that could be one: it holds classes and constants only.
auto Instances::IsPackageLike(ClassElem* elem) -> bool {
  elem = Deref(elem);
  switch (elem->shape->restriction) {
    case Restriction::Package:
    case Restriction::Operator:
    case Restriction::OperatorRecord:
    case Restriction::Function:
    case Restriction::Type:           return true;
    default:                          break;
  }
  bool is_like = true;
  ForEachElement(Self(elem), [&](Inst* owner, uint32_t k) {
    const ShapeElement& element = owner->shape->elements[k];
    if (element.is_component && !element.clause.Has(kConstant) && !IsConstant(ComponentAt(owner, k)))
      is_like = false;
    is_like = is_like && owner->shape->sections.empty();
  });
  return is_like;
}

auto Instances::FindGlobal(NodeRef ref) -> ClassElem* {
  return LookupPath(ref.child(), FindTop(program_.NameOf(ref.child())), false, ref, false);
}

auto Instances::Lookup(NameId name, Inst* scope) -> Found {
  for (Inst* at = scope; at != nullptr; at = at->enclosing) {
    if (at == root_) {
      if (const auto found = predefined_.find(name); found != predefined_.end())
        return {nullptr, found->second, false, nullptr};
      return FindTop(name);
    }
    if (Found found = FindInInst(at, name); found.has_value()) {
      found.where = at;
      return found;
    }
    if (!at->shape->imports.empty()) {
      if (const Found found = FindImport(at, name); found.has_value()) return found;
    }
    if (at->shape->def.has_value() && at->shape->def.Has(kEncapsulated)) break;
  }
  const auto found = predefined_.find(name);
  return found != predefined_.end() ? Found{nullptr, found->second, false, nullptr} : Found{};
}

auto Instances::LookupPath(NodeRef first, Found found, bool report, NodeRef ref, bool for_call)
    -> ClassElem* {
  NodeRef part = first;
  const bool is_through_component = found.component != nullptr;
  bool is_operator = false;
  bool has_class = false;
  if (found.component != nullptr && part.next().has_value() && !for_call && report)
    emitter_.Emit(program_.SpanOf(part), ClassOfComponent, std::string(part.token_text()));
  while (found.has_value()) {
    const NodeRef next = part.next();
    if (!next.has_value()) break;
    Inst* scope = nullptr;
    if (found.cls != nullptr) {
      has_class = true;
      is_operator = is_operator || found.cls->shape->restriction == Restriction::Operator;
      scope = Self(found.cls);
    } else {
      Component* component = Resolved(found.component);
      if (report && for_call && has_class && is_through_component) {
        emitter_.Emit(program_.SpanOf(part), ComponentBehindClass, std::string(part.token_text()));
        return nullptr;
      }
      if (report && for_call && component->condition.has_value()) {
        emitter_.Emit(program_.SpanOf(part), ConditionalFunction, std::string(part.token_text()));
        return nullptr;
      }
      if (report && for_call &&
          (component->size_node.Find(NodeKind::Subscripts).has_value() ||
           component->size_clause.Find(NodeKind::Subscripts).has_value())) {
        emitter_.Emit(program_.SpanOf(part), FunctionOfArray, std::string(part.token_text()));
        return nullptr;
      }
      scope = InstOf(component);
    }
    if (scope == nullptr) return nullptr;
    const Found inner = FindInInst(scope, program_.NameOf(next));
    const std::string_view so_far = ref.text().substr(0, part.end_byte() - ref.begin_byte());
    if (!inner.has_value() && report) {
      std::vector<std::string> known;
      ForEachElement(scope, [&](Inst* owner, uint32_t k) {
        known.emplace_back(world_.names[owner->shape->elements[k].name]);
      });
      const std::string nearest = base::Nearest(std::string(next.token_text()), known);
      auto builder = emitter_.Emit(program_.SpanOf(next), NoSuchClassIn, std::string(so_far),
                                   std::string(next.token_text()));
      if (!nearest.empty()) builder.Note({}, DidYouMean, nearest);
    }
    if (inner.is_protected && report)
      emitter_.Emit(program_.SpanOf(next), ProtectedClass, std::string(next.token_text()),
                    std::string(so_far));
    if (report && found.cls != nullptr && inner.cls != nullptr && inner.cls->shape->def.has_value() &&
        !inner.cls->shape->def.Has(kEncapsulated) && !IsPackageLike(found.cls)) {
      emitter_.Emit(program_.SpanOf(next), ClassInModel, std::string(so_far), std::string(next.token_text()));
    }
    found = inner;
    part = next;
  }
  is_operator =
      is_operator || (found.cls != nullptr && found.cls->shape->restriction == Restriction::OperatorFunction);
  if (report && is_through_component && is_operator)
    emitter_.Emit(program_.SpanOf(ref), OperatorOfComponent, std::string(ref.text()));
  if (found.component != nullptr && report)
    emitter_.Emit(program_.SpanOf(ref), TypeIsNoType, std::string(ref.text()));
  return found.cls;
}

void Instances::ReportMissing(NodeRef part, Inst* scope, NodeRef ref) {
  const std::string name(part.token_text());
  if (HasImport(scope, program_.NameOf(part))) return;
  std::vector<std::string> known;
  for (Inst* at = scope; at != nullptr && at != root_; at = at->enclosing) {
    ForEachElement(at, [&](Inst* owner, uint32_t k) {
      const ShapeElement& element = owner->shape->elements[k];
      if (!element.is_component) known.emplace_back(world_.names[element.name]);
    });
    if (at->shape->def.Has(kEncapsulated)) break;
  }
  const std::string nearest = base::Nearest(name, known);
  if (ref.n_children() > 1 && nearest.empty()) {
    auto builder = emitter_.Emit(program_.SpanOf(part), MissingLibrary, name);
    const std::string library = program_.NearestChild(Program::kRoot, name);
    if (!library.empty()) builder.Note({}, DidYouMean, library);
    return;
  }
  auto builder = emitter_.Emit(program_.SpanOf(ref), NoSuchClass, std::string(ref.text()));
  if (!nearest.empty()) builder.Note({}, DidYouMean, nearest);
}

auto Instances::LookupClass(NodeRef ref, Inst* scope, bool report, bool for_call) -> ClassElem* {
  const NodeRef first = ref.child();
  if (!first.has_value()) return nullptr;
  const NameId name = program_.NameOf(first);
  const Found found = ref.Has(kGlobal) ? FindTop(name) : Lookup(name, scope);
  if (!found.has_value()) {
    if (report) ReportMissing(first, scope, ref);
    return nullptr;
  }
  return LookupPath(first, found, report, ref, for_call);
}

auto Instances::FindInner(Component* outer) -> Component* {
  Inst* around = Whole(outer->parent);
  const bool is_in_package = around->component == nullptr;
  // A package has no place in the tree of instances but that of the class around it.
  while (around != nullptr && around->component == nullptr)
    around = around->enclosing != nullptr ? Whole(around->enclosing) : nullptr;
  if (around == nullptr) return nullptr;
  Component* owner = around->component;
  Inst* first = is_in_package ? around : nullptr;
  while (owner != nullptr && (first != nullptr || owner->parent != nullptr)) {
    Inst* at = first != nullptr ? std::exchange(first, nullptr) : Whole(owner->parent);
    const Found found = FindInInst(at, outer->name);
    if (found.component != nullptr && found.component->Has(kInner)) return InnerHalf(found.component);
    owner = at->component;
  }
  for (Component* made : automatic_inners_) {
    if (made->name == outer->name) return made;
  }
  return nullptr;
}

// An `inner outer` component is two: the one above, and the one that components below see.
auto Instances::InnerHalf(Component* component) -> Component* {
  if (!component->Has(kOuter)) return component;
  if (component->inner_half == nullptr) {
    Component* half = NewComponent();
    half->name = component->name;
    half->parent = component->parent;
    half->clause = component->clause;
    half->node = component->node;
    half->type_scope = component->type_scope;
    half->size_clause = component->size_clause;
    half->size_node = component->size_node;
    half->size_scope = component->size_scope;
    half->flags = component->flags & ~uint32_t{kOuter};
    half->mod = component->mod;
    half->path = component->path;
    half->is_protected = component->is_protected;
    component->inner_half = half;
  }
  return component->inner_half;
}

auto Instances::FindInnerClass(Inst* inst, NameId name) -> ClassElem* {
  Component* owner = Whole(inst)->component;
  while (owner != nullptr && owner->parent != nullptr) {
    Inst* at = Whole(owner->parent);
    const auto [where, element] = Locate(at, name);
    if (where != nullptr && !where->shape->elements[element].is_component &&
        where->shape->elements[element].clause.Has(kInner))
      return ClassAt(where, element);
    owner = at->component;
  }
  return nullptr;
}

auto Instances::Resolved(Component* component) -> Component* {
  if (!component->Has(kOuter)) return component;
  if (component->outer_progress == Progress::Done) return component->inner;
  component->outer_progress = Progress::Done;
  // An element of an array of outer components is looked for by its array.
  component->inner = FindInner(component);
  if (component->inner != nullptr) return component->inner;
  {
    auto builder = emitter_.Emit(program_.SpanOf(component->node), MissingInner,
                                 std::string(world_.names[component->name]));
    if (ResolveType(component) && component->type->shape->annotation.has_value()) {
      const NodeRef entry = FindAnnotation(component->type->shape->annotation, {"missingInnerMessage"});
      const NodeRef text = entry.has_value() ? entry.Find(NodeKind::Modification).child() : NodeRef{};
      if (text.Is(NodeKind::String))
        builder.Note({}, LibrarySays, std::string(text.token_text().substr(1, text.token_text().size() - 2)));
    }
  }
  Component* made = NewComponent();
  made->name = component->name;
  made->parent = model_ != nullptr ? model_ : Whole(component->parent);
  made->clause = component->clause;
  made->node = component->node;
  made->type_scope = component->type_scope;
  made->size_clause = component->size_clause;
  made->size_node = component->size_node;
  made->size_scope = component->size_scope;
  made->flags = (component->flags & ~uint32_t{kOuter}) | kInner;
  // The modifiers of an `inner outer` component are about the one that those below see, and so is its name.
  const bool is_both = component->Has(kInner);
  made->mod = is_both ? nullptr : component->mod;
  const NameId name =
      is_both ? world_.names.Intern("outer " + std::string(world_.names[made->name])) : made->name;
  made->path = world_.paths.Child(base::PathStore::kRoot, name);
  automatic_inners_.push_back(made);
  component->inner = made;
  return made;
}

}  // namespace kerf::modelica
