// Pretty-printing: line breaks, indentation and blanks are made anew; comments, strings and annotations'
// texts stay as they are. Formatting the result again changes nothing.
#pragma once

#include <string>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

struct FormatOptions {
  uint32_t indent = 2;
  uint32_t width = 100;
};

auto Format(const Tree& tree, const FormatOptions& options = {}) -> std::string;

}  // namespace kerf::modelica
