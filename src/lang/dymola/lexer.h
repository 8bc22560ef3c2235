// Text to tokens. A new line ends a statement unless the line ends in `->` or in a comma; comments stand in
// braces. Whatever the bytes, the lexer reports what it cannot read and goes on.
#pragma once

#include "base/interner.h"
#include "diag/diag.h"
#include "lang/dymola/tokens.h"

namespace kerf::dymola {

auto Lex(diag::BufferId buffer, std::string_view text, base::Interner& names, diag::Emitter& emitter)
    -> TokenList;

}  // namespace kerf::dymola
