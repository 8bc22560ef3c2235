// MACRO: text by name, put in place of its uses before the program is parsed.
#pragma once

#include "lang/acsl/tokens.h"

namespace kerf::acsl {

// Takes the definitions out of the tokens and puts the contents of macros in place of their uses.
auto ExpandMacros(const std::vector<Token>& tokens, Names& names, diag::Emitter& emitter)
    -> std::vector<Token>;

}  // namespace kerf::acsl
