// The tree of instances: every component that is present, in the order of declaration.
#include "base/nearest.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(NothingToModify, Error, "`{}` has no element `{}` to modify", std::string, std::string);
KERF_NOTE(NearestElement, "did you mean `{}`?", std::string);
KERF_DIAG(NoSuchAttribute, Error, "variables of type {} have no attribute `{}`", std::string, std::string);
KERF_DIAG(PartialComponent, Error, "the class `{}` of `{}` is partial and must be redeclared or extended",
          std::string, std::string);

KERF_DIAG(PartialChoice, Error,
          "the class `{}` of `{}` is partial: a package that completes it must be chosen", std::string,
          std::string);

KERF_DIAG(NothingToModifyInBase, Error, "the base class `{}` has no element `{}` to modify", std::string,
          std::string);
KERF_DIAG(EachWithoutArray, Warning, "`each` says nothing here: `{}` is not an array", std::string);
KERF_DIAG(ProtectedModified, Error, "`{}` is protected in `{}` and cannot be modified", std::string,
          std::string);

constexpr std::string_view kAttributes[] = {"quantity", "unit",  "displayUnit", "min",       "max",
                                            "start",    "fixed", "nominal",     "unbounded", "stateSelect"};

}  // namespace

// A modifier that names nothing is a slip of the pen.
void Flattener::CheckModifiers(Inst* inst) {
  if (inst->mod == nullptr) return;
  for (const auto& [name, mod] : inst->mod->children) {
    if (mod->redeclare_owner != nullptr) continue;
    const Found found = instances_.FindInInst(inst, name);
    // What a base class or the type itself says of its own protected classes is no matter of the user's.
    const Component* user = inst->component;
    const bool is_class =
        found.cls != nullptr && user != nullptr && user->mod != nullptr && user->mod->Child(name) != nullptr;
    if (found.is_protected && mod->place.has_value() &&
        (mod->has_value() || mod->redeclare.has_value() || is_class)) {
      emitter_.Emit(program_.SpanOf(mod->place), ProtectedModified, std::string(world_.names[name]),
                    program_.FullName(inst->shape->cls));
    }
    if (found.has_value()) continue;
    std::vector<std::string> known;
    instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
      known.emplace_back(world_.names[owner->shape->elements[k].name]);
    });
    const std::string wrong(world_.names[name]);
    const std::string nearest = base::Nearest(wrong, known);
    const diag::Span span = mod->place.has_value() ? program_.SpanOf(mod->place) : diag::Span{};
    auto builder = emitter_.Emit(span, NothingToModify, instances_.NameOf(inst), wrong);
    if (!nearest.empty()) builder.Note({}, NearestElement, nearest);
  }
}

// Extends clauses are looked at once for all instances of a class.
void Flattener::CheckExtends(Inst* part) {
  if (part->shape->bases.empty() || !checked_extends_.insert(part->shape).second) return;
  // A class that extends itself has lost its bases.
  if (part->bases.size() < part->shape->bases.size()) return;
  const size_t first = part->bases.size() - part->shape->bases.size();
  for (size_t k = 0; k < part->shape->bases.size(); ++k) {
    Inst* base = part->bases[first + k];
    const NodeRef mods = part->shape->bases[k].node.Find(NodeKind::ClassModification);
    if (base == nullptr || !mods.has_value()) continue;
    for (const NodeRef argument : mods.children()) {
      NodeRef named = argument.Is(NodeKind::ElementModification) ? argument.child().child() : argument;
      if (argument.Is(NodeKind::ComponentClause)) named = argument.Find(NodeKind::Component);
      if (argument.Is(NodeKind::InheritanceBreak) || !named.has_value()) continue;
      if (instances_.FindInInst(base, program_.NameOf(named)).has_value()) continue;
      emitter_.Emit(program_.SpanOf(argument), NothingToModifyInBase, program_.FullName(base->shape->cls),
                    std::string(named.token_text()));
    }
  }
}

