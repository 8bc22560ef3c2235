// Elements of classes, words of the language and libraries as items.
#include "lsp/completion_items.h"

#include "lsp/describe.h"

namespace kerf::lsp {

using modelica::ClassElem;
using modelica::Inst;
using modelica::NodeRef;
using modelica::Program;
using modelica::Restriction;
using modelica::ShapeElement;

namespace {

auto KindOfClass(NodeRef def) -> ItemKind {
  if (!def.has_value()) return kClassItem;
  switch (def.restriction()) {
    case Restriction::Package:          return kModuleItem;
    case Restriction::Function:
    case Restriction::OperatorFunction: return kFunctionItem;
    case Restriction::Connector:        return kInterfaceItem;
    case Restriction::Record:
    case Restriction::OperatorRecord:   return kStructItem;
    case Restriction::Type:             return kEnumItem;
    case Restriction::Class:
    case Restriction::Model:
    case Restriction::Block:
    case Restriction::Operator:         return kClassItem;
  }
  return kClassItem;
}

}  // namespace

void CompletionItems::Add(std::string_view label, ItemKind kind, const std::string& detail,
                          const std::string& description, const std::string& insert) {
  if (!seen_.emplace(label).second) return;
  Json item = {{"label", label}, {"kind", kind}};
  if (!detail.empty()) item["detail"] = detail;
  if (!description.empty()) item["documentation"] = description;
  if (!insert.empty()) item["insertText"] = insert;
  items_.push_back(std::move(item));
}

void CompletionItems::AddClass(std::string_view label, NodeRef def) {
  Add(label, KindOfClass(def), def.has_value() ? RestrictionText(def) : "", DescriptionOf(def));
}

void CompletionItems::AddElements(Inst* inst, bool with_protected, std::string_view suffix) {
  if (inst == nullptr) return;
  modelica::Instances& instances = snapshot_.instances();
  instances.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
    const ShapeElement& element = owner->shape->elements[k];
    if (element.is_protected && !with_protected) return;
    const std::string_view name = snapshot_.names()[element.name];
    if (!element.is_component) {
      AddClass(name, snapshot_.program().Definition(element.cls));
      return;
    }
    const modelica::Component& component = *instances.ComponentAt(owner, k);
    const bool is_constant = component.Has(modelica::kConstant);
    Add(name, is_constant ? kConstantItem : kFieldItem, TypeText(component), DescriptionOf(component.node),
        suffix.empty() ? "" : std::string(name).append(suffix));
  });
}

void CompletionItems::AddWords(std::span<const std::string_view> words, ItemKind kind,
                               std::string_view suffix) {
  for (const std::string_view word : words)
    Add(word, kind, "", "", suffix.empty() ? "" : std::string(word).append(suffix));
}

void CompletionItems::AddKeywords() {
#define KERF_TOKEN(Name, spelling)
#define KERF_KEYWORD(Name, spelling) Add(spelling, kKeywordItem);
#include "lang/modelica/syntax/tokens.def"
}

void CompletionItems::AddImports(const Inst* inst) {
  modelica::Instances& instances = snapshot_.instances();
  for (const modelica::ShapeImport& import : inst->shape->imports) {
    if (import.kind != modelica::ImportKind::Star) {
      Add(snapshot_.names()[import.name], kModuleItem, std::string(import.path.text()));
      continue;
    }
    ClassElem* package = instances.LookupClass(import.path, instances.root(), false);
    if (package != nullptr) AddElements(instances.Self(package), false);
  }
}

void CompletionItems::AddVisible(Inst* scope) {
  for (Inst* at = scope; at != nullptr && at != snapshot_.instances().root(); at = at->enclosing) {
    AddElements(at, true);
    AddImports(at);
    if (at->shape->def.has_value() && at->shape->def.Has(modelica::kEncapsulated)) break;
  }
  AddLibraries();
  static constexpr std::string_view kTypes[] = {"Real",  "Integer",        "Boolean",     "String",
                                                "Clock", "ExternalObject", "StateSelect", "AssertionLevel"};
  AddWords(kTypes, kEnumItem);
  AddWords(BuiltinFunctions(), kFunctionItem);
}

// Libraries that are loaded are known; the usual ones are offered before.
void CompletionItems::AddLibraries() {
  Program& program = snapshot_.program();
  for (const char* name : {"Modelica", "ModelicaServices", "Complex"})
    static_cast<void>(program.FindChild(Program::kRoot, snapshot_.names().Intern(name)));
  for (const modelica::ClassId id : program.Children(Program::kRoot))
    AddClass(snapshot_.names()[program[id].name], program.Definition(id));
}

void CompletionItems::AddMembers(const Target& owner, std::string_view suffix) {
  Resolver resolver(snapshot_);
  ClassElem* type = resolver.TypeOf(owner);
  if (type == nullptr) return;
  const modelica::BuiltinType* builtin = snapshot_.instances().Builtin(type);
  if (builtin == nullptr) {
    AddElements(resolver.InstOf(owner), false, suffix);
    return;
  }
  if (!suffix.empty()) {
    AddWords(AttributesOf(*builtin), kPropertyItem, suffix);
    return;
  }
  if (owner.cls == nullptr || builtin->kind != modelica::BuiltinKind::Enumeration) return;
  for (const base::NameId literal : snapshot_.instances().world().enumerations[builtin->detail].literals) {
    const std::string_view name = snapshot_.names()[literal];
    Add(name, kEnumMemberItem, "", DescriptionOf(resolver.Member(owner, name).node));
  }
}

}  // namespace kerf::lsp
