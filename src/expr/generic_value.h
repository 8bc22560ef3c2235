// Values of expressions in a finite field, at a point drawn from the names of the variables. An expression
// that is zero for all values of its variables is zero there too; one that is not is zero there only by an
// accident that does not happen (J. T. Schwartz, Fast probabilistic algorithms for verification of polynomial
// identities, J. ACM 27, 1980). So ranks of matrices of parameters are found exactly, without rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "expr/pool.h"
#include "expr/walk.h"

namespace kerf::expr {

// Integers modulo the prime 2^61 - 1.
struct Residue {
  uint64_t value = 0;
  [[nodiscard]] auto IsZero() const -> bool { return value == 0; }
  friend auto operator==(Residue, Residue) -> bool = default;
};
auto operator+(Residue a, Residue b) -> Residue;
auto operator-(Residue a, Residue b) -> Residue;
auto operator*(Residue a, Residue b) -> Residue;
// b is not zero.
auto operator/(Residue a, Residue b) -> Residue;
// A decimal number as it is written, so that 0.1 + 0.2 is 0.3.
auto ResidueOf(double number) -> Residue;
// The fraction of small integers that the residue stands for, if there is one.
auto TryFraction(Residue a) -> std::optional<double>;

class GenericValues {
 public:
  explicit GenericValues(const Pool& pool) : pool_(pool), walker_(pool) {}
  auto Of(ExprId root) -> Residue;
  // A leaf that stands for something with this value, before it is asked for.
  void Set(ExprId leaf, Residue value) { memo_[leaf.index] = value; }

 private:
  auto OfNode(ExprId id) -> Residue;

  const Pool& pool_;
  Walker walker_;
  std::unordered_map<uint32_t, Residue> memo_;
};

}  // namespace kerf::expr
