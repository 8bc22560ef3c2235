// Products, reductions and concatenations of arrays.
#include "flat/interpret_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto CountOf(std::span<const int32_t> dims) -> size_t {
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(dim);
  return count;
}

auto ScalarOpOf(Op op) -> Op {
  switch (op) {
    case Op::Product:
    case Op::ProductOf:  return Op::Mul;
    case Op::MinElement:
    case Op::MinOf:      return Op::Min;
    case Op::MaxElement:
    case Op::MaxOf:      return Op::Max;
    default:             return Op::Add;
  }
}

// x[i, :]*y[:, j] of an l×m by an m×n product.
auto DotProduct(const Value& x, const Value& y, size_t row, size_t m, size_t n, size_t column, Value& sum,
                std::string& error) -> bool {
  for (size_t k = 0; k < m; ++k) {
    Value term = x.elements()[row * m + k];
    if (!ScalarBinary(Op::Mul, term, y.elements()[k * n + column], error)) return false;
    if (!ScalarBinary(Op::Add, sum, term, error)) return false;
  }
  return true;
}

auto SameExcept(std::span<const int32_t> x, std::span<const int32_t> y, size_t d) -> bool {
  if (x.size() != y.size()) return false;
  for (size_t k = 0; k < x.size(); ++k) {
    if (k != d && x[k] != y[k]) return false;
  }
  return true;
}

auto CommonKind(std::span<const Value> values) -> Kind {
  for (const Value& value : values) {
    if (value.kind != Kind::Integer) return value.kind;
  }
  return values.empty() ? Kind::Real : values[0].kind;
}

}  // namespace

auto IdentityMatrix(int32_t n) -> Value {
  Value matrix = Filled(Value::Integer(0), {n, n});
  std::vector<Value>& elements = matrix.MutableElements();
  for (size_t k = 0; k < elements.size(); k += static_cast<size_t>(n) + 1) elements[k].integer = 1;
  return matrix;
}

auto MatrixProduct(Value& x, const Value& y, std::string& error) -> bool {
  const auto a = x.dims();
  const auto b = y.dims();
  if (a.size() > 2 || b.size() > 2 || a.back() != b.front()) {
    error = fmt::format("sizes {} and {} do not fit in a product", DimsText(a), DimsText(b));
    return false;
  }
  const size_t l = a.size() == 2 ? static_cast<size_t>(a[0]) : 1;
  const auto m = static_cast<size_t>(b[0]);
  const size_t n = b.size() == 2 ? static_cast<size_t>(b[1]) : 1;
  const bool is_real = x.kind == Kind::Real || y.kind == Kind::Real;
  const Value zero = is_real ? Value::Real(0) : Value::Integer(0);
  std::vector<Value> elements(l * n, zero);
  for (size_t i = 0; i < l; ++i) {
    for (size_t j = 0; j < n; ++j) {
      if (!DotProduct(x, y, i, m, n, j, elements[i * n + j], error)) return false;
    }
  }
  std::vector<int32_t> dims;
  if (a.size() == 2) dims.push_back(a[0]);
  if (b.size() == 2) dims.push_back(b[1]);
  x = dims.empty() ? elements[0] : Value::Array(zero.kind, 0, std::move(dims), std::move(elements));
  return true;
}

auto NeutralElement(Op op, Kind kind, uint16_t detail, const World& world) -> Value {
  const Op scalar_op = ScalarOpOf(op);
  if (scalar_op == Op::Add || scalar_op == Op::Mul) {
    const int number = scalar_op == Op::Mul ? 1 : 0;
    return kind == Kind::Integer ? Value::Integer(number) : Value::Real(number);
  }
  const bool is_min = scalar_op == Op::Min;
  switch (kind) {
    case Kind::Integer: {
      using Limits = std::numeric_limits<int64_t>;
      return Value::Integer(is_min ? Limits::max() : Limits::min());
    }
    case Kind::Boolean:     return Value::Boolean(is_min);
    case Kind::Enumeration: {
      const auto last = static_cast<int64_t>(world.enumerations[detail].literals.size());
      return Value::Enumeration(detail, is_min ? last : 1);
    }
    default: {
      const double greatest = std::numeric_limits<double>::max();
      return Value::Real(is_min ? greatest : -greatest);
    }
  }
}

