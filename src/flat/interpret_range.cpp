// Ranges start:step:stop and equidistant points.
#include <cmath>

#include "flat/interpret_array.h"

namespace kerf::flat {

using expr::Kind;

namespace {

// More elements than any array may have; the caller's limit then gives the message.
constexpr int64_t kHuge = int64_t{1} << 40;

auto IsReal(const Value& start, const Value* step, const Value& stop) -> bool {
  return start.kind == Kind::Real || stop.kind == Kind::Real || (step != nullptr && step->kind == Kind::Real);
}

}  // namespace

auto RangeCount(const Value& start, const Value* step, const Value& stop, int64_t& count, std::string& error)
    -> bool {
  if (step != nullptr && step->number() == 0) {
    error = "the step of a range is 0";
    return false;
  }
  if (IsReal(start, step, stop)) {
    const double n = std::floor((stop.number() - start.number()) / (step != nullptr ? step->number() : 1.0));
    count = n < 0 || std::isnan(n) ? 0 : n > static_cast<double>(kHuge) ? kHuge : static_cast<int64_t>(n) + 1;
    return true;
  }
  const int64_t d = step != nullptr ? step->integer : 1;
  int64_t span = 0;
  if (__builtin_sub_overflow(stop.integer, start.integer, &span)) {
    count = (stop.integer > start.integer) == (d > 0) ? kHuge : 0;
    return true;
  }
  count = (span < 0) != (d < 0) && span != 0 ? 0 : (d == -1 ? -span : span / d) + 1;
  return true;
}

auto RangeElement(const Value& start, const Value* step, int64_t k) -> Value {
  Value element = start;
  if (start.kind == Kind::Real || (step != nullptr && step->kind == Kind::Real)) {
    return Value::Real(start.number() + static_cast<double>(k) * (step != nullptr ? step->number() : 1.0));
  }
  element.integer += k * (step != nullptr ? step->integer : 1);
  return element;
}

auto RangeValue(const Value& start, const Value* step, const Value& stop, Value& out, std::string& error)
    -> bool {
  int64_t count = 0;
  if (!RangeCount(start, step, stop, count, error)) return false;
  std::vector<Value> elements;
  elements.reserve(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; ++k) elements.push_back(RangeElement(start, step, k));
  const bool is_real = IsReal(start, step, stop);
  if (is_real) {
    for (Value& element : elements) ConvertToReal(element);
  }
  out = Value::Array(is_real ? Kind::Real : start.kind, start.detail, {static_cast<int32_t>(count)},
                     std::move(elements));
  return true;
}

auto Linspace(double first, double last, int64_t n) -> Value {
  std::vector<double> points;
  for (int64_t k = 0; k < n; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(n - 1);
    points.push_back(k == n - 1 ? last : first + (last - first) * part);
  }
  return Value::RealVector(points);
}

}  // namespace kerf::flat
