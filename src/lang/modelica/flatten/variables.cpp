// Variables with their attributes and declaration equations.
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(AttributeType, Error, "the attribute `{}` of `{}` must be of type {}, not {}", std::string,
          std::string, std::string, std::string);

auto SelectOf(int64_t ordinal) -> flat::StateSelect {
  switch (ordinal) {
    case 1:  return flat::StateSelect::Never;
    case 2:  return flat::StateSelect::Avoid;
    case 4:  return flat::StateSelect::Prefer;
    case 5:  return flat::StateSelect::Always;
    default: return flat::StateSelect::Default;
  }
}

auto DeclaredVariability(const Component& component, Kind kind) -> flat::Variability {
  if (component.Has(kConstant)) return flat::Variability::Constant;
  if (component.Has(kParameter)) return flat::Variability::Parameter;
  if (component.Has(kDiscrete) || kind != Kind::Real) return flat::Variability::Discrete;
  return flat::Variability::Continuous;
}

}  // namespace

void Flattener::AddVariables() {
  // Every variable that an expression refers to has an id already; elaborating bindings makes no more than
  // those that are visited.
  for (uint32_t k = 0; k < elaborator_.n_vars(); ++k) AddVariable(elaborator_.ComponentOf(VarId{k}));
  if (!related_inputs_.empty()) RelateInputs();
}

auto Flattener::FittingAttribute(Component* component, std::string_view name, const Type& type) -> ExprId {
  const ExprId value = elaborator_.Attribute(component, name);
  if (!value.has_value() || value == Pool::kError) return {};
  Type scalar = type;
  scalar.shape = expr::kScalar;
  const auto converted =
      elaborator_.typing().TryConvert(value, elaborator_.typing().Dims(value).empty() ? scalar : type);
  if (converted) return *converted;
  emitter_.Emit(program_.SpanOf(component->node), AttributeType, std::string(name),
                instances_.NameOf(component), elaborator_.typing().TypeText(type),
                elaborator_.typing().TypeText(value));
  return {};
}

void Flattener::AddAttributes(Component* component, flat::Var& var) {
  flat::Attributes attributes;
  bool has_any = false;
  if (component->mod != nullptr && !component->mod->children.empty()) {
    has_any = true;
    attributes.start = FittingAttribute(component, "start", var.type);
    if (var.type.kind == Kind::Real || var.type.kind == Kind::Integer || var.type.kind == Kind::Enumeration) {
      attributes.min = FittingAttribute(component, "min", var.type);
      attributes.max = FittingAttribute(component, "max", var.type);
    }
    if (var.type.kind == Kind::Real) attributes.nominal = FittingAttribute(component, "nominal", var.type);
    attributes.fixed_value = FittingAttribute(component, "fixed", {Kind::Boolean, var.type.shape, 0});
    if (attributes.fixed_value.has_value()) {
      const auto known = elaborator_.TryEvaluate(attributes.fixed_value);
      if (known && !known->is_array) attributes.fixed = known->boolean();
      if (known && known->is_array && !known->elements().empty())
        attributes.fixed = known->elements()[0].boolean();
    }
    attributes.unit = elaborator_.TextAttribute(component, "unit");
    attributes.display_unit = elaborator_.TextAttribute(component, "displayUnit");
    attributes.quantity = elaborator_.TextAttribute(component, "quantity");
    const ExprId select = elaborator_.Attribute(component, "stateSelect");
    if (select.has_value() && select != Pool::kError) {
      auto known = elaborator_.TryEvaluate(select);
      if (known && known->is_array && !known->elements().empty()) known = known->elements()[0];
      if (known && known->kind == Kind::Enumeration) attributes.state_select = SelectOf(known->integer);
    }
  }
  if (const NodeRef description = component->node.Find(NodeKind::Description); description.has_value()) {
    const std::string text = Elaborator::TextOf(description);
    if (!text.empty()) {
      has_any = true;
      attributes.description = world_.names.Intern(text);
    }
  }
  if (has_any) var.attributes = model_.attributes.Add(attributes);
}

