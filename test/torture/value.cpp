// Making values, taking them apart and comparing them.
#include "value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace kerf::torture {

auto RealVal(double number) -> Val {
  Val value;
  value.number = number;
  return value;
}

auto IntegerVal(double number) -> Val {
  // Beyond this Integers overflow.
  if (!(std::abs(number) < 2147483647.0)) throw NoValue{"an Integer overflows"};
  Val value;
  value.sort = Sort::Integer;
  value.number = number;
  return value;
}

auto BooleanVal(bool is_true) -> Val {
  Val value;
  value.sort = Sort::Boolean;
  value.number = is_true ? 1 : 0;
  return value;
}

auto TextVal(std::string text) -> Val {
  Val value;
  value.sort = Sort::Text;
  value.text = std::move(text);
  return value;
}

auto CountOf(const std::vector<int>& dims) -> int {
  int count = 1;
  for (const int size : dims) count *= size;
  return count;
}

auto ArrayVal(std::vector<int> dims, std::vector<Val> parts, Sort sort) -> Val {
  Val value;
  if (static_cast<size_t>(CountOf(dims)) != parts.size()) throw NoValue{"an array of another size"};
  value.sort = parts.empty() ? sort : parts[0].sort;
  value.dims = std::move(dims);
  value.parts = std::move(parts);
  return value;
}

auto Stacked(const std::vector<Val>& parts, Sort sort) -> Val {
  std::vector<int> dims = {static_cast<int>(parts.size())};
  std::vector<Val> all;
  if (!parts.empty()) dims.insert(dims.end(), parts[0].dims.begin(), parts[0].dims.end());
  const bool is_real = std::ranges::any_of(parts, [](const Val& part) { return part.sort == Sort::Real; });
  for (const Val& given : parts) {
    const Val part = is_real ? AsReal(given) : given;
    if (part.dims != parts[0].dims) throw NoValue{"rows of different sizes"};
    if (part.is_scalar()) {
      all.push_back(part);
    } else {
      all.insert(all.end(), part.parts.begin(), part.parts.end());
    }
  }
  return ArrayVal(dims, std::move(all), parts.empty() ? sort : is_real ? Sort::Real : parts[0].sort);
}

auto AsReal(Val value) -> Val {
  if (value.sort == Sort::Integer) value.sort = Sort::Real;
  if (!value.is_scalar()) {
    for (Val& part : value.parts) part = AsReal(std::move(part));
  }
  return value;
}

auto IndexOf(const Val& value) -> int {
  if (!value.is_scalar()) throw NoValue{"an array as an index"};
  return value.sort == Sort::Boolean ? (value.number != 0 ? 2 : 1)
                                     : static_cast<int>(std::lround(value.number));
}

auto Apply(const std::string& op, const std::vector<Val>& operands) -> Val {
  Val result;
  try {
    if (ApplyBuilder(op, operands, result)) return result;
    if (ApplyArray(op, operands, result)) return result;
    if (ApplyScalar(op, operands, result)) return result;
  } catch (const std::out_of_range&) {
    // Too few dimensions or elements.
    throw NoValue{"operands that do not fit"};
  }
  throw NoValue{fmt::format("the tests do not know `{}`", op)};
}

namespace {

// What a subscript takes of a dimension: positions from 0.
auto PositionsOf(const Val& subscript, int size) -> std::vector<int> {
  std::vector<int> positions;
  if (subscript.sort == Sort::Colon) {
    for (int k = 0; k < size; ++k) positions.push_back(k);
    return positions;
  }
  if (subscript.is_scalar()) {
    positions = {IndexOf(subscript) - 1};
  } else {
    for (const Val& part : subscript.parts) positions.push_back(IndexOf(part) - 1);
  }
  for (const int position : positions) {
    if (position < 0 || position >= size) throw NoValue{"an index out of range"};
  }
  return positions;
}

// The dimensions of the selection, and the element of the array that each of its elements is.
struct ArraySelection {
  std::vector<int> dims;
  std::vector<size_t> elements = {0};
};

auto SelectParts(const Val& value, const std::vector<Val>& subscripts) -> ArraySelection {
  if (subscripts.size() > value.rank()) throw NoValue{"too many subscripts"};
  ArraySelection selection;
  Val colon;
  colon.sort = Sort::Colon;
  for (size_t k = 0; k < value.rank(); ++k) {
    const Val& subscript = k < subscripts.size() ? subscripts[k] : colon;
    const std::vector<int> positions = PositionsOf(subscript, value.dims[k]);
    if (subscript.sort == Sort::Colon || !subscript.is_scalar())
      selection.dims.push_back(static_cast<int>(positions.size()));
    std::vector<size_t> next;
    for (const size_t element : selection.elements) {
      for (const int position : positions)
        next.push_back(element * static_cast<size_t>(value.dims[k]) + static_cast<size_t>(position));
    }
    selection.elements = std::move(next);
  }
  return selection;
}

}  // namespace

auto Subscripted(const Val& value, const std::vector<Val>& subscripts) -> Val {
  const ArraySelection selection = SelectParts(value, subscripts);
  if (selection.dims.empty()) return value.parts.at(selection.elements[0]);
  std::vector<Val> parts;
  for (const size_t element : selection.elements) parts.push_back(value.parts.at(element));
  return ArrayVal(selection.dims, std::move(parts), value.sort);
}

void AssignSubscripted(Val& target, const std::vector<Val>& subscripts, const Val& value) {
  const ArraySelection selection = SelectParts(target, subscripts);
  if (selection.dims != value.dims) throw NoValue{"an assignment of another size"};
  const auto put = [&](size_t element, const Val& part) {
    target.parts.at(element) = target.sort == Sort::Real ? AsReal(part) : part;
  };
  if (selection.dims.empty()) put(selection.elements[0], value);
  for (size_t k = 0; k < value.parts.size() && !selection.dims.empty(); ++k)
    put(selection.elements[k], value.parts[k]);
}

auto Distance(const Val& x, const Val& y) -> double {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (x.dims != y.dims || x.parts.size() != y.parts.size()) return kFar;
  if (x.sort == Sort::Text || y.sort == Sort::Text) {
    if (x.is_scalar()) return x.sort == y.sort && x.text == y.text ? 0 : kFar;
  }
  if (x.is_scalar() && x.parts.empty()) {
    const double distance = std::abs(x.number - y.number) / std::max(1.0, std::abs(y.number));
    return std::isnan(distance) ? kFar : distance;
  }
  double largest = 0;
  for (size_t k = 0; k < x.parts.size(); ++k) largest = std::max(largest, Distance(x.parts[k], y.parts[k]));
  return largest;
}

}  // namespace kerf::torture
