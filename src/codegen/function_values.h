// Values of the interpreter as words of compiled functions, and back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/function_layout.h"
#include "flat/value.h"

namespace kerf::codegen {

// The elements of arrays among the words; their addresses stay when this is moved.
using WordMemory = std::vector<std::vector<int64_t>>;

// Appends the words of a value of that type to `words`. False if it is not of that type, or cannot be
// expressed (a function).
auto AppendWords(const flat::Value& value, expr::Type type, flat::World& world, std::vector<int64_t>& words,
                 WordMemory& memory) -> bool;
// The value of that type that begins at `words`, which then points behind it.
auto ReadWords(const int64_t*& words, expr::Type type, const flat::World& world) -> flat::Value;

}  // namespace kerf::codegen
