// The table of functions, as Fortran names them.
#include "lang/cosy/functions.h"

#include <algorithm>
#include <array>

namespace kerf::cosy {

namespace {

using expr::Op;

constexpr auto kIntrinsics = std::to_array<Intrinsic>({
    {"abs", 1, Op::Abs},     {"acos", 1, Op::Acos},       {"asin", 1, Op::Asin}, {"atan", 1, Op::Atan},
    {"atan2", 2, Op::Atan2}, {"cos", 1, Op::Cos},         {"cosh", 1, Op::Cosh}, {"exp", 1, Op::Exp},
    {"float", 1, Op::Error}, {"int", 1, Op::IntegerPart}, {"ln", 1, Op::Log},    {"log", 1, Op::Log},
    {"log10", 1, Op::Log10}, {"max", 2, Op::Max},         {"min", 2, Op::Min},   {"mod", 2, Op::Mod},
    {"sgn", 1, Op::Sign},    {"sign", 1, Op::Sign},       {"sin", 1, Op::Sin},   {"sinh", 1, Op::Sinh},
    {"sqrt", 1, Op::Sqrt},   {"tan", 1, Op::Tan},         {"tanh", 1, Op::Tanh},
});

}  // namespace

auto FindIntrinsic(std::string_view name) -> const Intrinsic* {
  const auto found = std::ranges::find(kIntrinsics, name, &Intrinsic::name);
  return found == kIntrinsics.end() ? nullptr : &*found;
}

}  // namespace kerf::cosy
