// The tree as nested parentheses, for tests and for looking at it:
// (Binary + (Ref (Part a)) (Number 1)).
#pragma once

#include <string>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// Kind, naming token, what `op` says and the flags by name, then the children.
auto DumpTree(const NodeRef& node) -> std::string;

}  // namespace kerf::modelica
