// The tree as the μModelica compiler printed its own: a line for each node with the number and text of its
// token, children indented between braces (Xu 2005, section 3.3).
#pragma once

#include <string>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// The thesis prints the numbers of six kinds of tokens; others are `?` here.
auto DumpMuTree(const NodeRef& node) -> std::string;

}  // namespace kerf::modelica
