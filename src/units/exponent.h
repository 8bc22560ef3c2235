// Exponents of units: fractions with small terms, since square roots of quantities occur. What does not fit
// is no exponent that a unit could have.
#pragma once

#include <cstdint>
#include <optional>

namespace kerf::units {

// In lowest terms, the denominator positive.
struct Exponent {
  int16_t numerator = 0;
  int16_t denominator = 1;
  friend auto operator==(const Exponent&, const Exponent&) -> bool = default;
};

auto TryExponent(int64_t numerator, int64_t denominator) -> std::optional<Exponent>;
// The fraction that a number stands for, if its denominator is at most twelve.
auto TryExponent(double value) -> std::optional<Exponent>;
auto TryAdd(Exponent a, Exponent b) -> std::optional<Exponent>;
auto TryMultiply(Exponent a, Exponent b) -> std::optional<Exponent>;

}  // namespace kerf::units
