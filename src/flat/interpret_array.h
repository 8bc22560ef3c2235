// Functions of whole arrays, chapter 10 of the Modelica specification. Arrays without elements are legal
// everywhere.
#pragma once

#include <span>
#include <string>

#include "expr/pool.h"
#include "flat/value.h"

namespace kerf::flat {

auto IdentityMatrix(int32_t n) -> Value;
// x := x*y for vectors and matrices.
auto MatrixProduct(Value& x, const Value& y, std::string& error) -> bool;
// Sum, Product, MinElement, MaxElement of all elements. Without elements: 0, 1, the greatest and the least
// value of the type.
auto ReduceElements(expr::Op op, const Value& x, const World& world, Value& out, std::string& error) -> bool;
auto NeutralElement(expr::Op op, expr::Kind kind, uint16_t detail, const World& world) -> Value;
// Element k, row by row, of an array's first `rank` dimensions: an array if it has more.
auto LeadingElement(const Value& array, size_t rank, size_t k) -> Value;
// `values`, at least one, along a new first dimension.
auto Stacked(std::span<const Value> values, std::string& error, Value& out) -> bool;
// Along dimension `dimension`, from 1.
auto Concatenated(int64_t dimension, std::span<const Value> values, Value& out, std::string& error) -> bool;
// Transpose, Diagonal, Symmetric, Skew, Scalar, Vector, Matrix: of one array.
auto Reshaped(expr::Op op, const Value& x, Value& out, std::string& error) -> bool;
// Cross, OuterProduct: of two vectors.
auto VectorProduct(expr::Op op, const Value& x, const Value& y, Value& out, std::string& error) -> bool;
auto Linspace(double first, double last, int64_t n) -> Value;
// start:step:stop of numbers, Booleans or enumerations. The step may be null.
auto RangeValue(const Value& start, const Value* step, const Value& stop, Value& out, std::string& error)
    -> bool;
// The number of elements of that range; a step of 0 gives an error.
auto RangeCount(const Value& start, const Value* step, const Value& stop, int64_t& count, std::string& error)
    -> bool;
auto RangeElement(const Value& start, const Value* step, int64_t k) -> Value;

}  // namespace kerf::flat
