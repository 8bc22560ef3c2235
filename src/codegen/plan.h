// What becomes a loop function, what straight code, and which functions are compiled together. Depends on
// tape and options alone, so the same tape gives the same machine code on any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/compile.h"
#include "model/tape.h"

namespace kerf::codegen {

enum class FunctionKind : uint8_t {
  // void f(const uint32_t* rows, double* w, uint64_t n): n > 0 rows of a shape.
  ShapeLoop,
  // void f(const void* context, double* w): whole loops of a code, unrolled.
  Chunk,
};

struct PlannedFunction {
  FunctionKind kind = FunctionKind::Chunk;
  // Of a ShapeLoop.
  model::ShapeId shape;
  // Of a Chunk: loops [first_loop, last_loop) of the code.
  model::CodeId code;
  uint32_t first_loop = 0;
  uint32_t last_loop = 0;
  size_t n_instructions = 0;
};

// A call of a function, with the loop whose rows it gets; a Chunk gets none.
struct PlannedStep {
  uint32_t function = 0;
  const uint32_t* rows = nullptr;
  uint64_t n_rows = 0;
};

// Functions that are compiled as one unit.
struct PlannedModule {
  std::vector<uint32_t> functions;
  bool is_optimised = false;
};

struct Plan {
  std::vector<PlannedFunction> functions;
  // Steps of code k: [first_step[k], first_step[k+1]).
  std::vector<PlannedStep> steps;
  std::vector<size_t> first_step;
  // Optimised ones first: they take longest.
  std::vector<PlannedModule> modules;
  size_t n_inlined_rows = 0;
};

auto MakePlan(const model::Tape& tape, const CompileOptions& options) -> Plan;

}  // namespace kerf::codegen
