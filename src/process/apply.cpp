// Operators on numbers, as the equations have them.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "process/interpret.h"

namespace kerf::process {

using O = expr::Op;

auto Apply(expr::Op op, double x) -> double {
  switch (op) {
    case O::Neg:   return -x;
    case O::Not:   return x == 0 ? 1 : 0;
    case O::Abs:   return std::abs(x);
    case O::Sign:  return x > 0 ? 1 : x < 0 ? -1 : 0;
    case O::Sqrt:  return std::sqrt(x);
    case O::Exp:   return std::exp(x);
    case O::Log:   return std::log(x);
    case O::Log10: return std::log10(x);
    case O::Sin:   return std::sin(x);
    case O::Cos:   return std::cos(x);
    case O::Tan:   return std::tan(x);
    case O::Asin:  return std::asin(x);
    case O::Acos:  return std::acos(x);
    case O::Atan:  return std::atan(x);
    case O::Sinh:  return std::sinh(x);
    case O::Cosh:  return std::cosh(x);
    case O::Tanh:  return std::tanh(x);
    case O::Floor: return std::floor(x);
    case O::Ceil:  return std::ceil(x);
    // Towards zero, as Fortran's INT.
    case O::IntegerPart: return std::trunc(x);
    default:             break;
  }
  KERF_CHECK(false);
  return 0;
}

auto Apply(expr::Op op, double x, double y) -> double {
  switch (op) {
    case O::Add:          return x + y;
    case O::Sub:          return x - y;
    case O::Mul:          return x * y;
    case O::Div:          return x / y;
    case O::Pow:          return std::pow(x, y);
    case O::Less:         return x < y ? 1 : 0;
    case O::LessEqual:    return x <= y ? 1 : 0;
    case O::Greater:      return x > y ? 1 : 0;
    case O::GreaterEqual: return x >= y ? 1 : 0;
    case O::Equal:        return x == y ? 1 : 0;
    case O::NotEqual:     return x != y ? 1 : 0;
    case O::And:          return x != 0 && y != 0 ? 1 : 0;
    case O::Or:           return x != 0 || y != 0 ? 1 : 0;
    case O::Atan2:        return std::atan2(x, y);
    case O::Min:          return std::min(x, y);
    case O::Max:          return std::max(x, y);
    case O::Mod:          return x - y * std::floor(x / y);
    default:              break;
  }
  KERF_CHECK(false);
  return 0;
}

}  // namespace kerf::process
