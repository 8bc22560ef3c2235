// Fractions in lowest terms; products of two small terms cannot overflow what they are computed in.
#include "units/exponent.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace kerf::units {

auto TryExponent(int64_t numerator, int64_t denominator) -> std::optional<Exponent> {
  if (denominator == 0) return std::nullopt;
  const int64_t divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  numerator /= divisor;
  denominator /= divisor;
  constexpr int64_t kMax = std::numeric_limits<int16_t>::max();
  if (numerator > kMax || numerator < -kMax || denominator > kMax) return std::nullopt;
  return Exponent{static_cast<int16_t>(numerator), static_cast<int16_t>(denominator)};
}

auto TryExponent(double value) -> std::optional<Exponent> {
  if (!(std::fabs(value) < 1000)) return std::nullopt;
  for (int64_t denominator = 1; denominator <= 12; ++denominator) {
    const double scaled = value * static_cast<double>(denominator);
    if (std::fabs(scaled - std::round(scaled)) < 1e-9)
      return TryExponent(static_cast<int64_t>(std::round(scaled)), denominator);
  }
  return std::nullopt;
}

auto TryAdd(Exponent a, Exponent b) -> std::optional<Exponent> {
  return TryExponent(int64_t{a.numerator} * b.denominator + int64_t{b.numerator} * a.denominator,
                     int64_t{a.denominator} * b.denominator);
}

auto TryMultiply(Exponent a, Exponent b) -> std::optional<Exponent> {
  return TryExponent(int64_t{a.numerator} * b.numerator, int64_t{a.denominator} * b.denominator);
}

}  // namespace kerf::units
