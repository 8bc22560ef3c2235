// Recognition of keywords by a perfect hash of length, first two letters and last letter, found when
// compiling.
#pragma once

#include <string_view>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// The keyword spelled so, or Ident.
auto KeywordOrIdent(std::string_view word) -> TokenKind;

}  // namespace kerf::modelica
