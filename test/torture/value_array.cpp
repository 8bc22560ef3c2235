// Operators and functions of arrays: products of matrices, reductions, and those that make arrays.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "value.h"

namespace kerf::torture {

namespace {

auto EntryOf(const Val& matrix, int row, int column) -> const Val& {
  return matrix.parts.at(static_cast<size_t>(row) * static_cast<size_t>(matrix.dims.at(1)) +
                         static_cast<size_t>(column));
}

auto ZeroOf(const Val& like) -> Val { return like.sort == Sort::Integer ? IntegerVal(0) : RealVal(0); }

auto Dot(const std::vector<Val>& x, const std::vector<Val>& y, Sort sort) -> Val {
  if (x.size() != y.size()) throw NoValue{"factors of different sizes"};
  Val sum = sort == Sort::Integer ? IntegerVal(0) : RealVal(0);
  for (size_t k = 0; k < x.size(); ++k) sum = Apply("+", {sum, Apply("*", {x[k], y[k]})});
  return sum;
}

auto RowOf(const Val& matrix, int row) -> std::vector<Val> {
  std::vector<Val> parts;
  for (int k = 0; k < matrix.dims[1]; ++k) parts.push_back(EntryOf(matrix, row, k));
  return parts;
}

auto ColumnOf(const Val& matrix, int column) -> std::vector<Val> {
  std::vector<Val> parts;
  for (int k = 0; k < matrix.dims[0]; ++k) parts.push_back(EntryOf(matrix, k, column));
  return parts;
}

auto ArrayProduct(const Val& x, const Val& y) -> Val {
  const Sort sort = x.sort == Sort::Integer && y.sort == Sort::Integer ? Sort::Integer : Sort::Real;
  if (x.rank() == 1 && y.rank() == 1) return Dot(x.parts, y.parts, sort);
  std::vector<Val> parts;
  if (x.rank() == 1) {
    for (int k = 0; k < y.dims[1]; ++k) parts.push_back(Dot(x.parts, ColumnOf(y, k), sort));
    return ArrayVal({y.dims[1]}, std::move(parts), sort);
  }
  if (y.rank() == 1) {
    for (int k = 0; k < x.dims[0]; ++k) parts.push_back(Dot(RowOf(x, k), y.parts, sort));
    return ArrayVal({x.dims[0]}, std::move(parts), sort);
  }
  for (int row = 0; row < x.dims[0]; ++row) {
    for (int column = 0; column < y.dims[1]; ++column)
      parts.push_back(Dot(RowOf(x, row), ColumnOf(y, column), sort));
  }
  return ArrayVal({x.dims[0], y.dims[1]}, std::move(parts), sort);
}

auto MatrixPower(const Val& matrix, int power) -> Val {
  if (matrix.rank() != 2 || matrix.dims[0] != matrix.dims[1] || power < 0) throw NoValue{"no such power"};
  Val result = AsReal(Apply("identity", {IntegerVal(matrix.dims[0])}));
  for (int k = 0; k < power; ++k) result = ArrayProduct(result, matrix);
  return AsReal(result);
}

auto Reduced(const std::string& op, const Val& array) -> Val {
  if (array.parts.empty()) {
    if (op == "sum") return ZeroOf(array);
    if (op == "product") return array.sort == Sort::Integer ? IntegerVal(1) : RealVal(1);
    throw NoValue{"a reduction of nothing"};
  }
  const std::string binary = op == "sum" ? "+" : op == "product" ? "*" : op;
  Val result = array.parts[0];
  for (size_t k = 1; k < array.parts.size(); ++k) {
    if (op != "min" && op != "max") {
      result = Apply(binary, {result, array.parts[k]});
    } else if ((array.parts[k].number < result.number) == (op == "min")) {
      // Elements of all sorts that have an order.
      if (array.parts[k].number != result.number) result = array.parts[k];
    }
  }
  return result;
}

auto Transposed(const Val& matrix) -> Val {
  std::vector<Val> parts;
  for (int column = 0; column < matrix.dims.at(1); ++column) {
    for (int row = 0; row < matrix.dims[0]; ++row) parts.push_back(EntryOf(matrix, row, column));
  }
  return ArrayVal({matrix.dims[1], matrix.dims[0]}, std::move(parts), matrix.sort);
}

auto Symmetric(const Val& matrix) -> Val {
  std::vector<Val> parts;
  for (int row = 0; row < matrix.dims.at(0); ++row) {
    for (int column = 0; column < matrix.dims.at(1); ++column)
      parts.push_back(EntryOf(matrix, std::min(row, column), std::max(row, column)));
  }
  return ArrayVal(matrix.dims, std::move(parts), matrix.sort);
}

auto Crossed(const std::vector<Val>& x, const std::vector<Val>& y) -> Val {
  const auto part = [&](size_t i, size_t j) {
    return Apply("-", {Apply("*", {x.at(i), y.at(j)}), Apply("*", {x.at(j), y.at(i)})});
  };
  return Stacked({part(1, 2), part(2, 0), part(0, 1)}, Sort::Real);
}

auto SkewOf(const std::vector<Val>& x) -> Val {
  const Val zero = ZeroOf(x.at(0));
  const auto minus = [](const Val& value) { return Apply("-", {value}); };
  return ArrayVal({3, 3}, {zero, minus(x[2]), x[1], x[2], zero, minus(x[0]), minus(x[1]), x[0], zero},
                  zero.sort);
}

// Dimensions of size 1 left out.
auto AsVector(const Val& x) -> Val {
  if (x.is_scalar()) return ArrayVal({1}, {x}, x.sort);
  if (std::ranges::count_if(x.dims, [](int size) { return size > 1; }) > 1) throw NoValue{"no vector"};
  return ArrayVal({static_cast<int>(x.parts.size())}, x.parts, x.sort);
}

auto AsMatrix(const Val& x) -> Val {
  if (x.is_scalar()) return ArrayVal({1, 1}, {x}, x.sort);
  if (x.rank() == 1) return ArrayVal({x.dims[0], 1}, x.parts, x.sort);
  if (x.rank() == 2) return x;
  for (size_t k = 2; k < x.rank(); ++k) {
    if (x.dims[k] != 1) throw NoValue{"no matrix"};
  }
  return ArrayVal({x.dims[0], x.dims[1]}, x.parts, x.sort);
}

}  // namespace

auto ApplyArray(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool {
  const Val& x = operands.at(0);
  const bool has_one = operands.size() == 1;
  const bool are_arrays = operands.size() == 2 && !x.is_scalar() && !operands[1].is_scalar();
  if (op == "*" && are_arrays) {
    result = ArrayProduct(x, operands[1]);
  } else if (op == "^" && !x.is_scalar()) {
    result = MatrixPower(x, IndexOf(operands.at(1)));
  } else if (has_one && (op == "sum" || op == "product" || op == "min" || op == "max")) {
    result = Reduced(op, x);
  } else if (op == "transpose") {
    result = Transposed(x);
  } else if (op == "symmetric") {
    result = Symmetric(x);
  } else if (op == "cross") {
    result = Crossed(x.parts, operands.at(1).parts);
  } else if (op == "skew") {
    result = SkewOf(x.parts);
  } else if (op == "outerProduct") {
    result = ArrayProduct(ArrayVal({x.dims.at(0), 1}, x.parts, x.sort),
                          ArrayVal({1, operands.at(1).dims.at(0)}, operands[1].parts, operands[1].sort));
  } else if (op == "scalar") {
    if (x.parts.size() != 1) throw NoValue{"no scalar"};
    result = x.parts[0];
  } else if (op == "vector") {
    result = AsVector(x);
  } else if (op == "matrix") {
    result = AsMatrix(x);
  } else if (op == "ndims") {
    result = IntegerVal(static_cast<double>(x.rank()));
  } else {
    return false;
  }
  return true;
}

}  // namespace kerf::torture
