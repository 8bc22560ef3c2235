// How tokens and nodes are written and named in messages and dumps.
#pragma once

#include <string_view>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// "(", "algorithm", "<identifier>" …
auto Spelling(TokenKind kind) -> std::string_view;
// "ClassDef" …
auto NodeKindName(NodeKind kind) -> std::string_view;
auto IsKeyword(TokenKind kind) -> bool;

}  // namespace kerf::modelica
