// What each operator does with units.
#pragma once

#include "expr/pool.h"

namespace kerf::units {

enum class UnitRule : uint8_t {
  // Nothing is known of the result.
  Open,
  // The result is a count, a truth value or the like.
  Number,
  // Literals, variables, time.
  Leaf,
  // The unit of one operand.
  First,
  Second,
  // All operands have one unit, and so has the result.
  Alike,
  // The same for the second and the third: branches.
  Branches,
  // All operands have one unit; the result is a number.
  Compared,
  Product,
  Quotient,
  Power,
  Root,
  Derivative,
  // The operand is a number, and so is the result.
  Transcendental,
  // The common unit of the elements, if they have one.
  Elements,
  Call,
  Output,
  Field,
};

auto RuleOf(expr::Op op) -> UnitRule;

}  // namespace kerf::units
