// What is being typed before the cursor, from the tokens alone: the text there seldom parses.
#pragma once

#include <string_view>
#include <vector>

#include "lsp/requests.h"

namespace kerf::lsp {

struct TypingContext {
  enum class Kind : uint8_t {
    // In a comment, a string or an annotation.
    Nothing,
    // Where an element, equation or statement begins.
    Statement,
    Expression,
    // Between the parentheses of a modification of `owner`.
    Modifier,
    // `a.b.` of `owner`.
    Member,
    // Behind `import` or `within`: a library.
    Library,
  };
  Kind kind = Kind::Nothing;
  Target owner;
  modelica::Inst* scope = nullptr;
  // The innermost call around the cursor, and how many commas are before it there.
  Target callee;
  uint32_t argument = 0;
};

auto ContextOf(const Place& place) -> TypingContext;

}  // namespace kerf::lsp
