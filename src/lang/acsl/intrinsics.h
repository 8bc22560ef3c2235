// Functions of Fortran that are one operation on Reals, and what they are with numbers.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "expr/pool.h"

namespace kerf::acsl {

struct PlainFunction {
  std::string_view name;
  expr::Op op;
};

// Functions of one Real that are one operation.
inline constexpr auto kPlain = std::to_array<PlainFunction>({
    {"sqrt", expr::Op::Sqrt},  {"exp", expr::Op::Exp},     {"log", expr::Op::Log},
    {"alog", expr::Op::Log},   {"log10", expr::Op::Log10}, {"alog10", expr::Op::Log10},
    {"sin", expr::Op::Sin},    {"cos", expr::Op::Cos},     {"tan", expr::Op::Tan},
    {"asin", expr::Op::Asin},  {"acos", expr::Op::Acos},   {"atan", expr::Op::Atan},
    {"sinh", expr::Op::Sinh},  {"cosh", expr::Op::Cosh},   {"tanh", expr::Op::Tanh},
    {"dsqrt", expr::Op::Sqrt}, {"dexp", expr::Op::Exp},    {"dlog", expr::Op::Log},
    {"dsin", expr::Op::Sin},   {"dcos", expr::Op::Cos},
});

inline constexpr auto kExtremes = std::to_array<PlainFunction>({
    {"max", expr::Op::Max},
    {"amax0", expr::Op::Max},
    {"amax1", expr::Op::Max},
    {"max0", expr::Op::Max},
    {"max1", expr::Op::Max},
    {"dmax1", expr::Op::Max},
    {"min", expr::Op::Min},
    {"amin0", expr::Op::Min},
    {"amin1", expr::Op::Min},
    {"min0", expr::Op::Min},
    {"min1", expr::Op::Min},
    {"dmin1", expr::Op::Min},
});

// The value of such a function, of ABS or ATAN2; nothing for others.
auto TryApply(std::string_view function, std::span<const double> arguments) -> std::optional<double>;

}  // namespace kerf::acsl
