// How compiled functions are called. Arguments and outputs are words of eight bytes, one list each: a value
// is the list of its leaves (function_layout.h). A scalar leaf is one word, a double or an integer; an array
// is the address of its elements, row by row, and a word for each dimension. Elements are words, too, and
// there is memory for at least one.
#pragma once

#include <cstdint>

namespace kerf::codegen {

// Memory and limits of a call and of all calls inside it. Machine code knows the places of the members.
struct FunctionContext {
  // Memory for arrays whose size is known only during the run: used from `top` on, up to `end`.
  char* top = nullptr;
  char* end = nullptr;
  // The stack must not grow below this.
  const char* stack_limit = nullptr;
  // Turns of while-loops that are left.
  int64_t budget = 0;
  // Not 0: an assertion of level warning was violated for the first time.
  int64_t has_warned = 0;
  // A byte for each such assertion: whether it was violated before.
  uint8_t* is_reported = nullptr;
  // Calls a function that is not compiled, with its first n_arguments inputs.
  int32_t (*interpret)(FunctionContext* context, uint32_t function, uint32_t n_arguments, const int64_t* in,
                       int64_t* out) = nullptr;
  // Of whoever provides `interpret`.
  void* owner = nullptr;
};

// Gives 0, or 1 if the call cannot be finished: an error of the model, or something that is left to the
// interpreter. Nobody says which; the interpreter, called with the same arguments, does. Arrays of known size
// among the outputs are written to the address that the word holds at the time of the call; of others the
// callee writes address and sizes, and the memory is valid until `top` is reset.
using FunctionCode = auto (*)(FunctionContext* context, int64_t* in, int64_t* out) -> int32_t;

}  // namespace kerf::codegen
