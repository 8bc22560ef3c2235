// Compile-time arithmetic beside the expressions: numbers that are fixed, and affine forms of running
// indices.
#pragma once

#include <optional>

#include "expr/pool.h"
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

// op(x, y), y ignored for unary ops; truth values are 0 and 1. Nothing for ops that are not folded.
auto TryFold(expr::Op op, double x, double y) -> std::optional<double>;

// The integer `number` as an affine form, which does not hold for fractions and huge numbers.
auto AffineOf(double number) -> Affine;
auto CombineAffine(expr::Op op, const Affine& x, const Affine& y) -> Affine;

}  // namespace kerf::dymola
