// What the text of a specialized class may contain (section 4.7), names that are taken (4.9), the literals
// of enumerations (4.9.5).
#include <algorithm>

#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(FlowInExpandable, Error,
          "`{}` is a flow: an expandable connector has such variables in connectors only", std::string);
KERF_DIAG(ReservedName, Error, "`{}` is the name of a predefined type and cannot be declared", std::string);
KERF_DIAG(EnumLiteralTwice, Error, "the enumeration has two literals `{}`", std::string);
KERF_NOTE(EnumLiteralFirst, "the first one is here");
KERF_DIAG(EnumLiteralReserved, Error, "`{}` is an attribute of enumerations and cannot be a literal",
          std::string);
KERF_DIAG(SectionNotAllowed, Error, "{} must not have {}", std::string, std::string);
KERF_DIAG(ProtectedNotAllowed, Error, "{} must not have protected elements such as `{}`", std::string,
          std::string);
KERF_DIAG(PrefixNotAllowed, Error, "the element `{}` of {} must not be `{}`", std::string, std::string,
          std::string);
KERF_DIAG(PackageVariable, Error, "`{}` is no constant; a package may have classes and constants only",
          std::string);
KERF_DIAG(TypeElement, Error,
          "a type has no components such as `{}`; it is written `type {} = Real(…)`, or it is a record",
          std::string, std::string);
KERF_DIAG(OperatorElement, Error, "`{}` is no function; an operator may have functions only", std::string);
KERF_DIAG(OperatorPlace, Error, "the {} `{}` must stand directly in an operator record", std::string,
          std::string);
KERF_DIAG(FunctionBodies, Error, "a function has at most one algorithm section or external call");
KERF_NOTE(FirstBody, "the first one is here");
KERF_DIAG(FunctionPublicVariable, Error,
          "`{}` must be `input`, `output` or protected, as all variables of a function", std::string);

constexpr std::string_view kReserved[] = {"Real", "Integer", "Boolean", "String"};
constexpr std::string_view kEnumAttributes[] = {"quantity", "min", "max", "start", "fixed"};

// The prefixes that elements of such a class must not have.
auto ForbiddenPrefixes(Restriction restriction) -> uint32_t {
  if (IsRecordKind(restriction)) return kInput | kOutput | kInner | kOuter | kStream | kFlow;
  if (restriction == Restriction::Connector || IsFunctionKind(restriction)) return kInner | kOuter;
  return 0;
}

auto SectionText(NodeRef section) -> std::string {
  const std::string kind = section.Is(NodeKind::EquationSection) ? "equations" : "algorithms";
  return section.Has(kInitial) ? "initial " + kind : kind;
}

}  // namespace

void ClassRules::CheckName(NodeRef node) {
  if (std::ranges::count(kReserved, node.token_text()) == 0 || !IsNew(node, ReservedName)) return;
  emitter_.Emit(NameSpan(node), ReservedName, std::string(node.token_text()));
}

void ClassRules::CheckEnumeration(NodeRef definition) {
  const NodeRef list = definition.Find(NodeKind::Enumeration);
  if (!list.has_value() || !IsNew(definition, EnumLiteralTwice)) return;
  std::vector<NodeRef> seen;
  for (const NodeRef literal : list.children()) {
    if (!literal.Is(NodeKind::EnumLiteral)) continue;
    const std::string_view text = literal.token_text();
    if (std::ranges::count(kEnumAttributes, text) > 0)
      emitter_.Emit(NameSpan(literal), EnumLiteralReserved, std::string(text));
    const auto same = std::ranges::find(seen, text, [](NodeRef other) { return other.token_text(); });
    if (same != seen.end()) {
      emitter_.Emit(NameSpan(literal), EnumLiteralTwice, std::string(text))
          .Note(NameSpan(*same), EnumLiteralFirst);
    }
    seen.push_back(literal);
  }
}

