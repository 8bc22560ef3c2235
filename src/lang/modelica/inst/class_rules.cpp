// Which rules are checked for which instances.
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

ClassRules::ClassRules(Elaborator& elaborator)
    : elaborator_(elaborator),
      instances_(elaborator.instances()),
      program_(instances_.program()),
      world_(instances_.world()),
      emitter_(said_),
      subtypes_(instances_) {}

void ClassRules::CheckAll() {
  // The rules make instances themselves; those are no part of the model.
  const size_t n = instances_.all().size();
  elaborator_.capture().Open();
  for (size_t k = 0; k < n; ++k) Check(&instances_.all()[k]);
  elaborator_.capture().Drop();
  for (const diag::Diagnostic& diagnostic : said_.all) instances_.emitter().Take(diagnostic);
}

void ClassRules::Check(Inst* inst) {
  const Shape& shape = *inst->shape;
  if (!shape.def.has_value()) return;
  // A plain class must obey the rules of what inherits from it.
  const bool is_plain = shape.restriction == Restriction::Class;
  const Restriction restriction = is_plain ? Whole(inst)->shape->restriction : shape.restriction;
  if (texts_.emplace(&shape, restriction).second) {
    CheckText(inst, restriction);
    CheckStatements(shape, restriction);
    if (IsFunctionKind(restriction)) CheckInputsUnchanged(inst);
  }
  if (inst->bases_progress == Progress::Done && based_.insert(&shape).second) {
    CheckBases(inst->elem, inst);
    CheckDuplicates(inst);
    CheckInherited(inst);
  }
  if (restriction == Restriction::Operator && shape.def.token_text() == "'constructor'")
    CheckConstructors(inst);
  for (uint32_t k = 0; k < shape.elements.size(); ++k) {
    const ShapeElement& element = shape.elements[k];
    if (!element.clause.has_value()) continue;
    if (element.node.Has(kClassExtends)) CheckClassExtends(inst, k);
    if (inst->mod != nullptr) CheckRedeclarations(inst, k);
    if (element.clause.Find(NodeKind::Constrainedby).has_value())
      CheckReplaceable({element.clause, inst, inst, k});
    Component* component = inst->elements[k].component;
    if (component != nullptr && component->parent == inst) CheckComponent(component, element.is_protected);
  }
}

auto ClassRules::Lookup(NodeRef ref, Inst* scope) -> ClassElem* {
  return ref.has_value() ? instances_.LookupClass(ref, scope, false) : nullptr;
}

auto KindText(Restriction restriction) -> std::string {
  switch (restriction) {
    case Restriction::Class:            return "class";
    case Restriction::Model:            return "model";
    case Restriction::Record:           return "record";
    case Restriction::Block:            return "block";
    case Restriction::Connector:        return "connector";
    case Restriction::Type:             return "type";
    case Restriction::Package:          return "package";
    case Restriction::Function:         return "function";
    case Restriction::Operator:         return "operator";
    case Restriction::OperatorRecord:   return "operator record";
    case Restriction::OperatorFunction: return "operator function";
  }
  return "class";
}

auto KindWithArticle(Restriction restriction) -> std::string {
  const std::string text = KindText(restriction);
  return (text[0] == 'o' ? "an " : "a ") + text;
}

auto PrefixText(uint32_t flags) -> std::string {
  constexpr std::pair<uint32_t, std::string_view> kTexts[] = {
      {kInner, "inner"},       {kOuter, "outer"},       {kFlow, "flow"},
      {kStream, "stream"},     {kDiscrete, "discrete"}, {kParameter, "parameter"},
      {kConstant, "constant"}, {kInput, "input"},       {kOutput, "output"}};
  for (const auto& [flag, text] : kTexts) {
    if ((flags & flag) != 0) return std::string(text);
  }
  return {};
}

}  // namespace kerf::modelica
