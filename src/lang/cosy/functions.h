// Functions that every expression may use.
#pragma once

#include <string_view>

#include "expr/pool.h"

namespace kerf::cosy {

struct Intrinsic {
  // In lower case.
  std::string_view name;
  size_t n_arguments;
  // Error: the argument itself (FLOAT).
  expr::Op op;
};

// Null if there is none of that name.
auto FindIntrinsic(std::string_view name) -> const Intrinsic*;

}  // namespace kerf::cosy
