// What the annotation of a top-level class says about versions (specification, "Version Handling").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// uses(Name(version = "…")).
struct LibraryUse {
  std::string name;
  std::string version;
  // The element of the annotation.
  NodeRef place;
};

struct VersionInfo {
  std::string version;
  std::vector<LibraryUse> uses;
  // conversion(noneFromVersion = "…"): versions that can be replaced by this one as they are.
  std::vector<std::string> none_from;
  // conversion(from(version = "…")): those that need their users to be converted.
  std::vector<std::string> from;
};

auto ReadVersionInfo(NodeRef class_def) -> VersionInfo;

// The ClassModification of a class's own annotation, or nothing.
auto ClassAnnotation(NodeRef class_def) -> NodeRef;
// The ElementModification of that name in a ClassModification, or nothing.
auto FindModification(NodeRef class_modification, std::string_view name) -> NodeRef;
// The nested ClassModification of an ElementModification, or nothing.
auto NestedModification(NodeRef element) -> NodeRef;
// The value of an ElementModification, or nothing.
auto ModificationValue(NodeRef element) -> NodeRef;
// The text of a String node without quotes, escapes kept; empty for other nodes.
auto PlainString(NodeRef node) -> std::string;

}  // namespace kerf::modelica
