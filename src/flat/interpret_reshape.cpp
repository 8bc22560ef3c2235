// Functions that move elements of arrays to other places, and products of vectors that are no matrix product.
#include <fmt/format.h>

#include <algorithm>

#include "flat/interpret_array.h"
#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto Wrong(Op op, const Value& x, std::string& error) -> bool {
  error = fmt::format("{} cannot take an argument of size {}", expr::text_of(op), DimsText(x.dims()));
  return false;
}

auto Elements(const Value& x) -> std::vector<Value> {
  return x.is_array ? x.elements() : std::vector<Value>{x};
}

auto MakeMatrix(const Value& x, int32_t rows, int32_t columns, std::vector<Value> elements) -> Value {
  return Value::Array(x.kind, x.detail, {rows, columns}, std::move(elements));
}

auto Transposed(const Value& x) -> Value {
  const int32_t rows = x.dims()[0];
  const int32_t columns = x.dims()[1];
  std::vector<Value> elements;
  elements.reserve(x.elements().size());
  for (int32_t j = 0; j < columns; ++j) {
    for (int32_t i = 0; i < rows; ++i)
      elements.push_back(
          x.elements()[static_cast<size_t>(i) * static_cast<size_t>(columns) + static_cast<size_t>(j)]);
  }
  return MakeMatrix(x, columns, rows, std::move(elements));
}

auto Diagonal(const Value& x) -> Value {
  const int32_t n = x.dims()[0];
  Value matrix = Filled(x.kind == Kind::Integer ? Value::Integer(0) : Value::Real(0), {n, n});
  std::vector<Value>& elements = matrix.MutableElements();
  for (size_t k = 0; k < x.elements().size(); ++k) elements[k * (x.elements().size() + 1)] = x.elements()[k];
  return matrix;
}

// The upper triangle, mirrored.
auto Symmetric(const Value& x) -> Value {
  Value matrix = x;
  const auto n = static_cast<size_t>(x.dims()[0]);
  std::vector<Value>& elements = matrix.MutableElements();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < i; ++j) elements[i * n + j] = elements[j * n + i];
  }
  return matrix;
}

auto Skew(const Value& x, Value& out, std::string& error) -> bool {
  const std::vector<Value>& v = x.elements();
  std::vector<Value> minus = v;
  for (Value& element : minus) {
    if (!ScalarUnary(Op::Neg, element, error)) return false;
  }
  const Value zero = x.kind == Kind::Integer ? Value::Integer(0) : Value::Real(0);
  out = MakeMatrix(x, 3, 3, {zero, minus[2], v[1], v[2], zero, minus[0], minus[1], v[0], zero});
  return true;
}

// At most one dimension is greater than 1 (or none, and one is 0).
auto VectorOf(const Value& x, Value& out) -> bool {
  if (std::ranges::count_if(x.dims(), [](int32_t dim) { return dim > 1; }) > 1) return false;
  std::vector<Value> elements = Elements(x);
  const auto n = static_cast<int32_t>(elements.size());
  out = Value::Array(x.kind, x.detail, {n}, std::move(elements));
  return true;
}

auto MatrixOf(const Value& x, Value& out) -> bool {
  const auto dims = x.dims();
  for (size_t d = 2; d < dims.size(); ++d) {
    if (dims[d] != 1) return false;
  }
  const int32_t rows = dims.empty() ? 1 : dims[0];
  out = MakeMatrix(x, rows, dims.size() > 1 ? dims[1] : 1, Elements(x));
  return true;
}

auto ScalarOf(const Value& x, Value& out) -> bool {
  if (!std::ranges::all_of(x.dims(), [](int32_t dim) { return dim == 1; })) return false;
  const Value element = x.is_array ? x.elements()[0] : x;
  out = element;
  return true;
}

}  // namespace

auto Reshaped(Op op, const Value& x, Value& out, std::string& error) -> bool {
  const auto dims = x.dims();
  switch (op) {
    case Op::Transpose:
      if (dims.size() != 2) return Wrong(op, x, error);
      out = Transposed(x);
      return true;
    case Op::Diagonal:
      if (dims.size() != 1) return Wrong(op, x, error);
      out = Diagonal(x);
      return true;
    case Op::Symmetric:
      if (dims.size() != 2 || dims[0] != dims[1]) return Wrong(op, x, error);
      out = Symmetric(x);
      return true;
    case Op::Skew:
      if (dims.size() != 1 || dims[0] != 3) return Wrong(op, x, error);
      return Skew(x, out, error);
    case Op::Scalar: return ScalarOf(x, out) || Wrong(op, x, error);
    case Op::Vector: return VectorOf(x, out) || Wrong(op, x, error);
    default:         return MatrixOf(x, out) || Wrong(op, x, error);
  }
}

auto VectorProduct(Op op, const Value& x, const Value& y, Value& out, std::string& error) -> bool {
  if (x.dims().size() != 1) return Wrong(op, x, error);
  if (y.dims().size() != 1) return Wrong(op, y, error);
  if (op == Op::Cross) {
    if (x.dims()[0] != 3) return Wrong(op, x, error);
    Value matrix;
    if (!Skew(x, matrix, error) || !MatrixProduct(matrix, y, error)) return false;
    out = std::move(matrix);
    return true;
  }
  Value column = MakeMatrix(x, x.dims()[0], 1, x.elements());
  if (!MatrixProduct(column, MakeMatrix(y, 1, y.dims()[0], y.elements()), error)) return false;
  out = std::move(column);
  return true;
}

}  // namespace kerf::flat
