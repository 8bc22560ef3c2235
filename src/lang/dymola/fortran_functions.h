// Functions that texts of 1991 take over from Fortran and ACSL, in capitals, and what they mean.
#pragma once

#include <optional>
#include <string_view>

#include "expr/pool.h"

namespace kerf::dymola {

// Fold: the operator between all arguments, one after the other. Bound: BOUND(low, high, x).
enum class FortranForm : uint8_t { Unary, Fold, Bound };

struct FortranFunction {
  std::string_view name;
  FortranForm form;
  expr::Op op;
  uint32_t min_arguments;
  uint32_t max_arguments;
};

auto TryFortranFunction(std::string_view name) -> std::optional<FortranFunction>;

}  // namespace kerf::dymola
