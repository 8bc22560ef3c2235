// Jumps that are neither IF nor loop, in a form that has no jumps.
#pragma once

#include "lang/acsl/program.h"

namespace kerf::acsl {

// Rewrites bodies in which jumps to labels of the same body cannot be put into the form of IF and loops. The
// parts between labels are numbered, and a variable says with which part to go on:
//   next = 1
//   loop: while next is a part
//     loop once: if(next <= 1) part 1; if(next <= 2) part 2; …; next = behind
// A jump to a label sets `next` and leaves the inner loop. Where all jumps go forward the same is done with
// IF alone. `n_statements` counts the statements of the program.
void TabulateJumps(Program& program, std::vector<Statement>& body, uint32_t& n_statements);

}  // namespace kerf::acsl
