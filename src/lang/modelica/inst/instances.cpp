// Instances, their bases and elements.
#include "lang/modelica/inst/instances.h"

#include <algorithm>

#include <fmt/format.h>

#include "lang/modelica/inst/redeclare.h"

namespace kerf::modelica {

namespace {

// Bases of bases and classes in classes beyond this are taken for a class that contains itself.
constexpr uint32_t kMaxClassDepth = 250;

KERF_DIAG(BaseNotFound, Error, "there is no class `{}` to extend", std::string);
KERF_NOTE(NoLibraryOfBase, "no library `{}` is on the path", std::string);
KERF_DIAG(TooManyParts, Error,
          "the model has more than {} parts with their base classes, counted up to `{}`; `--max-size` sets "
          "this limit",
          uint64_t, std::string);
KERF_DIAG(RecursiveClass, Error, "the class `{}` contains or extends itself", std::string);
KERF_DIAG(NothingToBreak, Error, "the base class has no `{}` that could be left out", std::string);

}  // namespace

Instances::Instances(Program& program, flat::World& world, diag::Emitter& emitter)
    : program_(program),
      world_(world),
      emitter_(emitter),
      shapes_(program, emitter),
      mods_(program, emitter) {
  predefined_shapes_.emplace_back();
  root_ = &insts_.emplace_back();
  root_->shape = &predefined_shapes_.back();
  root_->bases_progress = Progress::Done;
  const auto enumeration = [&](const char* name, std::initializer_list<const char*> literals) {
    flat::Enumeration made;
    made.name = world_.names.Intern(name);
    for (const char* literal : literals) made.literals.push_back(world_.names.Intern(literal));
    world_.enumerations.push_back(std::move(made));
    Predefine(name, BuiltinKind::Enumeration, static_cast<uint16_t>(world_.enumerations.size() - 1));
  };
  Predefine("Real", BuiltinKind::Real, 0);
  Predefine("Integer", BuiltinKind::Integer, 0);
  Predefine("Boolean", BuiltinKind::Boolean, 0);
  Predefine("String", BuiltinKind::String, 0);
  Predefine("Clock", BuiltinKind::Clock, 0);
  Predefine("ExternalObject", BuiltinKind::Object, 0);
  enumeration("StateSelect", {"never", "avoid", "default", "prefer", "always"});
  enumeration("AssertionLevel", {"warning", "error"});
}

auto Instances::Predefine(std::string_view name, BuiltinKind kind, uint16_t detail) -> ClassElem* {
  Shape& shape = predefined_shapes_.emplace_back();
  shape.restriction = Restriction::Type;
  ClassElem& elem = elems_.emplace_back();
  elem.shape = &shape;
  elem.enclosing = root_;
  elem.is_predefined = true;
  elem.builtin_progress = Progress::Done;
  elem.builtin = BuiltinType{};
  elem.builtin->kind = kind;
  elem.builtin->detail = detail;
  elem.name = world_.names.Intern(name);
  predefined_.emplace(elem.name, &elem);
  return &elem;
}

auto Instances::NewElem(const Shape& shape, Inst* enclosing, const Mod* mod, NameId name, NodeRef place)
    -> ClassElem* {
  ClassElem& elem = elems_.emplace_back();
  elem.shape = &shape;
  elem.enclosing = enclosing;
  elem.mod = mod;
  elem.name = name;
  elem.place = place;
  return &elem;
}

auto Instances::FindTop(NameId name) -> Found {
  const ClassId id = program_.FindChild(Program::kRoot, name);
  if (!id.has_value()) return {};
  auto& elem = top_classes_[id];
  if (elem == nullptr) elem = NewElem(shapes_.Of(id), root_, nullptr, name, shapes_.Of(id).def);
  return {nullptr, elem, false, nullptr};
}

auto Instances::ClassOf(ClassId id) -> ClassElem* {
  if (id == Program::kRoot) return nullptr;
  const Class& cls = program_[id];
  if (cls.parent == Program::kRoot) return FindTop(cls.name).cls;
  ClassElem* parent = ClassOf(cls.parent);
  Inst* scope = parent != nullptr ? Self(parent) : nullptr;
  return scope != nullptr ? FindInInst(scope, program_[id].name).cls : nullptr;
}

auto Instances::ClassNamed(std::string_view dotted_name) -> ClassElem* {
  const ClassId id = program_.Find(dotted_name);
  if (id.has_value()) return ClassOf(id);
  // The name of an inherited class.
  Found found;
  size_t begin = 0;
  while (begin <= dotted_name.size()) {
    const size_t dot = std::min(dotted_name.find('.', begin), dotted_name.size());
    const NameId name = world_.names.Intern(dotted_name.substr(begin, dot - begin));
    found = begin == 0 ? FindTop(name) : FindInInst(Self(found.cls), name);
    if (found.cls == nullptr) return nullptr;
    begin = dot + 1;
  }
  return found.cls;
}

auto Instances::NewModel(ClassElem* elem) -> Inst* {
  Component* component = NewComponent();
  component->path = base::PathStore::kRoot;
  component->type = elem;
  component->type_progress = Progress::Done;
  component->presence_progress = Progress::Done;
  component->dims_progress = Progress::Done;
  model_ = NewInst(elem, elem->mod, component);
  component->inst = model_;
  return model_;
}

auto Instances::Deref(ClassElem* elem) -> ClassElem* {
  for (uint32_t depth = 0; depth < kMaxClassDepth; ++depth) {
    const Shape& shape = *elem->shape;
    const bool says_more = elem->mod != nullptr || elem->defaults != nullptr || elem->replaced != nullptr;
    if (!shape.is_short || says_more) return elem;
    const NodeRef spec = shape.bases[0].node;
    const bool is_type =
        shape.restriction == Restriction::Type || shape.restriction == Restriction::Connector;
    if (is_type || spec.n_children() > 1 || spec.node().flags != 0) return elem;
    ClassElem* target = LookupClass(spec.child(), elem->enclosing, false);
    if (target == nullptr) return elem;
    elem = target;
  }
  return elem;
}

auto Instances::NewInst(ClassElem* elem, const Mod* mod, Component* component) -> Inst* {
  elem = Deref(elem);
  Inst& inst = insts_.emplace_back();
  inst.shape = elem->shape;
  inst.enclosing = elem->enclosing;
  inst.component = component;
  inst.elem = elem;
  inst.mod = mod;
  inst.elements.resize(elem->shape->elements.size());
  return &inst;
}

auto Instances::HasRoom(const diag::Span& span, const std::string& name, uint64_t n_more) -> bool {
  // Classes of classes grow as powers do; each takes about half a kilobyte.
  if (insts_.size() < max_parts_ && n_more <= max_parts_ - insts_.size()) return true;
  if (!has_told_size_) emitter_.Emit(span, TooManyParts, max_parts_, name);
  has_told_size_ = true;
  return false;
}

auto Instances::Self(ClassElem* elem) -> Inst* {
  elem = Deref(elem);
  if (elem->self == nullptr) elem->self = NewInst(elem, elem->mod, nullptr);
  return elem->self;
}

auto Instances::NewBase(ClassElem* base, const Mod* mod, Inst* derived) -> Inst* {
  Inst* inst = NewInst(base, mod, derived->component);
  inst->derived = derived;
  inst->depth = derived->depth + 1;
  return inst;
}

// The redeclarations among the elements of a class hold for its bases as well.
auto Instances::BaseMod(Inst* inst, ClassElem* base, NodeRef clause, Inst* scope) -> const Mod* {
  const Mod* own = mods_.FromClassModification(
      clause.has_value() ? clause.Find(NodeKind::ClassModification) : clause, scope);
  if (inst->shape->is_short && inst->elem != nullptr) own = mods_.Merge(own, inst->elem->defaults);
  const Mod* inner = mods_.Merge(own, base->mod);
  const Mod* mod = mods_.Merge(inst->mod, inner);
  if (!inst->shape->has_redeclare_elements) return mod;
  Mod with = mod != nullptr ? *mod : Mod{};
  for (uint32_t k = 0; k < inst->shape->elements.size(); ++k) {
    const ShapeElement& element = inst->shape->elements[k];
    // `class extends` without `redeclare` is a class of this one alone.
    if (!element.clause.Has(kRedeclare)) continue;
    Mod child;
    child.place = element.clause;
    child.redeclare_owner = inst;
    child.redeclare_element = k;
    // The element applies the outer modifiers itself.
    const Mod* said = inner != nullptr ? inner->Child(element.name) : nullptr;
    const Mod* made = mods_.Merge(mods_.New(std::move(child)), said);
    bool found = false;
    for (auto& [name, other] : with.children) {
      if (name != element.name) continue;
      other = made;
      found = true;
    }
    if (!found) with.children.emplace_back(element.name, made);
  }
  return mods_.NewFrom(std::move(with), mod);
}

void Instances::EnsureBases(Inst* inst) {
  if (inst->bases_progress != Progress::NotYet) return;
  inst->bases_progress = Progress::InProgress;
  if (inst->depth > kMaxClassDepth) {
    emitter_.Emit(program_.SpanOf(inst->shape->def.tree(), inst->shape->def.node().token), RecursiveClass,
                  std::string(inst->shape->def.token_text()));
    inst->bases_progress = Progress::Failed;
    // Others like it would come to the same end, one by one.
    has_told_size_ = true;
    is_recursive_ = true;
    return;
  }
  if (!inst->shape->bases.empty() && inst->shape->def.has_value() &&
      (is_recursive_ ||
       !HasRoom(program_.SpanOf(inst->shape->def.tree(), inst->shape->def.node().token), NameOf(inst)))) {
    inst->bases_progress = Progress::Failed;
    return;
  }
  if (inst->elem != nullptr && inst->elem->replaced != nullptr) {
    ClassElem* replaced = inst->elem->replaced;
    inst->bases.push_back(NewBase(replaced, BaseMod(inst, replaced, inst->shape->def, inst), inst));
  }
  for (const ShapeBase& clause : inst->shape->bases) {
    Inst* scope = inst->shape->is_short ? inst->enclosing : inst;
    const NodeRef ref = clause.node.Find(NodeKind::Ref);
    ClassElem* base = ref.has_value() ? LookupClass(ref, scope, false) : nullptr;
    if (base == nullptr) {
      if (ref.has_value()) {
        auto builder = emitter_.Emit(program_.SpanOf(ref), BaseNotFound, std::string(ref.text()));
        const NodeRef first = ref.child();
        if (ref.n_children() > 1 && !Lookup(program_.NameOf(first), scope).has_value())
          builder.Note({}, NoLibraryOfBase, std::string(first.token_text()));
      }
      inst->bases.push_back(nullptr);
      continue;
    }
    if (base->is_predefined) {
      inst->bases.push_back(nullptr);
      continue;
    }
    inst->bases.push_back(NewBase(base, BaseMod(inst, base, clause.node, scope), inst));
    const NodeRef mods = clause.node.Find(NodeKind::ClassModification);
    if (!mods.has_value()) continue;
    for (const NodeRef argument : mods.children()) {
      if (!argument.Is(NodeKind::InheritanceBreak)) continue;
      if (argument.child().Is(NodeKind::Connect))
        inst->bases.back()->removed_connections.push_back(argument.child());
      if (!argument.child().Is(NodeKind::Ref)) continue;
      const NameId name = program_.NameOf(argument.child().child());
      if (!FindInInst(inst->bases.back(), name).has_value())
        emitter_.Emit(program_.SpanOf(argument), NothingToBreak, std::string(argument.child().text()));
      // The element may stand in a base of the base.
      const auto [owner, element] = Locate(inst->bases.back(), name);
      if (owner != nullptr) owner->removed.push_back(name);
    }
  }
  inst->bases_progress = Progress::Done;
}

auto Instances::FindInInst(Inst* inst, NameId name) -> Found {
  if (inst == nullptr) return {};
  if (inst == root_) return FindTop(name);
  const auto at = inst->shape->by_name.find(name);
  if (at != inst->shape->by_name.end() && std::ranges::count(inst->removed, name) == 0) {
    const ShapeElement& element = inst->shape->elements[at->second];
    if (element.is_component) return {ComponentAt(inst, at->second), nullptr, element.is_protected, nullptr};
    if (element.clause.Has(kOuter)) {
      if (ClassElem* inner = FindInnerClass(inst, name))
        return {nullptr, inner, element.is_protected, nullptr};
    }
    return {nullptr, ClassAt(inst, at->second), element.is_protected, nullptr};
  }
  EnsureBases(inst);
  for (size_t k = 0; k < inst->bases.size(); ++k) {
    if (inst->bases[k] == nullptr) continue;
    Found found = FindInInst(inst->bases[k], name);
    if (!found.has_value()) continue;
    const size_t first = inst->bases.size() - inst->shape->bases.size();
    found.is_protected = found.is_protected || (k >= first && inst->shape->bases[k - first].is_protected);
    return found;
  }
  for (Component* extra : inst->extras) {
    if (extra->name == name) return {extra, nullptr, false, nullptr};
  }
  return {};
}

// Where the first element of that name stands; no instance if there is none.
auto Instances::Locate(Inst* inst, NameId name) -> std::pair<Inst*, uint32_t> {
  const auto at = inst->shape->by_name.find(name);
  if (at != inst->shape->by_name.end() && std::ranges::count(inst->removed, name) == 0)
    return {inst, at->second};
  EnsureBases(inst);
  for (size_t k = 0; k < inst->bases.size(); ++k) {
    if (inst->bases[k] == nullptr) continue;
    if (const auto found = Locate(inst->bases[k], name); found.first != nullptr) return found;
  }
  return {nullptr, 0};
}

auto Instances::ComponentAt(Inst* inst, uint32_t index) -> Component* {
  if (inst->elements[index].component != nullptr) return inst->elements[index].component;
  const ShapeElement& element = inst->shape->elements[index];
  if (inst->derived != nullptr) {
    // What several bases declare alike is one component.
    const auto [owner, first] = Locate(Whole(inst), element.name);
    if (owner != nullptr && owner != inst && owner->shape->elements[first].is_component) {
      Component* same = ComponentAt(owner, first);
      inst->elements[index].component = same;
      return same;
    }
  }
  const Mod* outer = mods_.ForField(inst->mod, element.name);
  if (RedeclaringElement(outer, true) != nullptr) {
    Component* target = ComponentAt(outer->redeclare_owner, outer->redeclare_element);
    inst->elements[index].component = target;
    return target;
  }
  Component* component = NewComponent();
  inst->elements[index].component = component;
  component->name = element.name;
  component->parent = inst;
  component->is_protected = element.is_protected;
  if (outer != nullptr && outer->redeclare.Is(NodeKind::ComponentClause)) {
    Redeclare(component, outer, inst, index);
  } else {
    Declare(component, outer, inst, index);
  }
  if (inst->component != nullptr) {
    component->path = world_.paths.Child(inst->component->path, component->name);
    const uint32_t owner = inst->component->flags;
    if ((component->flags & kVariabilityFlags) == 0) component->flags |= owner & kVariabilityFlags;
    if ((owner & kParameter) != 0 && (component->flags & kConstant) == 0) component->flags |= kParameter;
    if ((owner & kConstant) != 0)
      component->flags = (component->flags & ~uint32_t{kVariabilityFlags}) | kConstant;
    component->flags |= owner & kFinal;
    component->is_protected = component->is_protected || inst->component->is_protected;
    if (inst->component->type != nullptr && (owner & (kCausalityFlags | kConnectionFlags)) != 0) {
      component->flags = KeepPrefixes(component->flags, owner, kCausalityFlags);
      component->flags = KeepPrefixes(component->flags, owner, kConnectionFlags);
    }
  } else {
    component->path = world_.paths.Child(base::PathStore::kRoot, component->name);
  }
  return component;
}

void Instances::ForEachElement(Inst* inst, const std::function<void(Inst*, uint32_t)>& visit) {
  EnsureBases(inst);
  size_t base = inst->elem != nullptr && inst->elem->replaced != nullptr && !inst->bases.empty() ? 1 : 0;
  if (base == 1) ForEachElement(inst->bases[0], visit);
  const size_t first = base;
  for (uint32_t k = 0; k <= inst->shape->elements.size(); ++k) {
    while (base < inst->bases.size() && inst->shape->bases[base - first].before == k) {
      if (inst->bases[base] != nullptr) ForEachElement(inst->bases[base], visit);
      ++base;
    }
    if (k == inst->shape->elements.size()) break;
    const NameId name = inst->shape->elements[k].name;
    const Mod* outer = inst->mod != nullptr ? inst->mod->Child(name) : nullptr;
    // What a derived class redeclares as an element of its own is visited there.
    if (outer != nullptr && outer->redeclare_owner != nullptr) continue;
    if (std::ranges::count(inst->removed, name) > 0) continue;
    visit(inst, k);
  }
}

void Instances::ForEachComponent(Inst* inst, const std::function<void(Component*)>& visit) {
  ForEachElement(inst, [&](Inst* owner, uint32_t k) {
    if (!owner->shape->elements[k].is_component) return;
    // The same element inherited twice is one.
    if (owner != inst && Locate(inst, owner->shape->elements[k].name) != std::pair(owner, k)) return;
    visit(ComponentAt(owner, k));
  });
  for (size_t k = 0; k < inst->extras.size(); ++k) visit(inst->extras[k]);
}

// A component like `like`, which may lie elsewhere, as an addition to an expandable connector.
auto Instances::AddExtra(Inst* connector, NameId name, const Component* like, std::vector<int32_t> dims)
    -> Component* {
  Component* extra = NewComponent();
  extra->name = name;
  extra->parent = connector;
  extra->clause = like->clause;
  extra->node = like->node;
  extra->flags = like->flags & ~uint32_t{kInput | kOutput | kInner | kOuter};
  extra->type_scope = like->type_scope;
  extra->type = like->type;
  extra->builtin = like->builtin;
  extra->type_progress = like->type_progress;
  extra->presence_progress = Progress::Done;
  extra->dims = std::move(dims);
  extra->dims_progress = Progress::Done;
  if (extra->builtin != nullptr) extra->mod = extra->builtin->attributes;
  extra->path = world_.paths.Child(connector->component->path, name);
  connector->extras.push_back(extra);
  return extra;
}

void Instances::ForEachPart(Inst* inst, const std::function<void(Inst*)>& visit) {
  EnsureBases(inst);
  for (Inst* base : inst->bases) {
    if (base != nullptr) ForEachPart(base, visit);
  }
  visit(inst);
}

auto Instances::NameOf(const Component* component) const -> std::string {
  return world_.paths.Render(component->path);
}

auto Instances::NameOf(const Inst* inst) const -> std::string {
  if (inst->component != nullptr && inst->component->path != base::PathStore::kRoot)
    return NameOf(inst->component);
  return inst->shape->cls.has_value() ? program_.FullName(inst->shape->cls) : "";
}

}  // namespace kerf::modelica
