// Type prefixes and the classes that components may have (sections 4.4.2.2, 4.7, 12.2).
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(PrefixOnModel, Error, "`{}` cannot be `{}` because its class is {}", std::string, std::string,
          std::string);
KERF_NOTE(ClassHere, "the class is declared here");
KERF_DIAG(PrefixNeedsReal, Error, "`{}` is `{}` and must be of type Real", std::string, std::string);
KERF_DIAG(PrefixConflict, Error, "`{}` cannot be `{}` because its element `{}` is `{}`", std::string,
          std::string, std::string, std::string);
KERF_NOTE(ElementHere, "the element is declared here");
KERF_DIAG(ComponentKind, Error, "`{}` is {}; {} cannot have such components", std::string, std::string,
          std::string);
KERF_DIAG(BlockConnector, Error,
          "the connector `{}` of a block has the variable `{}`, which is neither input nor output",
          std::string, std::string);
KERF_DIAG(ConnectorFixed, Error, "the connector `{}` cannot be a {}", std::string, std::string);
KERF_DIAG(StreamPlace, Error, "`{}` is a stream, which can be an element of a connector only", std::string);
KERF_NOTE(BlockHere, "the block is declared here");

auto IsModelKind(Restriction restriction) -> bool {
  return restriction == Restriction::Model || restriction == Restriction::Block;
}

}  // namespace

void ClassRules::CheckComponent(Component* component, bool is_protected) {
  if (component->Has(kOuter)) CheckOuter(component);
  if (component->type_progress != Progress::Done || component->type == nullptr) return;
  if (component->type->shape->def.has_value()) {
    CheckEnumeration(component->type->shape->def);
    if (component->type->shape->is_short && based_.insert(component->type->shape).second)
      CheckBases(component->type, nullptr);
  }
  CheckPlace(component);
  CheckTypePrefixes(component);
  if (component->Has(kFlow) && component->type->shape->restriction == Restriction::OperatorRecord)
    CheckFlowOperators(component);
  CheckContainer(component);
  const bool is_in_block = Whole(component->parent)->shape->restriction == Restriction::Block;
  if (is_in_block && !is_protected && instances_.IsConnector(component->type)) CheckBlockConnector(component);
}

// What stands around limits the prefixes stream and flow.
void ClassRules::CheckPlace(Component* component) {
  const std::string name(component->node.token_text());
  const Inst* container = Whole(component->parent);
  const Restriction kind = container->shape->restriction;
  const uint32_t own = component->clause.node().flags;
  const bool is_plain = IsModelKind(kind) || IsFunctionKind(kind) || kind == Restriction::Package;
  if ((own & kStream) != 0 && is_plain && IsNew(component->node, StreamPlace))
    emitter_.Emit(NameSpan(component->node), StreamPlace, name);
  if ((own & (kParameter | kConstant)) != 0 && component->builtin == nullptr &&
      instances_.IsConnector(component->type) && IsNew(component->node, ConnectorFixed))
    emitter_.Emit(NameSpan(component->node), ConnectorFixed, name,
                  PrefixText(own & (kParameter | kConstant)));
}

void ClassRules::CheckTypePrefixes(Component* component) {
  const std::string name(component->node.token_text());
  if (component->builtin != nullptr) {
    const uint32_t wrong = component->flags & (kFlow | kStream);
    if (wrong == 0 || component->builtin->kind == BuiltinKind::Real) return;
    if (IsNew(component->node, PrefixNeedsReal))
      emitter_.Emit(NameSpan(component->node), PrefixNeedsReal, name, PrefixText(wrong));
    return;
  }
  uint32_t flags = component->clause.node().flags;
  ClassElem* type = component->type;
  for (uint32_t depth = 0; depth < 100 && type != nullptr && type->shape->is_short; ++depth) {
    flags |= type->shape->bases[0].node.node().flags;
    type = Lookup(type->shape->bases[0].node.Find(NodeKind::Ref), type->enclosing);
  }
  flags &= kTypePrefixes;
  if (flags == 0 || type == nullptr || IsFunctionKind(type->shape->restriction)) return;
  if (IsModelKind(type->shape->restriction) && !instances_.IsRecord(type)) {
    if (!IsNew(component->node, PrefixOnModel)) return;
    emitter_
        .Emit(NameSpan(component->node), PrefixOnModel, name, PrefixText(flags),
              KindWithArticle(type->shape->restriction))
        .Note(NameSpan(type->shape->def), ClassHere);
    return;
  }
  if ((flags & kConnectionPrefixes) != 0) CheckElementPrefixes(component, type, flags & kConnectionPrefixes);
}

void ClassRules::CheckElementPrefixes(Component* component, ClassElem* type, uint32_t flags) {
  const uint32_t conflicts = (flags & (kInput | kOutput)) != 0 ? kConnectionPrefixes : kFlow | kStream;
  instances_.ForEachElement(instances_.Self(type), [&](Inst* owner, uint32_t k) {
    const ShapeElement& element = owner->shape->elements[k];
    if (!element.is_component) return;
    uint32_t inner = element.clause.node().flags & conflicts;
    const Component* made = owner->elements[k].component;
    if (made != nullptr && made->builtin != nullptr) inner |= made->builtin->flags & conflicts;
    if (inner == 0 || !IsNew(component->node, PrefixConflict)) return;
    emitter_
        .Emit(NameSpan(component->node), PrefixConflict, std::string(component->node.token_text()),
              PrefixText(flags), std::string(element.node.token_text()), PrefixText(inner))
        .Note(NameSpan(element.node), ElementHere);
  });
}

void ClassRules::CheckContainer(Component* component) {
  if (component->builtin != nullptr) return;
  const Restriction container = Whole(component->parent)->shape->restriction;
  const Restriction kind = component->type->shape->restriction;
  const bool is_connector = instances_.IsConnector(component->type);
  const bool is_model = IsModelKind(kind) && !is_connector && !instances_.IsRecord(component->type);
  const bool is_wrong = (IsRecordKind(container) && (is_model || is_connector)) ||
                        (container == Restriction::Connector && is_model) ||
                        (IsFunctionKind(container) && (is_model || is_connector));
  if (!is_wrong || !IsNew(component->node, ComponentKind)) return;
  emitter_
      .Emit(NameSpan(component->node), ComponentKind, std::string(component->node.token_text()),
            KindWithArticle(kind), KindWithArticle(container))
      .Note(NameSpan(component->type->shape->def), ClassHere);
}

// All variables of the public connectors of a block have a direction.
void ClassRules::CheckBlockConnector(Component* connector) {
  if (instances_.IsExpandable(connector->type)) return;
  std::vector<Component*> stack = {connector};
  while (!stack.empty()) {
    Component* at = stack.back();
    stack.pop_back();
    if (at->Has(kInput | kOutput | kParameter | kConstant)) continue;
    if (at->builtin != nullptr) {
      if (!IsNew(connector->node, BlockConnector)) return;
      const NodeRef block = Whole(connector->parent)->shape->def;
      emitter_
          .Emit(NameSpan(connector->node), BlockConnector, std::string(connector->node.token_text()),
                std::string(at->node.token_text()))
          .Note(NameSpan(block), BlockHere);
      return;
    }
    stack.insert(stack.end(), at->elements.begin(), at->elements.end());
    if (at->inst == nullptr || at->inst->bases_progress != Progress::Done) continue;
    instances_.ForEachElement(at->inst, [&](Inst* owner, uint32_t k) {
      Component* inner = owner->elements[k].component;
      if (inner != nullptr && inner->type_progress == Progress::Done) stack.push_back(inner);
    });
  }
}

}  // namespace kerf::modelica
