// See standard_functions.h.
#include "lang/dymola/standard_functions.h"

#include <array>

namespace kerf::dymola {

namespace {

using expr::Op;

constexpr uint32_t kMany = 1000;

constexpr auto kFunctions = std::to_array<StandardFunction>({
    {"abs", Op::Abs, 1, 1},       {"sign", Op::Sign, 1, 1},
    {"sqrt", Op::Sqrt, 1, 1},     {"exp", Op::Exp, 1, 1},
    {"ln", Op::Log, 1, 1},        {"log", Op::Log, 1, 1},
    {"log10", Op::Log10, 1, 1},   {"sin", Op::Sin, 1, 1},
    {"cos", Op::Cos, 1, 1},       {"tan", Op::Tan, 1, 1},
    {"arcsin", Op::Asin, 1, 1},   {"asin", Op::Asin, 1, 1},
    {"arccos", Op::Acos, 1, 1},   {"acos", Op::Acos, 1, 1},
    {"arctan", Op::Atan, 1, 1},   {"atan", Op::Atan, 1, 1},
    {"arctan2", Op::Atan2, 2, 2}, {"atan2", Op::Atan2, 2, 2},
    {"sinh", Op::Sinh, 1, 1},     {"cosh", Op::Cosh, 1, 1},
    {"tanh", Op::Tanh, 1, 1},     {"entier", Op::Floor, 1, 1},
    {"floor", Op::Floor, 1, 1},   {"ceil", Op::Ceil, 1, 1},
    {"min", Op::Min, 2, kMany},   {"max", Op::Max, 2, kMany},
    {"mod", Op::Mod, 2, 2},       {"transpose", Op::Transpose, 1, 1},
    {"sum", Op::Sum, 1, 1},
});

}  // namespace

auto TryStandardFunction(std::string_view name) -> std::optional<StandardFunction> {
  for (const StandardFunction& function : kFunctions) {
    if (function.name == name) return function;
  }
  return std::nullopt;
}

auto TryDerivativeOrder(std::string_view name) -> std::optional<uint32_t> {
  if (name == "der") return 1;
  if (name.size() != 4 || !name.starts_with("der") || name[3] < '1' || name[3] > '9') return std::nullopt;
  return static_cast<uint32_t>(name[3] - '0');
}

}  // namespace kerf::dymola
