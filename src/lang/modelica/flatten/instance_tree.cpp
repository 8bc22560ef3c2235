// The tree of instances: every component that is present, in the order of declaration.
#include "base/nearest.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

constexpr uint32_t kMaxNesting = 120;

KERF_DIAG(RecursiveComponents, Error, "the class of `{}` contains itself", std::string);
KERF_DIAG(NothingToModify, Error, "`{}` has no element `{}` to modify", std::string, std::string);
KERF_NOTE(NearestElement, "did you mean `{}`?", std::string);
KERF_DIAG(NoSuchAttribute, Error, "variables of type {} have no attribute `{}`", std::string, std::string);
KERF_DIAG(PartialComponent, Error, "the class `{}` of `{}` is partial and must be redeclared or extended",
          std::string, std::string);

constexpr std::string_view kAttributes[] = {"quantity", "unit",  "displayUnit", "min",       "max",
                                            "start",    "fixed", "nominal",     "unbounded", "stateSelect"};

}  // namespace

// A modifier that names nothing is a slip of the pen.
void Flattener::CheckModifiers(Inst* inst) {
  if (inst->mod == nullptr) return;
  for (const auto& [name, mod] : inst->mod->children) {
    if (mod->redeclare_owner != nullptr) continue;
    if (instances_.FindInInst(inst, name).has_value()) continue;
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

void Flattener::VisitInst(Inst* inst, uint32_t depth) {
  insts_.push_back(inst);
  CheckModifiers(inst);
  instances_.ForEachComponent(inst, [&](Component* component) { VisitComponent(component, depth); });
}

void Flattener::VisitComponent(Component* component, uint32_t depth) {
  if (depth > kMaxNesting) {
    emitter_.Emit(program_.SpanOf(component->node), RecursiveComponents, instances_.NameOf(component));
    return;
  }
  if (component->Has(kOuter)) {
    instances_.Resolved(component);
    if (!component->Has(kInner)) return;
  }
  if (!elaborator_.IsPresent(component)) return;
  if (!instances_.ResolveType(component)) return;
  if (!elaborator_.EnsureDims(component)) return;
  if (component->builtin != nullptr) {
    elaborator_.VarOf(component);
    variables_.push_back(component);
    if (component->mod == nullptr) return;
    for (const auto& [name, mod] : component->mod->children) {
      const std::string_view text = world_.names[name];
      if (std::ranges::count(kAttributes, text) > 0) continue;
      const diag::Span span = mod->place.has_value() ? program_.SpanOf(mod->place) : diag::Span{};
      const auto type = elaborator_.TypeOf(component);
      emitter_.Emit(span, NoSuchAttribute, type ? elaborator_.typing().TypeText(*type) : "?",
                    std::string(text));
    }
    return;
  }
  const Restriction restriction = component->type->shape->restriction;
  if (restriction == Restriction::Function || restriction == Restriction::Package) return;
  if (component->dims.empty()) {
    Inst* inst = instances_.InstOf(component);
    if (inst == nullptr) return;
    if (inst->shape->def.has_value() && inst->shape->def.Has(kPartial) && !options_.is_lenient &&
        restriction != Restriction::Connector && restriction != Restriction::Record) {
      emitter_.Emit(program_.SpanOf(component->node), PartialComponent, program_.FullName(inst->shape->cls),
                    instances_.NameOf(component));
      return;
    }
    if (instances_.IsExpandable(component->type)) {
      // Has only what connections name.
      expandables_.push_back(component);
      insts_.push_back(inst);
      return;
    }
    VisitInst(inst, depth + 1);
    return;
  }
  const std::vector<Component*> elements = elaborator_.Elements(component);
  for (Component* element : elements) VisitComponent(element, depth);
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
