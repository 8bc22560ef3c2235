// The table of function names.
#include "expr/functions.h"

#include <array>

namespace kerf::expr {

namespace {

struct FunctionName {
  std::string_view name;
  Op op;
};

constexpr auto kFunctions = std::to_array<FunctionName>({
    {"abs", Op::Abs},     {"sign", Op::Sign}, {"sqrt", Op::Sqrt},     {"exp", Op::Exp},
    {"ln", Op::Log},      {"log", Op::Log},   {"log10", Op::Log10},   {"sin", Op::Sin},
    {"cos", Op::Cos},     {"tan", Op::Tan},   {"arcsin", Op::Asin},   {"asin", Op::Asin},
    {"arccos", Op::Acos}, {"acos", Op::Acos}, {"arctan", Op::Atan},   {"atan", Op::Atan},
    {"sinh", Op::Sinh},   {"cosh", Op::Cosh}, {"tanh", Op::Tanh},     {"entier", Op::Floor},
    {"floor", Op::Floor}, {"ceil", Op::Ceil}, {"arctan2", Op::Atan2}, {"atan2", Op::Atan2},
    {"min", Op::Min},     {"max", Op::Max},   {"mod", Op::Mod},
});

}  // namespace

auto TryFunctionOp(std::string_view name) -> std::optional<Op> {
  for (const FunctionName& function : kFunctions) {
    if (function.name == name) return function.op;
  }
  return std::nullopt;
}

}  // namespace kerf::expr
