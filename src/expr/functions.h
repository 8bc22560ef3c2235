// The functions of numbers that every language knows, by the names people use for them.
#pragma once

#include <optional>
#include <string_view>

#include "expr/pool.h"

namespace kerf::expr {

// The operator of a function in DYMOLA or Modelica spelling (`ln` and `log`, `arctan` and `atan`), or
// nothing.
auto TryFunctionOp(std::string_view name) -> std::optional<Op>;

}  // namespace kerf::expr
