// Operators and functions of scalar values, and the same element by element. Integer stays Integer where both
// operands are; Integer overflow, division by zero and arguments outside a function's domain are errors.
#pragma once

#include <string>

#include "expr/pool.h"
#include "flat/value.h"

namespace kerf::flat {

// x := op(x). `detail` is that of the result, for conversions to enumerations.
auto ApplyUnary(expr::Op op, uint16_t detail, const World& world, Value& x, std::string& error) -> bool;
// x := op(x, y), with matrix products and powers; a scalar works with every element of an array.
auto ApplyBinary(expr::Op op, Value& x, const Value& y, std::string& error) -> bool;

// The parts, for scalars.
auto ScalarUnary(expr::Op op, Value& x, std::string& error) -> bool;
auto ScalarBinary(expr::Op op, Value& x, const Value& y, std::string& error) -> bool;
auto ScalarRelation(expr::Op op, const Value& x, const Value& y) -> bool;

}  // namespace kerf::flat
