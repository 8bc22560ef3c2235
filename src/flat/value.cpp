// Making, comparing and converting values.
#include "flat/value.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kerf::flat {

using expr::Kind;

namespace {

auto EmptyElements() -> const std::vector<Value>& {
  static const std::vector<Value> kNone;
  return kNone;
}

auto ScalarOf(Kind kind, uint16_t detail, int64_t integer) -> Value {
  Value value;
  value.kind = kind;
  value.detail = detail;
  value.integer = integer;
  return value;
}

// A Real or an array of such without fractions, inside the range of Integer.
auto IsWhole(const Value& value) -> bool {
  if (value.is_array) return std::ranges::all_of(value.elements(), IsWhole);
  return std::fabs(value.real) < 0x1p62 && value.real == std::floor(value.real);
}

auto SameReal(double x, double y) -> bool { return x == y || (std::isnan(x) && std::isnan(y)); }

}  // namespace

auto Value::Real(double value) -> Value {
  Value made;
  made.real = value;
  return made;
}
auto Value::Integer(int64_t value) -> Value { return ScalarOf(Kind::Integer, 0, value); }
auto Value::Boolean(bool value) -> Value { return ScalarOf(Kind::Boolean, 0, value ? 1 : 0); }
auto Value::Enumeration(uint16_t detail, int64_t ordinal) -> Value {
  return ScalarOf(Kind::Enumeration, detail, ordinal);
}

auto Value::Text(std::string text) -> Value {
  Value made = ScalarOf(Kind::Text, 0, 0);
  made.block = std::make_shared<ValueBlock>();
  made.block->text = std::move(text);
  return made;
}

auto Value::Record(uint16_t detail, std::vector<Value> fields) -> Value {
  Value made = ScalarOf(Kind::Record, detail, 0);
  made.block = std::make_shared<ValueBlock>();
  made.block->elements = std::move(fields);
  return made;
}

auto Value::Array(Kind kind, uint16_t detail, std::vector<int32_t> dims, std::vector<Value> elements)
    -> Value {
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(dim);
  KERF_CHECK(!dims.empty() && count == elements.size());
  Value made = ScalarOf(kind, detail, 0);
  made.is_array = true;
  made.block = std::make_shared<ValueBlock>();
  made.block->dims = std::move(dims);
  made.block->elements = std::move(elements);
  return made;
}

auto Value::RealVector(std::span<const double> numbers) -> Value {
  std::vector<Value> elements;
  for (const double number : numbers) elements.push_back(Real(number));
  return Array(Kind::Real, 0, {static_cast<int32_t>(numbers.size())}, std::move(elements));
}

auto Value::IntegerVector(std::span<const int64_t> numbers) -> Value {
  std::vector<Value> elements;
  for (const int64_t number : numbers) elements.push_back(Integer(number));
  return Array(Kind::Integer, 0, {static_cast<int32_t>(numbers.size())}, std::move(elements));
}

auto Value::Closure(FunctionId function, std::vector<uint32_t> bound_inputs, std::vector<Value> bound)
    -> Value {
  KERF_CHECK(bound_inputs.size() == bound.size());
  Value made = ScalarOf(Kind::Function, 0, 0);
  made.block = std::make_shared<ValueBlock>();
  made.block->function = function;
  made.block->bound_inputs = std::move(bound_inputs);
  made.block->elements = std::move(bound);
  return made;
}

auto Value::text() const -> const std::string& {
  static const std::string kNone;
  return block ? block->text : kNone;
}
auto Value::dims() const -> std::span<const int32_t> {
  return is_array ? std::span<const int32_t>(block->dims) : std::span<const int32_t>();
}
auto Value::elements() const -> const std::vector<Value>& {
  return block ? block->elements : EmptyElements();
}
auto Value::function() const -> FunctionId { return block ? block->function : FunctionId{}; }
auto Value::bound_inputs() const -> const std::vector<uint32_t>& {
  KERF_CHECK(block != nullptr);
  return block->bound_inputs;
}

auto Value::MutableElements() -> std::vector<Value>& {
  KERF_CHECK(block != nullptr);
  if (block.use_count() > 1) block = std::make_shared<ValueBlock>(*block);
  return block->elements;
}

auto operator==(const Value& x, const Value& y) -> bool {
  if (x.kind != y.kind || x.is_array != y.is_array || x.detail != y.detail) return false;
  if (x.block && x.block == y.block) return true;
  if (x.is_array) return std::ranges::equal(x.dims(), y.dims()) && x.elements() == y.elements();
  switch (x.kind) {
    case Kind::Real:        return SameReal(x.real, y.real);
    case Kind::Integer:
    case Kind::Boolean:
    case Kind::Enumeration:
    case Kind::Object:      return x.integer == y.integer;
    case Kind::Text:        return x.text() == y.text();
    case Kind::Record:      return x.elements() == y.elements();
    case Kind::Function:
      return x.function() == y.function() && x.bound_inputs() == y.bound_inputs() &&
             x.elements() == y.elements();
    case Kind::Clock: return false;
  }
  return false;
}

auto Filled(const Value& element, std::vector<int32_t> dims) -> Value {
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(dim);
  return Value::Array(element.kind, element.detail, std::move(dims), std::vector<Value>(count, element));
}

auto DefaultValue(expr::Type type, const World& world) -> Value {
  const auto dims = world.pool.shapes().dims(type.shape);
  if (!dims.empty()) {
    std::vector<int32_t> sizes(dims.begin(), dims.end());
    for (int32_t& size : sizes) size = std::max(size, 0);
    return Filled(DefaultValue({type.kind, expr::kScalar, type.detail}, world), std::move(sizes));
  }
  if (type.kind == Kind::Text) return Value::Text("");
  if (type.kind != Kind::Record) {
    return ScalarOf(type.kind, type.detail, type.kind == Kind::Enumeration ? 1 : 0);
  }
  std::vector<Value> fields;
  for (const RecordField& field : world.records[type.detail].fields) {
    fields.push_back(DefaultValue(field.type, world));
  }
  return Value::Record(type.detail, std::move(fields));
}

void ConvertToReal(Value& value) {
  if (value.kind != Kind::Integer) return;
  if (value.is_array) {
    for (Value& element : value.MutableElements()) ConvertToReal(element);
  } else {
    value.real = static_cast<double>(value.integer);
  }
  value.kind = Kind::Real;
}

void ConvertKind(Value& value, Kind kind, uint16_t detail) {
  if (value.kind == kind) return;
  if (kind == Kind::Real) return ConvertToReal(value);
  const bool fits = (value.kind == Kind::Integer && (kind == Kind::Enumeration || kind == Kind::Object)) ||
                    (value.kind == Kind::Real && kind == Kind::Integer && IsWhole(value));
  if (!fits) return;
  if (value.is_array) {
    for (Value& element : value.MutableElements()) ConvertKind(element, kind, detail);
  } else if (value.kind == Kind::Real) {
    value.integer = static_cast<int64_t>(value.real);
  }
  value.kind = kind;
  value.detail = detail;
}

}  // namespace kerf::flat