void Flattener::AddVariable(Component* component) {
  flat::Var var;
  var.path = component->path;
  const auto type = elaborator_.TypeOf(component);
  if (!type) {
    model_.vars.Add(var);
    return;
  }
  var.type = *type;
  var.variability = DeclaredVariability(*component, type->kind);
  const bool is_top = IsSignal(component);
  // What is outside of the model gives the inputs of its connectors, too.
  const Place place = PlaceOf(component);
  const bool is_of_port =
      place.is_port && PathOf(place.part) == PathOf(root_->component) && !IsInExpandable(component);
  const ExprId binding = elaborator_.Binding(component);
  // An input with a value of its own is not waiting for one.
  if ((is_top || is_of_port) && component->Has(kInput) && !binding.has_value())
    var.causality = GiveInput(component, *type) ? flat::Causality::Local : flat::Causality::Input;
  if (is_top && component->Has(kOutput)) var.causality = flat::Causality::Output;
  if (component->Has(kFlow)) {
    var.role = flat::ConnectorRole::Flow;
  } else if (component->Has(kStream)) {
    var.role = flat::ConnectorRole::Stream;
  } else if (is_of_port) {
    var.role = flat::ConnectorRole::Potential;
  }
  var.is_protected = component->is_protected;
  var.is_final = component->Has(kFinal) || (component->mod != nullptr && component->mod->is_final);
  var.origin = elaborator_.OriginOf(component->node);
  AddAttributes(component, var);
  const bool is_known = component->Has(kParameter | kConstant) || type->kind == Kind::Object;
  if (type->kind == Kind::Object) {
    // The destructor belongs to the model although nothing calls it by name.
    Inst* object = instances_.Self(component->type);
    const Found destructor = instances_.FindInInst(object, world_.names.Intern("destructor"));
    if (destructor.cls != nullptr) elaborator_.FunctionOf(destructor.cls);
  }
  if (binding.has_value() && binding != Pool::kError) {
    if (is_known) {
      var.binding = binding;
      var.binding_origin = elaborator_.OriginOf(component->mod->expr);
    } else {
      owner_ = world_.paths[component->path].parent;
      const size_t n_before = model_.equations.size();
      Emit(elaborator_.Reference(component, {}), binding, elaborator_.OriginOf(component->mod->expr), false);
      for (size_t k = n_before; k < model_.equations.size(); ++k)
        bindings_.emplace_back(flat::EquationId{static_cast<uint32_t>(k)}, component);
    }
  }
  const NodeRef annotation = component->node.Find(NodeKind::Annotation);
  if (annotation.has_value()) {
    const NodeRef evaluate = Instances::FindAnnotation(annotation, {"Evaluate"});
    const NodeRef hide = Instances::FindAnnotation(annotation, {"HideResult"});
    const auto is_true = [](NodeRef entry) {
      return entry.has_value() && entry.Find(NodeKind::Modification).has_value() &&
             entry.Find(NodeKind::Modification).child().Is(NodeKind::True);
    };
    var.is_structural = is_true(evaluate) && component->Has(kParameter);
    var.is_hidden = is_true(hide);
  }
  var.is_structural = var.is_structural || component->is_structural;
  model_.vars.Add(var);
}

void Flattener::AddExperiment() {
  const NodeRef annotation = root_->shape->annotation;
  if (!annotation.has_value()) return;
  Scope scope{root_, {}};
  const auto number = [&](std::string_view name) -> std::optional<double> {
    const NodeRef entry = Instances::FindAnnotation(annotation, {"experiment", name});
    if (!entry.has_value()) return std::nullopt;
    const NodeRef modification = entry.Find(NodeKind::Modification);
    if (!modification.has_value() || !modification.child().has_value()) return std::nullopt;
    const auto known = elaborator_.TryEvaluate(elaborator_.Expression(modification.child(), scope));
    if (!known || known->is_array || !known->IsNumber()) return std::nullopt;
    return known->number();
  };
  model_.start_time = number("StartTime");
  model_.stop_time = number("StopTime");
  model_.interval = number("Interval");
  model_.tolerance = number("Tolerance");
}

}  // namespace kerf::modelica
