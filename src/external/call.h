// One call of a C or Fortran function through libffi.
#pragma once

#include <string>
#include <vector>

#include "external/memory.h"
#include "flat/external_c.h"

namespace kerf::external {

struct PreparedCall {
  void* address = nullptr;
  std::string name;
  // Whether each argument is written to by the function.
  std::vector<bool> is_output;
  bool has_result = false;
};

// Arguments that are outputs, and `call.result`, take what the function gives; an external object comes back
// in `object`. False after an error of the function: `call.error` is its text. Where it did not end by itself
// `fault` says so, and nothing of the code that models bring along can be called any more.
auto CallFunction(const PreparedCall& prepared, const MemoryRules& rules, flat::NativeCall& call,
                  void*& object, std::string& fault) -> bool;

}  // namespace kerf::external
