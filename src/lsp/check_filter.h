// Which diagnostics of a flattened class are the fault of its text.
#pragma once

#include <vector>

#include "diag/diag.h"

namespace kerf::lsp {

// A model of a library is often meant to be completed by its user: with a medium, a size, a value. If that is
// what the diagnostics complain of, only those about names, which no user could mend, are left.
void DropWhatUsersGive(std::vector<diag::Diagnostic>& all);
// Those about names alone.
void KeepNames(std::vector<diag::Diagnostic>& all);

}  // namespace kerf::lsp
