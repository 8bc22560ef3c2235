// From text to tokens. Blanks and comments are what lies between two tokens; a byte order mark at the start
// counts as a blank.
#pragma once

#include <string_view>

#include "diag/diag.h"
#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

// Fills `tokens`, the last of which is EndOfFile, and `symbols`.
void Lex(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter, TreeArrays& arrays);

}  // namespace kerf::modelica
