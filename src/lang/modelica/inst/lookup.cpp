// Names: simple and composite, imports, encapsulation, predefined classes, inner and outer.
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
KERF_DIAG(TypeIsNoType, Error, "`{}` is a component, not a class", std::string);

}  // namespace

auto Instances::FindImport(Inst* inst, NameId name) -> Found {
  for (const ShapeImport& import : inst->shape->imports) {
    if (import.kind == ImportKind::Star || import.name != name) continue;
    if (import.kind == ImportKind::List) {
      ClassElem* package = FindGlobal(import.path);
      return package != nullptr ? FindInInst(Self(package), import.member) : Found{};
    }
    // The last name may be a constant of a package.
    const uint32_t n = import.path.n_children();
    if (n == 1) return FindTop(program_.NameOf(import.path.child()));
    Found found = FindTop(program_.NameOf(import.path.child()));
    NodeRef part = import.path.child().next();
    for (uint32_t k = 1; k < n && found.cls != nullptr; ++k, part = part.next())
      found = FindInInst(Self(found.cls), program_.NameOf(part));
    return found;
  }
  for (const ShapeImport& import : inst->shape->imports) {
    if (import.kind != ImportKind::Star) continue;
    ClassElem* package = FindGlobal(import.path);
    if (package == nullptr) continue;
    if (const Found found = FindInInst(Self(package), name); found.has_value()) return found;
  }
  return {};
}

auto Instances::FindGlobal(NodeRef ref) -> ClassElem* {
  return LookupPath(ref.child(), FindTop(program_.NameOf(ref.child())), false, ref);
}

auto Instances::Lookup(NameId name, Inst* scope) -> Found {
  for (Inst* at = scope; at != nullptr; at = at->enclosing) {
    if (at == root_) {
      if (const auto found = predefined_.find(name); found != predefined_.end())
        return {nullptr, found->second};
      return FindTop(name);
    }
    if (const Found found = FindInInst(at, name); found.has_value()) return found;
    if (!at->shape->imports.empty()) {
      if (const Found found = FindImport(at, name); found.has_value()) return found;
    }
    if (at->shape->def.has_value() && at->shape->def.Has(kEncapsulated)) break;
  }
  const auto found = predefined_.find(name);
  return found != predefined_.end() ? Found{nullptr, found->second} : Found{};
}

auto Instances::LookupPath(NodeRef first, Found found, bool report, NodeRef ref) -> ClassElem* {
  NodeRef part = first;
  while (found.has_value()) {
    const NodeRef next = part.next();
    if (!next.has_value()) break;
    Inst* scope = nullptr;
    if (found.cls != nullptr) {
      scope = Self(found.cls);
    } else {
      Component* component = Resolved(found.component);
      scope = InstOf(component);
    }
    if (scope == nullptr) return nullptr;
    const Found inner = FindInInst(scope, program_.NameOf(next));
    if (!inner.has_value() && report) {
      emitter_.Emit(program_.SpanOf(next), NoSuchClassIn,
                    std::string(ref.text().substr(0, part.end_byte() - ref.begin_byte())),
                    std::string(next.token_text()));
    }
    found = inner;
    part = next;
  }
  if (found.component != nullptr && report)
    emitter_.Emit(program_.SpanOf(ref), TypeIsNoType, std::string(ref.text()));
  return found.cls;
}

void Instances::ReportMissing(NodeRef part, Inst* scope, NodeRef ref) {
  const std::string name(part.token_text());
  std::vector<std::string> known;
  for (Inst* at = scope; at != nullptr && at != root_; at = at->enclosing) {
    ForEachElement(at, [&](Inst* owner, uint32_t k) {
      const ShapeElement& element = owner->shape->elements[k];
      if (!element.is_component) known.emplace_back(world_.names[element.name]);
    });
  }
  const std::string nearest = base::Nearest(name, known);
  if (ref.n_children() > 1 && nearest.empty()) {
    emitter_.Emit(program_.SpanOf(part), MissingLibrary, name);
    return;
  }
  auto builder = emitter_.Emit(program_.SpanOf(ref), NoSuchClass, std::string(ref.text()));
  if (!nearest.empty()) builder.Note({}, DidYouMean, nearest);
}

auto Instances::LookupClass(NodeRef ref, Inst* scope, bool report) -> ClassElem* {
  const NodeRef first = ref.child();
  if (!first.has_value()) return nullptr;
  const NameId name = program_.NameOf(first);
  const Found found = ref.Has(kGlobal) ? FindTop(name) : Lookup(name, scope);
  if (!found.has_value()) {
    if (report) ReportMissing(first, scope, ref);
    return nullptr;
  }
  return LookupPath(first, found, report, ref);
}

auto Instances::FindInner(Component* outer) -> Component* {
  Component* owner = Whole(outer->parent)->component;
  while (owner != nullptr && owner->parent != nullptr) {
    Inst* at = Whole(owner->parent);
    const Found found = FindInInst(at, outer->name);
    if (found.component != nullptr && found.component->Has(kInner)) return found.component;
    owner = at->component;
  }
  for (Component* made : automatic_inners_) {
    if (made->name == outer->name) return made;
  }
  return nullptr;
}

auto Instances::Resolved(Component* component) -> Component* {
  if (!component->Has(kOuter)) return component;
  if (component->outer_progress == Progress::Done) return component->inner;
  component->outer_progress = Progress::Done;
  // An element of an array of outer components is looked for by its array.
  component->inner = FindInner(component);
  if (component->inner != nullptr) {
    // `inner outer`: an inner that is itself an outer of something above.
    if (component->inner->Has(kOuter) && component->inner != component) {
      component->inner = Resolved(component->inner);
    }
    return component->inner;
  }
  emitter_.Emit(program_.SpanOf(component->node), MissingInner, std::string(world_.names[component->name]));
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
  made->mod = component->mod;
  made->path = world_.paths.Child(base::PathStore::kRoot, made->name);
  automatic_inners_.push_back(made);
  component->inner = made;
  return made;
}

}  // namespace kerf::modelica
