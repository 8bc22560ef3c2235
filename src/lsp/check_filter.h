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

// Takes out warnings about what those who use a part say: values of its parameters, and what is `inner`.
void DropWhatPartsLack(std::vector<diag::Diagnostic>& all);
// Whether a package or function that users choose has no meaning yet.
auto HasOpenChoice(const std::vector<diag::Diagnostic>& all) -> bool;

}  // namespace kerf::lsp
