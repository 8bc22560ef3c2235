// Functions other than the four operations are drawn like variables: equal calls have equal values.
#include "expr/generic_value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>

#include "base/hash.h"

namespace kerf::expr {

namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
__extension__ using Wide = unsigned __int128;

auto Power(Residue base, uint64_t exponent) -> Residue {
  Residue result{1};
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = result * base;
    base = base * base;
  }
  return result;
}

auto Draw(uint64_t kind, uint64_t number) -> Residue {
  return {base::Combine(base::Mix(kind + 1), number) % kPrime};
}

}  // namespace

auto operator+(Residue a, Residue b) -> Residue { return {(a.value + b.value) % kPrime}; }
auto operator-(Residue a, Residue b) -> Residue { return {(a.value + kPrime - b.value) % kPrime}; }
auto operator*(Residue a, Residue b) -> Residue {
  return {static_cast<uint64_t>(Wide{a.value} * b.value % kPrime)};
}
auto operator/(Residue a, Residue b) -> Residue { return a * Power(b, kPrime - 2); }

auto ResidueOf(double number) -> Residue {
  if (!std::isfinite(number)) return Draw(0, 0);
  const std::string text = fmt::format("{}", number);
  Residue digits;
  int64_t exponent = 0;
  const size_t e = text.find('e');
  if (e != std::string::npos) {
    const char* const after = text.data() + e + 1;
    std::from_chars(*after == '+' ? after + 1 : after, text.data() + text.size(), exponent);
  }
  bool is_fraction = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') is_fraction = true;
    if (c < '0' || c > '9') continue;
    digits = digits * Residue{10} + Residue{static_cast<uint64_t>(c - '0')};
    if (is_fraction) --exponent;
  }
  const Residue scale = Power(Residue{10}, static_cast<uint64_t>(std::abs(exponent)));
  const Residue size = exponent < 0 ? digits / scale : digits * scale;
  return number < 0 ? Residue{} - size : size;
}

// Euclid's algorithm, stopped half-way (P. S. Wang, A p-adic algorithm for univariate partial fractions,
// SYMSAC 1981).
auto TryFraction(Residue a) -> std::optional<double> {
  constexpr uint64_t kLimit = uint64_t{1} << 30;
  uint64_t r0 = kPrime;
  uint64_t r1 = a.value;
  int64_t s0 = 0;
  int64_t s1 = 1;
  while (r1 >= kLimit) {
    const uint64_t quotient = r0 / r1;
    r0 -= quotient * r1;
    std::swap(r0, r1);
    s0 -= static_cast<int64_t>(quotient) * s1;
    std::swap(s0, s1);
  }
  if (s1 == 0 || static_cast<uint64_t>(std::abs(s1)) >= kLimit) return std::nullopt;
  return static_cast<double>(r1) / static_cast<double>(s1);
}

auto GenericValues::Of(ExprId root) -> Residue {
  if (const auto known = memo_.find(root.index); known != memo_.end()) return known->second;
  for (const ExprId id : walker_.Postorder(root)) {
    if (!memo_.contains(id.index)) memo_.emplace(id.index, OfNode(id));
  }
  return memo_.at(root.index);
}

auto GenericValues::OfNode(ExprId id) -> Residue {
  const auto operand = [&](size_t k) { return memo_.at(pool_.operand(id, k).index); };
  if (pool_.IsNumber(id)) return ResidueOf(pool_.number(id));
  switch (pool_.op(id)) {
    case Op::Var: return Draw(1, pool_.var(id).index);
    case Op::Neg: return Residue{} - operand(0);
    case Op::Add: return operand(0) + operand(1);
    case Op::Sub: return operand(0) - operand(1);
    case Op::Mul: return operand(0) * operand(1);
    case Op::Div:
      if (!operand(1).IsZero()) return operand(0) / operand(1);
      break;
    case Op::Pow: {
      constexpr double kMaxPower = 64;
      const ExprId exponent = pool_.operand(id, 1);
      if (!pool_.IsNumber(exponent)) break;
      const double n = pool_.number(exponent);
      if (n >= 0 && n <= kMaxPower && n == std::floor(n)) return Power(operand(0), static_cast<uint64_t>(n));
      break;
    }
    default: break;
  }
  return Draw(2, id.index);
}

}  // namespace kerf::expr
