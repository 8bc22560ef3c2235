// Reading of version annotations from the tree.
#include "lang/modelica/library/annotations.h"

namespace kerf::modelica {

namespace {

auto ElementName(NodeRef element) -> std::string_view {
  const NodeRef ref = element.Is(NodeKind::ElementModification) ? element.child() : NodeRef();
  return ref.Is(NodeKind::Ref) ? ref.text() : std::string_view();
}

void ReadUses(NodeRef list, VersionInfo& info) {
  if (!list.has_value()) return;
  for (const NodeRef element : list.children()) {
    const std::string_view name = ElementName(element);
    if (name.empty()) continue;
    const NodeRef version = FindModification(NestedModification(element), "version");
    info.uses.push_back({std::string(name), PlainString(ModificationValue(version)), element});
  }
}

void ReadVersions(NodeRef value, std::vector<std::string>& versions) {
  if (value.Is(NodeKind::String)) versions.push_back(PlainString(value));
  if (!value.Is(NodeKind::Array)) return;
  for (const NodeRef item : value.children()) {
    if (item.Is(NodeKind::String)) versions.push_back(PlainString(item));
  }
}

void ReadConversions(NodeRef list, VersionInfo& info) {
  if (!list.has_value()) return;
  for (const NodeRef element : list.children()) {
    const std::string_view name = ElementName(element);
    if (name == "noneFromVersion") ReadVersions(ModificationValue(element), info.none_from);
    if (name != "from") continue;
    const NodeRef version = FindModification(NestedModification(element), "version");
    ReadVersions(ModificationValue(version), info.from);
  }
}

}  // namespace

auto ClassAnnotation(NodeRef class_def) -> NodeRef {
  if (!class_def.has_value()) return {};
  NodeRef annotation = class_def.Find(NodeKind::Annotation);
  // An annotation among the elements of a class is the class's own as well.
  for (const NodeRef part : class_def.children()) {
    if (annotation.has_value()) break;
    if (part.kind() == NodeKind::ElementList) annotation = part.Find(NodeKind::Annotation);
  }
  return annotation.has_value() ? annotation.Find(NodeKind::ClassModification) : NodeRef();
}

auto FindModification(NodeRef class_modification, std::string_view name) -> NodeRef {
  if (!class_modification.has_value()) return {};
  for (const NodeRef element : class_modification.children()) {
    if (ElementName(element) == name) return element;
  }
  return {};
}

auto NestedModification(NodeRef element) -> NodeRef {
  const NodeRef modification = element.has_value() ? element.Find(NodeKind::Modification) : NodeRef();
  return modification.has_value() ? modification.Find(NodeKind::ClassModification) : NodeRef();
}

auto ModificationValue(NodeRef element) -> NodeRef {
  const NodeRef modification = element.has_value() ? element.Find(NodeKind::Modification) : NodeRef();
  if (!modification.has_value()) return {};
  NodeRef value = modification.child();
  while (value.Is(NodeKind::ClassModification)) value = value.next();
  return value;
}

auto PlainString(NodeRef node) -> std::string {
  if (!node.Is(NodeKind::String)) return "";
  const std::string_view text = node.token_text();
  if (text.size() < 2) return "";
  return std::string(text.substr(1, text.size() - 2));
}

auto ReadVersionInfo(NodeRef class_def) -> VersionInfo {
  VersionInfo info;
  const NodeRef annotation = ClassAnnotation(class_def);
  info.version = PlainString(ModificationValue(FindModification(annotation, "version")));
  ReadUses(NestedModification(FindModification(annotation, "uses")), info);
  ReadConversions(NestedModification(FindModification(annotation, "conversion")), info);
  return info;
}

}  // namespace kerf::modelica
