// See fortran_functions.h.
#include "lang/dymola/fortran_functions.h"

#include <array>

namespace kerf::dymola {

namespace {

using expr::Op;
using enum FortranForm;

constexpr uint32_t kMany = 1000;

constexpr auto kFunctions = std::to_array<FortranFunction>({
    {"ABS", Unary, Op::Abs, 1, 1},
    {"SQRT", Unary, Op::Sqrt, 1, 1},
    {"EXP", Unary, Op::Exp, 1, 1},
    {"ALOG", Unary, Op::Log, 1, 1},
    {"ALOG10", Unary, Op::Log10, 1, 1},
    {"SIN", Unary, Op::Sin, 1, 1},
    {"COS", Unary, Op::Cos, 1, 1},
    {"TAN", Unary, Op::Tan, 1, 1},
    {"ASIN", Unary, Op::Asin, 1, 1},
    {"ACOS", Unary, Op::Acos, 1, 1},
    {"ATAN", Unary, Op::Atan, 1, 1},
    {"ATAN2", Fold, Op::Atan2, 2, 2},
    {"AMOD", Fold, Op::Mod, 2, 2},
    {"AMAX1", Fold, Op::Max, 2, kMany},
    {"AMIN1", Fold, Op::Min, 2, kMany},
    {"BOUND", Bound, Op::Max, 3, 3},
});

}  // namespace

auto TryFortranFunction(std::string_view name) -> std::optional<FortranFunction> {
  for (const FortranFunction& function : kFunctions) {
    if (function.name == name) return function;
  }
  return std::nullopt;
}

}  // namespace kerf::dymola
