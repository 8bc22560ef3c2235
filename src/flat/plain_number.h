// Numbers that are taken for counts and ratios, as in m*v^2/2 or 2*pi*f: small whole numbers, a half, a
// quarter, and multiples of pi. Any other may stand for a quantity or a conversion: 1.5, 9.81, 1000, 273.15.
#pragma once

#include <cmath>
#include <numbers>

namespace kerf::flat {

inline auto IsPlainNumber(double value) -> bool {
  const double size = std::fabs(value);
  if (size < 10 && size == std::floor(size)) return true;
  if (size == 0.5 || size == 0.25) return true;
  const double quarters = std::round(4 * size / std::numbers::pi);
  return quarters >= 1 && quarters <= 16 && std::fabs(size - quarters * std::numbers::pi / 4) < 1e-9;
}

}  // namespace kerf::flat
