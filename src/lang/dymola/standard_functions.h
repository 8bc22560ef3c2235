// The functions that DYMOLA texts may call without declaring them, and the operators they stand for.
#pragma once

#include <optional>
#include <string_view>

#include "expr/pool.h"

namespace kerf::dymola {

struct StandardFunction {
  std::string_view name;
  expr::Op op;
  uint32_t min_arguments;
  uint32_t max_arguments;
};

auto TryStandardFunction(std::string_view name) -> std::optional<StandardFunction>;

// The order of `der`, `der1`, `der2` … `der9`; nothing for other names, also such as `derate`.
auto TryDerivativeOrder(std::string_view name) -> std::optional<uint32_t>;

}  // namespace kerf::dymola
