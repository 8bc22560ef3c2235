// The functions of this process that machine code calls: the C library's, so that machine code and
// interpreter agree to the last bit. Their names have a prefix: LLVM must not take them for those it knows
// and replaces.
#pragma once

#include <cstdint>
#include <span>

#include "model/tape.h"

namespace kerf::codegen {

struct Symbol {
  model::TapeOp op;
  const char* name;
  // Address as an integer: one table holds functions of several types.
  uint64_t address;
};

// All of them, each with the instruction that it computes.
auto process_symbols() -> std::span<const Symbol>;

// The function for `op`, or null if it needs none.
auto FindSymbol(model::TapeOp op) -> const Symbol*;

}  // namespace kerf::codegen
