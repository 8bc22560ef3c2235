// Machine code for a tape, made in this process by LLVM. Its results are those of the interpreter of tapes,
// bit for bit: same operations in the same order, same C library, nothing fused or reassociated.
//
// A shape with many rows becomes one loop function that reads slot numbers from the tape's table; what occurs
// a few times becomes straight code with constant slot numbers, in functions of bounded size. The fast
// instruction selector translates both, on all cores; the few loops with most work are optimised in addition.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "model/tape.h"
#include "runtime/abi.h"

namespace kerf::codegen {

struct CompileOptions {
  // 0: as many as the machine has.
  unsigned threads = 0;
  // Optimises loop functions of at most `optimise_size` instructions and at least `optimise_work`
  // instructions times rows, those with most first, up to `optimise_budget` instructions in all. Longer ones
  // and straight code did not run faster by it when measured, and took 15 times as long or more to translate.
  bool optimise_loops = true;
  size_t optimise_size = 200;
  uint64_t optimise_work = 5000;
  size_t optimise_budget = 2000;
  // A loop of at least that many rows is not inlined.
  uint32_t loop_rows = 8;
  // A shape is inlined in no place if its inlined rows would have more instructions than that in all.
  size_t inline_limit = 2000;
  // A function of straight code ends after that many instructions, a module after that many.
  size_t chunk_instructions = 1000;
  size_t module_instructions = 20000;
};

struct CompileStatistics {
  // Instructions of the tape that were translated; a loop function counts its shape once.
  size_t n_instructions = 0;
  size_t n_functions = 0;
  size_t n_modules = 0;
  // Shapes that became loop functions, and how many of them were optimised.
  size_t n_loop_shapes = 0;
  size_t n_optimised_shapes = 0;
  // Rows that became straight code.
  size_t n_inlined_rows = 0;
  size_t object_bytes = 0;
  // Time for building the IR and for translating it, summed over the threads; for linking; and of the whole
  // [s].
  double ir_seconds = 0;
  double translate_seconds = 0;
  double link_seconds = 0;
  double seconds = 0;
};

// Owns the machine code and a copy of the functions' descriptions. Refers to the tape's table of arguments:
// the tape must outlive it unchanged. Codes may run on several threads at a time, each with its own w.
class CompiledTape {
 public:
  CompiledTape(const CompiledTape&) = delete;
  auto operator=(const CompiledTape&) -> CompiledTape& = delete;
  virtual ~CompiledTape() = default;

  // Valid as long as this object.
  [[nodiscard]] virtual auto code(model::CodeId code_id) const -> KerfCode = 0;
  [[nodiscard]] virtual auto statistics() const -> const CompileStatistics& = 0;

 protected:
  CompiledTape() = default;
};

// Either a compiled tape or the reason why not.
struct CompileResult {
  std::unique_ptr<CompiledTape> compiled;
  std::string error;
};

auto Compile(const model::Tape& tape, std::span<const KerfFunction> functions,
             const CompileOptions& options = {}) -> CompileResult;

// The LLVM assembly text of all modules before optimisation, for dumps.
auto PrintIr(const model::Tape& tape, std::span<const KerfFunction> functions,
             const CompileOptions& options = {}) -> std::string;

}  // namespace kerf::codegen
