// Diagnostics as the protocol has them.
#pragma once

#include "lsp/document.h"
#include "lsp/json.h"
#include "lsp/snapshot.h"

namespace kerf::lsp {

// The syntax errors of a document.
auto SyntaxDiagnostics(const Document& document) -> Json;
// One diagnostic with `range`; notes that have a place in `snapshot` become related information.
auto DiagnosticJson(const diag::Diagnostic& diagnostic, Json range, Snapshot& snapshot) -> Json;

}  // namespace kerf::lsp
