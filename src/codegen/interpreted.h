// The same interface as Compile gives, with the interpreter behind it: for a run too short to be worth
// compiling, and to compare with. Needs no LLVM.
#pragma once

#include <memory>
#include <span>

#include "codegen/compile.h"

namespace kerf::codegen {

// The tape must outlive the result. Unlike compiled codes, only one thread at a time may run codes of it.
auto InterpretTape(const model::Tape& tape, std::span<const KerfFunction> functions)
    -> std::unique_ptr<CompiledTape>;

}  // namespace kerf::codegen