void ClassRules::CheckSections(const Shape& shape, Restriction restriction) {
  const bool is_function = IsFunctionKind(restriction);
  if (!is_function && !IsRecordKind(restriction) && restriction != Restriction::Connector) return;
  NodeRef body;
  for (const NodeRef section : shape.sections) {
    if (!is_function || section.Has(kInitial) || section.Is(NodeKind::EquationSection)) {
      emitter_.Emit(NameSpan(section), SectionNotAllowed, KindWithArticle(restriction), SectionText(section));
      continue;
    }
    if (body.has_value()) emitter_.Emit(NameSpan(section), FunctionBodies).Note(NameSpan(body), FirstBody);
    body = section;
  }
  if (is_function && body.has_value() && shape.external.has_value())
    emitter_.Emit(NameSpan(shape.external), FunctionBodies).Note(NameSpan(body), FirstBody);
}

void ClassRules::CheckElement(const Shape& shape, const ShapeElement& element, Restriction restriction) {
  const NodeRef node = element.node;
  const std::string name(node.token_text());
  const bool has_only_public = IsRecordKind(restriction) || restriction == Restriction::Connector;
  CheckName(node);
  if (has_only_public && element.is_protected)
    emitter_.Emit(NameSpan(node), ProtectedNotAllowed, KindWithArticle(restriction), name);
  if (const uint32_t wrong = element.clause.node().flags & ForbiddenPrefixes(restriction); wrong != 0) {
    emitter_.Emit(NameSpan(node), PrefixNotAllowed, name, KindWithArticle(restriction), PrefixText(wrong));
  }
  if (!element.is_component) {
    CheckEnumeration(node);
    const Restriction kind = node.restriction();
    if (restriction == Restriction::Operator && !IsFunctionKind(kind))
      emitter_.Emit(NameSpan(node), OperatorElement, name);
    const bool is_operator = kind == Restriction::Operator || kind == Restriction::OperatorFunction;
    if (is_operator && shape.restriction != Restriction::OperatorRecord)
      emitter_.Emit(NameSpan(node), OperatorPlace, KindText(kind), name);
    return;
  }
  if (restriction == Restriction::Operator) emitter_.Emit(NameSpan(node), OperatorElement, name);
  // Elements of an expandable connector that no connection names are never made, so the text is looked at.
  if (shape.restriction == Restriction::Connector && shape.def.Has(kExpandable) && element.clause.Has(kFlow))
    emitter_.Emit(NameSpan(node), FlowInExpandable, name);
  if (shape.restriction == Restriction::Type)
    emitter_.Emit(NameSpan(node), TypeElement, name, std::string(shape.def.token_text()));
}

void ClassRules::CheckVariable(Inst* inst, const ShapeElement& element, Restriction restriction) {
  const bool is_package = restriction == Restriction::Package;
  if (!is_package && (!IsFunctionKind(restriction) || element.is_protected)) return;
  const uint32_t wanted = is_package ? uint32_t{kConstant} : uint32_t{kInput | kOutput};
  if (element.clause.Has(wanted)) return;
  // The prefix may be that of the type.
  ClassElem* type = Lookup(element.clause.Find(NodeKind::Ref), inst);
  const BuiltinType* builtin = type != nullptr ? instances_.Builtin(type) : nullptr;
  if (builtin != nullptr && (builtin->flags & wanted) != 0) return;
  const std::string name(element.node.token_text());
  if (is_package) {
    emitter_.Emit(NameSpan(element.node), PackageVariable, name);
  } else {
    emitter_.Emit(NameSpan(element.node), FunctionPublicVariable, name);
  }
}

void ClassRules::CheckText(Inst* inst, Restriction restriction) {
  const Shape& shape = *inst->shape;
  CheckName(shape.def);
  CheckEnumeration(shape.def);
  CheckSections(shape, restriction);
  for (const ShapeElement& element : shape.elements) {
    // Classes of a package that have files of their own are checked when they are used.
    if (!element.node.has_value()) continue;
    CheckElement(shape, element, restriction);
    if (element.is_component) CheckVariable(inst, element, restriction);
  }
}

}  // namespace kerf::modelica
