// Integrals inside of blocks, PROCEDURAL and NOSORT.
#pragma once

#include <unordered_set>

#include "diag/diag.h"
#include "lang/acsl/program.h"

namespace kerf::acsl {

using NameSet = std::unordered_set<NameId>;

// What a statement and those inside it assign.
void AddAssigned(const Statement& statement, NameSet& names);
// Whether there is a GO TO.
auto Jumps(const std::vector<Statement>& body) -> bool;

// An assignment from an operator whose results are states, which may stand in a block.
auto IsIntegral(const Program& program, const Statement& statement) -> bool;

// Puts integrals behind their blocks, where they are sorted like others. What a state is does not depend on
// the place of its INTEG; what it integrates does, if the block gives the names in it new values further
// down:
//   a = 1, x = INTEG(a, 0), a = 5   becomes   a = 1, x_input = a, a = 5   and   x = INTEG(x_input, 0).
// `n_statements` counts the statements of the program.
auto TakeOutIntegrals(Program& program, std::vector<Statement> statements, uint32_t& n_statements,
                      diag::Emitter& emitter) -> std::vector<Statement>;

}  // namespace kerf::acsl