auto ReduceElements(Op op, const Value& x, const World& world, Value& out, std::string& error) -> bool {
  if (!x.is_array) {
    out = x;
    return true;
  }
  Value result = NeutralElement(op, x.kind, x.detail, world);
  for (const Value& element : x.elements()) {
    if (!ScalarBinary(ScalarOpOf(op), result, element, error)) return false;
  }
  out = std::move(result);
  return true;
}

auto LeadingElement(const Value& array, size_t rank, size_t k) -> Value {
  const auto rest = array.dims().subspan(rank);
  if (rest.empty()) return array.elements()[k];
  const auto length = static_cast<std::ptrdiff_t>(CountOf(rest));
  const auto begin = array.elements().begin() + static_cast<std::ptrdiff_t>(k) * length;
  return Value::Array(array.kind, array.detail, {rest.begin(), rest.end()}, {begin, begin + length});
}

auto Stacked(std::span<const Value> values, std::string& error, Value& out) -> bool {
  std::vector<int32_t> dims = {static_cast<int32_t>(values.size())};
  dims.insert(dims.end(), values[0].dims().begin(), values[0].dims().end());
  const Kind kind = CommonKind(values);
  std::vector<Value> elements;
  elements.reserve(CountOf(dims));
  for (const Value& value : values) {
    if (!std::ranges::equal(value.dims(), values[0].dims())) {
      error = fmt::format("elements of one array have sizes {} and {}", DimsText(values[0].dims()),
                          DimsText(value.dims()));
      return false;
    }
    if (!value.is_array) elements.push_back(value);
    if (value.is_array) elements.insert(elements.end(), value.elements().begin(), value.elements().end());
    if (kind == Kind::Real && value.kind == Kind::Integer) {
      std::for_each(elements.end() - static_cast<std::ptrdiff_t>(CountOf(value.dims())), elements.end(),
                    ConvertToReal);
    }
  }
  out = Value::Array(kind, values[0].detail, std::move(dims), std::move(elements));
  return true;
}

auto Concatenated(int64_t dimension, std::span<const Value> values, Value& out, std::string& error) -> bool {
  const auto first = values[0].dims();
  if (dimension < 1 || dimension > static_cast<int64_t>(first.size())) {
    error = fmt::format("cat: the arrays have no dimension {}", dimension);
    return false;
  }
  const auto d = static_cast<size_t>(dimension - 1);
  std::vector<int32_t> dims(first.begin(), first.end());
  dims[d] = 0;
  for (const Value& value : values) {
    if (!SameExcept(first, value.dims(), d)) {
      error = fmt::format("cat: sizes {} and {} do not fit along dimension {}", DimsText(first),
                          DimsText(value.dims()), dimension);
      return false;
    }
    dims[d] += value.dims()[d];
  }
  const Kind kind = CommonKind(values);
  const size_t n_blocks = CountOf(std::span(dims).first(d));
  std::vector<Value> elements;
  elements.reserve(CountOf(dims));
  for (size_t block = 0; block < n_blocks; ++block) {
    for (const Value& value : values) {
      const auto length = static_cast<std::ptrdiff_t>(CountOf(value.dims().subspan(d)));
      const auto begin = value.elements().begin() + static_cast<std::ptrdiff_t>(block) * length;
      elements.insert(elements.end(), begin, begin + length);
    }
  }
  if (kind == Kind::Real) std::ranges::for_each(elements, ConvertToReal);
  out = Value::Array(kind, values[0].detail, std::move(dims), std::move(elements));
  return true;
}

}  // namespace kerf::flat
