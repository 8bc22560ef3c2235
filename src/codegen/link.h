// Objects in memory become code that can be called. Internal to codegen.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codegen/translate.h"

namespace kerf::codegen {

// Keeps the code alive.
class LinkedCode {
 public:
  virtual ~LinkedCode() = default;
};

struct LinkResult {
  std::unique_ptr<LinkedCode> code;
  // Of each planned function.
  std::vector<uint64_t> addresses;
  std::string error;
};

// Takes the objects out of `modules`. Functions are found by FunctionName(0) … FunctionName(n_functions - 1).
auto Link(std::span<TranslatedModule> modules, uint32_t n_functions) -> LinkResult;

}  // namespace kerf::codegen
