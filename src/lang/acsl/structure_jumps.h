// Jumps as IF, ELSE and loops, as far as they have that form.
#pragma once

#include "lang/acsl/ast.h"

namespace kerf::acsl {

auto StructureJumps(const std::vector<Statement>& body) -> std::vector<Statement>;

}  // namespace kerf::acsl
