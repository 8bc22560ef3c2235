// Machine code for functions of a model, and for all that they call. A function that cannot be compiled stays
// with the interpreter, and only it: compiled code calls the interpreter for it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codegen/function_abi.h"
#include "flat/world.h"

namespace kerf::codegen {

// A function that is called from outside with values for so many of its inputs.
struct FunctionRequest {
  expr::FunctionId function;
  uint32_t n_arguments = 0;
};

// What became of a function.
struct FunctionReport {
  expr::FunctionId function;
  bool is_compiled = false;
  // Why it is interpreted; or what of a compiled one is left to the interpreter if it is reached.
  std::string reason;
};

struct FunctionStatistics {
  // IR instructions before optimisation.
  size_t n_instructions = 0;
  size_t object_bytes = 0;
  double ir_seconds = 0;
  double translate_seconds = 0;
  double seconds = 0;
};

struct FunctionOptions {
  // LLVM's O2 instead of the fast instruction selector: the code runs up to three times as fast, and takes
  // about six times as long to make.
  bool is_optimised = false;
};

class CompiledFunctions {
 public:
  CompiledFunctions(const CompiledFunctions&) = delete;
  auto operator=(const CompiledFunctions&) -> CompiledFunctions& = delete;
  virtual ~CompiledFunctions() = default;

  // Of request k; null if the interpreter runs it. Valid as long as this object.
  [[nodiscard]] virtual auto code(size_t request) const -> FunctionCode = 0;
  // All functions that requests reach, in the order of their first use.
  [[nodiscard]] virtual auto reports() const -> const std::vector<FunctionReport>& = 0;
  // The number of bytes that FunctionContext::is_reported needs.
  [[nodiscard]] virtual auto n_warnings() const -> uint32_t = 0;
  [[nodiscard]] virtual auto statistics() const -> const FunctionStatistics& = 0;

 protected:
  CompiledFunctions() = default;
};

struct CompileFunctionsResult {
  std::unique_ptr<CompiledFunctions> compiled;
  std::string error;
};

auto CompileFunctions(flat::World& world, std::span<const FunctionRequest> requests,
                      const FunctionOptions& options = {}) -> CompileFunctionsResult;

// The LLVM assembly text before optimisation, for dumps.
auto PrintFunctionIr(flat::World& world, std::span<const FunctionRequest> requests) -> std::string;

}  // namespace kerf::codegen
