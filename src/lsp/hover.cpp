// textDocument/hover: what a name stands for, in Markdown.
#include <fmt/format.h>

#include "lang/modelica/library/annotations.h"
#include "lsp/cursor.h"
#include "lsp/describe.h"
#include "lsp/markdown.h"
#include "lsp/requests.h"

namespace kerf::lsp {

namespace {

using modelica::ClassElem;
using modelica::Component;
using modelica::NodeKind;
using modelica::NodeRef;

void AddParagraph(std::string& text, std::string_view paragraph) {
  if (paragraph.empty()) return;
  if (!text.empty()) text += "\n\n";
  text += paragraph;
}

auto Code(std::string_view code) -> std::string { return fmt::format("```modelica\n{}\n```", code); }

auto InfoOf(NodeRef class_def) -> std::string {
  const NodeRef annotation = class_def.Find(NodeKind::Annotation);
  if (!annotation.has_value()) return "";
  const NodeRef info = modelica::Instances::FindAnnotation(annotation, {"Documentation", "info"});
  const NodeRef value = info.has_value() ? modelica::ModificationValue(info) : NodeRef();
  return value.has_value() ? MarkdownOfHtml(DescriptionText(value)) : "";
}

auto HoverOfClass(ClassElem& cls, Snapshot& snapshot) -> std::string {
  if (cls.is_predefined)
    return Code(fmt::format("type {}", snapshot.names()[cls.name])) + "\n\nA predefined type.";
  const NodeRef def = cls.shape->def;
  if (!def.has_value()) return "";
  std::string text =
      Code(fmt::format("{} {}", RestrictionText(def), snapshot.program().FullName(cls.shape->cls)));
  if (const NodeRef spec = def.Find(NodeKind::ShortClass); spec.has_value())
    text = Code(fmt::format("{} {} = {}", RestrictionText(def), snapshot.program().FullName(cls.shape->cls),
                            ShortText(spec.text())));
  AddParagraph(text, DescriptionOf(def));
  AddParagraph(text, InfoOf(def));
  return text;
}

auto HoverOfComponent(Component& component, Snapshot& snapshot) -> std::string {
  const bool has_type = snapshot.instances().ResolveType(&component);
  std::string code = fmt::format("{} {}", TypeText(component), snapshot.names()[component.name]);
  if (const std::string value = BindingText(component); !value.empty()) code += " = " + value;
  std::string text = Code(code);
  AddParagraph(text, DescriptionOf(component.node));
  std::string facts;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) facts += fmt::format("{}* {}: `{}`", facts.empty() ? "" : "\n", name, value);
  };
  if (has_type && !component.type->is_predefined)
    add("type", snapshot.program().FullName(component.type->shape->cls));
  for (const char* name :
       {"quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "stateSelect"}) {
    if (component.builtin != nullptr) add(name, AttributeText(snapshot, component, name));
  }
  if (component.parent != nullptr && component.parent->shape->cls.has_value())
    add("declared in", snapshot.program().FullName(component.parent->shape->cls));
  AddParagraph(text, facts);
  return text;
}

auto HoverText(const Target& target, Snapshot& snapshot) -> std::string {
  if (target.component != nullptr) return HoverOfComponent(*target.component, snapshot);
  if (target.cls != nullptr) return HoverOfClass(*target.cls, snapshot);
  if (!target.attribute.empty()) {
    const bool is_predefined = target.owner->is_predefined || !target.owner->shape->cls.has_value();
    return Code(target.attribute) + fmt::format("\n\nAn attribute of `{}`.",
                                                is_predefined
                                                    ? std::string(snapshot.names()[target.owner->name])
                                                    : snapshot.program().FullName(target.owner->shape->cls));
  }
  if (!target.function.empty()) {
    std::string parameters = BuiltinParameters(target.function);
    for (size_t k = 0; (k = parameters.find(' ', k)) != std::string::npos; k += 2)
      parameters.replace(k, 1, ", ");
    return Code(fmt::format("{}({})", target.function, parameters)) + "\n\nA built-in function.";
  }
  if (!target.node.has_value()) return "";
  std::string text = Code(ShortText(target.node.text()));
  if (target.node.Is(NodeKind::EnumLiteral)) {
    text = Code(target.node.token_text());
    AddParagraph(text, DescriptionOf(target.node));
  }
  return text;
}

}  // namespace

auto Hover(const Place& place) -> Json {
  if (place.tree == nullptr) return nullptr;
  const auto token = TryNameAt(*place.tree, place.offset);
  if (!token) return nullptr;
  const Target target = Resolver(place.snapshot).At(*place.tree, *token);
  const std::string text = HoverText(target, place.snapshot);
  if (text.empty()) return nullptr;
  Json hover = {{"contents", {{"kind", "markdown"}, {"value", text}}}};
  const modelica::Token& name = place.tree->tokens[*token];
  if (place.document.is_aligned) hover["range"] = place.document.lines->RangeOf(name.begin, name.end);
  return hover;
}

}  // namespace kerf::lsp
