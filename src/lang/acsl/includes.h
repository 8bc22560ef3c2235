// INCLUDE 'file': the tokens of the file in the place of the statement.
#pragma once

#include "lang/acsl/acsl.h"

namespace kerf::acsl {

// The tokens of a text with those that it includes. Appended Fortran routines are read in their own form.
auto LexWithIncludes(source::BufferId buffer, const source::Buffers& buffers, Names& names,
                     diag::Emitter& emitter, const IncludeLoader& loader) -> std::vector<Token>;

}  // namespace kerf::acsl
