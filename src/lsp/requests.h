// The requests that are answered, one file each. They know the text through the snapshot and the place in it
// as a tree and an offset; they give the `result` of the answer.
#pragma once

#include "lsp/document.h"
#include "lsp/resolve.h"
#include "lsp/snapshot.h"

namespace kerf::lsp {

// A document, the meaning of all open texts, and where the cursor is in the document's sound text.
struct Place {
  const Document& document;
  Snapshot& snapshot;
  // Of the sound text; null if it has no classes.
  const modelica::Tree* tree = nullptr;
  uint32_t offset = 0;
  // The same in the text as it is.
  uint32_t text_offset = 0;
};

auto Hover(const Place& place) -> Json;
auto Definition(const Place& place) -> Json;
// The declaration of the type of what is under the cursor.
auto TypeDefinition(const Place& place) -> Json;
auto References(const Place& place, bool with_declaration) -> Json;
auto Completion(const Place& place) -> Json;
auto SignatureHelp(const Place& place) -> Json;
auto WorkspaceSymbols(Snapshot& snapshot, const std::string& query) -> Json;

// These need no meaning.
auto DocumentSymbols(const Document& document) -> Json;
auto Formatting(const Document& document, const Json& options) -> Json;

}  // namespace kerf::lsp