void Flattener::CheckAttributes(Component* component) {
  if (component->mod == nullptr) return;
  const BuiltinKind kind = component->builtin->kind;
  const auto has = [&](std::string_view name) {
    if (kind == BuiltinKind::Real) return std::ranges::count(kAttributes, name) > 0;
    const bool has_bounds = kind == BuiltinKind::Integer || kind == BuiltinKind::Enumeration;
    if (name == "min" || name == "max") return has_bounds;
    return name == "quantity" || name == "start" || name == "fixed";
  };
  for (const auto& [name, mod] : component->mod->children) {
    const std::string_view text = world_.names[name];
    if (has(text)) continue;
    const diag::Span span = mod->place.has_value() ? program_.SpanOf(mod->place) : diag::Span{};
    auto type = elaborator_.TypeOf(component);
    if (type) type->shape = expr::kScalar;
    emitter_.Emit(span, NoSuchAttribute, type ? elaborator_.typing().TypeText(*type) : "?",
                  std::string(text));
  }
}

void Flattener::CheckEach(Component* component) {
  if (component->mod == nullptr || !component->dims.empty() || component->array != nullptr) return;
  // Inside an array of components `each` may speak of that array.
  for (const Component* at = component; at != nullptr && at->parent != nullptr;
       at = Whole(at->parent)->component) {
    if (at->array != nullptr) return;
  }
  for (const auto& [name, mod] : component->mod->children) {
    if (mod->is_each && mod->place.has_value())
      emitter_.Emit(program_.SpanOf(mod->place), EachWithoutArray, instances_.NameOf(component));
  }
}

void Flattener::VisitInst(Inst* inst) {
  insts_.push_back(inst);
  CheckModifiers(inst);
  instances_.ForEachPart(inst, [&](Inst* part) { CheckExtends(part); });
  instances_.ForEachComponent(inst, [&](Component* component) { VisitComponent(component); });
}

void Flattener::VisitComponent(Component* component) {
  if (component->Has(kOuter)) {
    instances_.Resolved(component);
    if (!component->Has(kInner)) return;
    VisitComponent(instances_.InnerHalf(component));
    return;
  }
  if (!elaborator_.IsPresent(component)) return;
  if (!instances_.ResolveType(component)) return;
  if (!elaborator_.EnsureDims(component)) return;
  if (component->builtin != nullptr) {
    elaborator_.VarOf(component);
    variables_.push_back(component);
    CheckAttributes(component);
    CheckEach(component);
    return;
  }
  CheckEach(component);
  const Restriction restriction = component->type->shape->restriction;
  if (restriction == Restriction::Function || restriction == Restriction::Package) return;
  if (component->dims.empty()) {
    Inst* inst = instances_.InstOf(component);
    if (inst == nullptr) return;
    if (inst->shape->def.has_value() && inst->shape->def.Has(kPartial) && !is_partial_ &&
        restriction != Restriction::Connector && restriction != Restriction::Record) {
      const diag::Span span = program_.SpanOf(component->node);
      const std::string cls = program_.FullName(inst->shape->cls);
      const std::string name = instances_.NameOf(component);
      // In a partial package, such as a medium: users of the model choose another.
      const Inst* package = inst->enclosing;
      const bool is_choice = package != nullptr && package->shape->def.has_value() &&
                             package->shape->def.Has(kPartial) &&
                             package->shape->restriction == Restriction::Package;
      if (is_choice) emitter_.Emit(span, PartialChoice, cls, name);
      if (!is_choice) emitter_.Emit(span, PartialComponent, cls, name);
      return;
    }
    if (instances_.IsExpandable(component->type)) {
      // Has only what connections name.
      expandables_.push_back(component);
      insts_.push_back(inst);
      return;
    }
    VisitInst(inst);
    return;
  }
  const std::vector<Component*> elements = elaborator_.Elements(component);
  for (Component* element : elements) VisitComponent(element);
}

// True if all conditions up to the branch that is taken are known now; `taken` is its Block, or nothing.
auto Flattener::IsStructuralIf(NodeRef node, Scope& scope, NodeRef& taken, bool report) -> bool {
  taken = {};
  for (const NodeRef branch : node.children()) {
    if (!branch.Is(NodeKind::Branch)) continue;
    const NodeRef first = branch.child();
    if (first.Is(NodeKind::Block)) {
      taken = first;
      return true;
    }
    if (!report) capture_.Open();
    const ExprId condition = elaborator_.Expression(first, scope);
    if (!report) capture_.Drop();
    if (!elaborator_.IsParameterExpression(condition)) return false;
    const auto known = elaborator_.TryEvaluate(condition);
    if (!known || known->kind != expr::Kind::Boolean) return false;
    if (!known->boolean()) continue;
    taken = first.next();
    return true;
  }
  return true;
}

}  // namespace kerf::modelica
