// From text to tree. One call reports all syntax errors of a file and always yields a tree that covers the
// whole text.
#pragma once

#include <string_view>

#include "diag/diag.h"
#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

struct ParseOptions {
  // The dialect of the μModelica compiler (2005): `self` names the object around (in modifications the value
  // of what is modified), and `elseif` may stand for `elsewhen`.
  bool mu_modelica = false;
  // Nesting of expressions, classes and clauses beyond which a file is refused.
  uint32_t max_depth = 400;
};

// `buffer` only places the diagnostics; safe to call for several files at once with emitters of their own.
auto Parse(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter,
           const ParseOptions& options = {}) -> TreeArrays;

// Text put together again from the tokens under the nodes and the blanks and comments between them; equal to
// the file's text if the tree is lossless.
auto PrintBack(const Tree& tree) -> std::string;

}  // namespace kerf::modelica
