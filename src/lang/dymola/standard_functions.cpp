// See standard_functions.h.
#include "lang/dymola/standard_functions.h"

#include <array>

#include "expr/functions.h"

namespace kerf::dymola {

namespace {

using expr::Op;

constexpr uint32_t kMaxStandardArguments = 1000;

// Beside the functions of numbers that all languages share.
constexpr auto kOwnFunctions = std::to_array<StandardFunction>({
    {"min", Op::Min, 2, kMaxStandardArguments},
    {"max", Op::Max, 2, kMaxStandardArguments},
    {"transpose", Op::Transpose, 1, 1},
    {"sum", Op::Sum, 1, 1},
});

}  // namespace

auto TryStandardFunction(std::string_view name) -> std::optional<StandardFunction> {
  for (const StandardFunction& function : kOwnFunctions) {
    if (function.name == name) return function;
  }
  const auto op = expr::TryFunctionOp(name);
  if (!op) return std::nullopt;
  const auto n_arguments = static_cast<uint32_t>(expr::arity_of(*op));
  return StandardFunction{name, *op, n_arguments, n_arguments};
}

auto TryDerivativeOrder(std::string_view name) -> std::optional<uint32_t> {
  if (name == "der") return 1;
  if (name.size() != 4 || !name.starts_with("der") || name[3] < '1' || name[3] > '9') return std::nullopt;
  return static_cast<uint32_t>(name[3] - '0');
}

}  // namespace kerf::dymola
