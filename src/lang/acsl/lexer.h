// Text to tokens.
#pragma once

#include "lang/acsl/tokens.h"

namespace kerf::acsl {

// The tokens of a text; the last is End, and a Separator stands before it unless there are no others. What
// cannot stand in a program is emitted and left out.
auto Lex(diag::BufferId buffer, std::string_view text, Names& names, diag::Emitter& emitter)
    -> std::vector<Token>;

}  // namespace kerf::acsl
