// The constructors of an operator record (section 14.3).
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ConstructorOutputs, Error, "the constructor `{}` must have one output, of type `{}`", std::string,
          std::string);
KERF_DIAG(ConstructorAmbiguous, Error, "the constructors `{}` and `{}` can be called with the same arguments",
          std::string, std::string);
KERF_NOTE(OtherConstructor, "the other one is here");

struct Constructor {
  NodeRef node;
  // The types of the inputs without default.
  std::vector<expr::Type> inputs;
};

}  // namespace

void ClassRules::CheckConstructors(Inst* constructor) {
  const Shape& shape = *constructor->shape;
  if (!IsNew(shape.def, ConstructorOutputs) || constructor->enclosing == nullptr) return;
  const Shape* record = constructor->enclosing->shape;
  std::vector<Constructor> seen;
  for (uint32_t k = 0; k < shape.elements.size(); ++k) {
    const ShapeElement& element = shape.elements[k];
    if (element.is_component || !element.node.has_value() || !IsFunctionKind(element.node.restriction()))
      continue;
    uint32_t n_outputs = 0;
    bool is_record = true;
    bool is_known = true;
    Constructor now{element.node, {}};
    Inst* function = instances_.Self(instances_.ClassAt(constructor, k));
    instances_.ForEachComponent(function, [&](Component* variable) {
      if (!instances_.ResolveType(variable)) return;
      if (variable->Has(kOutput)) {
        ++n_outputs;
        is_record = is_record && instances_.Deref(variable->type)->shape == record;
      }
      if (!variable->Has(kInput) || (variable->mod != nullptr && variable->mod->has_value())) return;
      const auto type = elaborator_.TypeOf(variable);
      is_known = is_known && type.has_value();
      if (type) now.inputs.push_back(*type);
    });
    const std::string name(element.node.token_text());
    if (n_outputs != 1 || !is_record) {
      emitter_.Emit(NameSpan(element.node), ConstructorOutputs, name, std::string(record->def.token_text()));
      continue;
    }
    if (!is_known) continue;
    for (const Constructor& other : seen) {
      if (other.inputs != now.inputs) continue;
      emitter_.Emit(NameSpan(element.node), ConstructorAmbiguous, name, std::string(other.node.token_text()))
          .Note(NameSpan(other.node), OtherConstructor);
    }
    seen.push_back(std::move(now));
  }
}

}  // namespace kerf::modelica
