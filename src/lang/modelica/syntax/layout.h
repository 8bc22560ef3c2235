// What the tree says about the layout of a file, token by token.
#pragma once

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

enum TokenMark : uint8_t {
  // Begins a line: elements, equations, statements, section keywords, ends.
  kBeginsLine = 1,
  // Closes what stands one level deeper, so a comment before it belongs there.
  kCloses = 2,
  // No blank on either side.
  kTight = 4,
  // A sign: no blank after it.
  kSign = 8,
};

struct Layout {
  // For each token a set of TokenMark and the level of indentation of a line that begins with it.
  std::vector<uint8_t> marks;
  std::vector<int32_t> levels;
};

auto IsOpening(TokenKind kind) -> bool;
auto IsClosing(TokenKind kind) -> bool;

auto MakeLayout(const Tree& tree) -> Layout;

// Whether a blank stands between tokens `left` and `left` + 1 on one line.
auto HasBlankAfter(const Tree& tree, const Layout& layout, uint32_t left) -> bool;

}  // namespace kerf::modelica
