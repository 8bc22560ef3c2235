// The operators of an operator record that its uses ask for, and its constructors (sections 9.1, 14.3).
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ConstructorOutputs, Error, "the constructor `{}` must have one output, of type `{}`", std::string,
          std::string);
KERF_DIAG(ConstructorAmbiguous, Error, "the constructors `{}` and `{}` can be called with the same arguments",
          std::string, std::string);
KERF_DIAG(FlowOperator, Error, "`{}` is a flow, but the operator record `{}` has no operator `{}`",
          std::string, std::string, std::string);
KERF_NOTE(OtherConstructor, "the other one is here");

struct Constructor {
  NodeRef node;
  // The types of the inputs without default.
  std::vector<expr::Type> inputs;
  bool has_record_output = false;
  bool is_known = true;
};

auto ConstructorOf(Elaborator& elaborator, Inst* function, const Shape* record) -> Constructor {
  Instances& instances = elaborator.instances();
  Constructor made;
  made.node = function->shape->def;
  uint32_t n_outputs = 0;
  uint32_t n_records = 0;
  instances.ForEachComponent(function, [&](Component* variable) {
    if (!instances.ResolveType(variable)) return;
    if (variable->Has(kOutput)) {
      ++n_outputs;
      if (instances.Deref(variable->type)->shape == record) ++n_records;
    }
    if (!variable->Has(kInput) || (variable->mod != nullptr && variable->mod->has_value())) return;
    const auto type = elaborator.TypeOf(variable);
    made.is_known = made.is_known && type.has_value();
    if (type) made.inputs.push_back(*type);
  });
  made.has_record_output = n_outputs == 1 && n_records == 1;
  return made;
}

}  // namespace

// Flows are summed up: their type needs a zero, a sum and a change of sign.
void ClassRules::CheckFlowOperators(Component* component) {
  Inst* record = instances_.Self(component->type);
  for (const std::string_view name : {"'0'", "'+'", "'-'"}) {
    if (instances_.FindInInst(record, world_.names.Intern(name)).cls != nullptr) continue;
    if (!IsNew(component->node, FlowOperator)) return;
    emitter_.Emit(NameSpan(component->node), FlowOperator, std::string(component->node.token_text()),
                  std::string(record->shape->def.token_text()), std::string(name));
    return;
  }
}

void ClassRules::CheckConstructors(Inst* constructor) {
  const Shape& shape = *constructor->shape;
  if (!IsNew(shape.def, ConstructorOutputs) || constructor->enclosing == nullptr) return;
  const Shape* record = constructor->enclosing->shape;
  std::vector<Constructor> seen;
  for (uint32_t k = 0; k < shape.elements.size(); ++k) {
    const NodeRef node = shape.elements[k].node;
    if (!node.Is(NodeKind::ClassDef) || !IsFunctionKind(node.restriction())) continue;
    Constructor now = ConstructorOf(elaborator_, instances_.Self(instances_.ClassAt(constructor, k)), record);
    const std::string name(node.token_text());
    if (!now.has_record_output) {
      emitter_.Emit(NameSpan(node), ConstructorOutputs, name, std::string(record->def.token_text()));
      continue;
    }
    if (!now.is_known) continue;
    for (const Constructor& other : seen) {
      if (other.inputs != now.inputs) continue;
      emitter_.Emit(NameSpan(node), ConstructorAmbiguous, name, std::string(other.node.token_text()))
          .Note(NameSpan(other.node), OtherConstructor);
    }
    seen.push_back(std::move(now));
  }
}

}  // namespace kerf::modelica
