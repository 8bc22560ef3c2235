// What a declaration says about itself, as text for a person.
#pragma once

#include <string>

#include "lsp/resolve.h"

namespace kerf::lsp {

// The strings of a Description node, joined and without escapes.
auto DescriptionText(modelica::NodeRef description) -> std::string;
// That of a Component, ClassDef or EnumLiteral; empty without one.
auto DescriptionOf(modelica::NodeRef declaration) -> std::string;
// "partial model", "operator record" …
auto RestrictionText(modelica::NodeRef class_def) -> std::string;
// "parameter Real", "flow SI.Current[3]" …: prefixes, type as written and sizes.
auto TypeText(const modelica::Component& component) -> std::string;
// An expression on one line, cut if it is long.
auto ShortText(std::string_view text) -> std::string;
// The text of the value that holds for a component, and of an attribute of it; empty without one.
auto BindingText(const modelica::Component& component) -> std::string;
auto AttributeText(Snapshot& snapshot, const modelica::Component& component, std::string_view name)
    -> std::string;

}  // namespace kerf::lsp
