// See fortran_functions.h.
#include "lang/dymola/fortran_functions.h"

#include <array>

namespace kerf::dymola {

namespace {

using expr::Op;

constexpr uint32_t kMaxFortranArguments = 1000;

constexpr auto kFortranFunctions = std::to_array<FortranFunction>({
    {"ABS", FortranForm::Unary, Op::Abs, 1, 1},
    {"SQRT", FortranForm::Unary, Op::Sqrt, 1, 1},
    {"EXP", FortranForm::Unary, Op::Exp, 1, 1},
    {"ALOG", FortranForm::Unary, Op::Log, 1, 1},
    {"ALOG10", FortranForm::Unary, Op::Log10, 1, 1},
    {"SIN", FortranForm::Unary, Op::Sin, 1, 1},
    {"COS", FortranForm::Unary, Op::Cos, 1, 1},
    {"TAN", FortranForm::Unary, Op::Tan, 1, 1},
    {"ASIN", FortranForm::Unary, Op::Asin, 1, 1},
    {"ACOS", FortranForm::Unary, Op::Acos, 1, 1},
    {"ATAN", FortranForm::Unary, Op::Atan, 1, 1},
    {"ATAN2", FortranForm::Fold, Op::Atan2, 2, 2},
    {"AMOD", FortranForm::Fold, Op::Mod, 2, 2},
    {"AMAX1", FortranForm::Fold, Op::Max, 2, kMaxFortranArguments},
    {"AMIN1", FortranForm::Fold, Op::Min, 2, kMaxFortranArguments},
    {"BOUND", FortranForm::Bound, Op::Max, 3, 3},
});

}  // namespace

auto TryFortranFunction(std::string_view name) -> std::optional<FortranFunction> {
  for (const FortranFunction& function : kFortranFunctions) {
    if (function.name == name) return function;
  }
  return std::nullopt;
}

}  // namespace kerf::dymola
