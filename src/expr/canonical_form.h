// Numbers, sums and products in the canonical form of W. Xu, "The Design and Implementation of the µModelica
// Compiler" (McGill 2005): n-ary sums of products of powers, like terms and like bases put together, numbers
// folded, operands sorted. Values never change, so they share their parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace kerf::expr {

struct CanonicalSum;
using Canonical = std::shared_ptr<const CanonicalSum>;

// base^exponent. A base is a text (a variable, a call, a number) or a sum of several terms.
struct CanonicalFactor {
  std::string text;
  Canonical sum;
  Canonical exponent;
};

struct CanonicalTerm {
  double coefficient = 1;
  // Sorted by base.
  std::vector<CanonicalFactor> factors;
};

struct CanonicalSum {
  double constant = 0;
  // Sorted by their texts. A product of a number and a sum is one term until it becomes part of a sum.
  std::vector<CanonicalTerm> terms;
  // "2.0", "a*b^(-1.0)", "(-11.0)+h*(-1.0)".
  std::string text;
};

auto CanonicalNumber(double value) -> Canonical;
// A variable, a call, or anything else that is not looked into.
auto CanonicalAtom(std::string text) -> Canonical;
// The sum of value times sign.
struct CanonicalPart {
  Canonical value;
  double sign = 1;
};
auto CanonicalAdd(const std::vector<CanonicalPart>& parts) -> Canonical;
auto CanonicalMul(const Canonical& a, const Canonical& b) -> Canonical;
auto CanonicalPow(const Canonical& base, const Canonical& exponent) -> Canonical;

}  // namespace kerf::expr
