// A text that is open in the editor: its tree with syntax errors, and the text that meaning is taken from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "diag/consumers.h"
#include "lang/modelica/syntax/parse.h"
#include "lsp/positions.h"

namespace kerf::lsp {

struct Document {
  std::string uri;
  // The name of its file, or the URI of a text that is none.
  std::string path;
  int64_t version = 0;
  std::string text;

  // The following stands for `text` after Refresh.
  std::unique_ptr<Lines> lines;
  modelica::TreeArrays arrays;
  modelica::Tree tree;
  std::vector<diag::Diagnostic> syntax;
  // Parses without errors: the text itself, or with what is wrong blanked out so that offsets stay, or else
  // the last one that did. Empty if there never was one.
  std::string sound;
  // Whether offsets into `sound` are those into `text`.
  bool is_aligned = true;
};

// Applies one member of `contentChanges`: a range, or the whole text. May throw on a malformed one.
void ApplyChange(Document& document, const Json& change);
// Parses the text anew.
void Refresh(Document& document);
// The offset into `sound` that stands for an offset into `text`.
auto SoundOffset(const Document& document, uint32_t offset) -> uint32_t;

}  // namespace kerf::lsp
