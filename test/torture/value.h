// Values of Modelica and what the operators and built-in functions of the language make of them, written for
// the tests alone: nothing of Kerf's own evaluators is used, so that a disagreement tells something.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kerf::torture {

enum class Sort : uint8_t { Real, Integer, Boolean, Text, Enumeration, Record, Function, Colon };

struct Val {
  Sort sort = Sort::Real;
  // Of an array; a scalar has none.
  std::vector<int> dims;
  // Also of Integers, of Booleans (0 or 1) and of enumerations (from 1).
  double number = 0;
  std::string text;
  // Elements of an array row by row, fields of a record, bound arguments of a function.
  std::vector<Val> parts;
  // The number has no rounding error, so that it may be compared with one that is equal to it.
  bool is_exact = true;
  // Of a function: which, and which of its inputs are bound.
  uint32_t function = 0;
  std::vector<uint32_t> bound;

  [[nodiscard]] auto rank() const -> size_t { return dims.size(); }
  [[nodiscard]] auto is_scalar() const -> bool { return dims.empty(); }
};

// Thrown where an expression has no value, or none that all evaluations agree on: a division by 0, an index
// out of range, a comparison of rounding errors.
struct NoValue {
  std::string why;
};

auto RealVal(double number) -> Val;
auto IntegerVal(double number) -> Val;
auto BooleanVal(bool value) -> Val;
auto TextVal(std::string text) -> Val;
// The sort of an array is that of its first element, or that given for empty ones.
auto ArrayVal(std::vector<int> dims, std::vector<Val> parts, Sort sort) -> Val;
// Arrays or scalars of one shape stacked along a new first dimension.
auto Stacked(const std::vector<Val>& parts, Sort sort) -> Val;
auto CountOf(const std::vector<int>& dims) -> int;
// An Integer as Real, also in arrays.
auto AsReal(Val value) -> Val;
// The whole number in a scalar.
auto IndexOf(const Val& value) -> int;

// The value of an operator or function of the language, by its name there: "+", ".*", "div", "transpose".
// "{}" makes an array, "range" has start, step and stop; a unary minus has one operand.
auto Apply(const std::string& op, const std::vector<Val>& operands) -> Val;
// value[subscripts]: scalars, vectors and colons.
auto Subscripted(const Val& value, const std::vector<Val>& subscripts) -> Val;
void AssignSubscripted(Val& target, const std::vector<Val>& subscripts, const Val& value);
// String(value, …) with the options of the language; a format where one is given.
auto TextOf(const Val& value, const std::vector<std::string>& literals, int digits, int length, bool is_left)
    -> std::string;
auto FormattedText(const Val& value, const std::string& format) -> std::string;

// The largest difference of two values, relative to their size if that is above 1; infinite if their shapes
// differ.
auto Distance(const Val& x, const Val& y) -> double;

// The parts of Apply: nothing done if the operator is not theirs.
auto ApplyScalar(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool;
auto ApplyArray(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool;
auto ApplyBuilder(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool;

}  // namespace kerf::torture
