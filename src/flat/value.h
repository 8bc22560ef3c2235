// Values of typed expressions: what the interpreter computes. A scalar number lives in the record itself;
// texts, arrays, records and functions share a block that is copied when it is written to while others see
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "expr/types.h"
#include "flat/world.h"

namespace kerf::flat {

struct ValueBlock;

struct Value {
  expr::Kind kind = expr::Kind::Real;
  bool is_array = false;
  // Which enumeration or record, as in expr::Type.
  uint16_t detail = 0;
  // Of a scalar: `real` for Real; `integer` for Integer, Boolean (0 or 1), Enumeration (its ordinal)
  // and Object (the number that the World's foreign functions gave it, from 1).
  union {
    double real = 0;
    int64_t integer;
  };
  // Of texts, arrays, records and functions.
  std::shared_ptr<ValueBlock> block;

  static auto Real(double value) -> Value;
  static auto Integer(int64_t value) -> Value;
  static auto Boolean(bool value) -> Value;
  static auto Enumeration(uint16_t detail, int64_t ordinal) -> Value;
  static auto Text(std::string text) -> Value;
  static auto Record(uint16_t detail, std::vector<Value> fields) -> Value;
  // Elements row by row, as many as the dimensions say, all of that kind.
  static auto Array(expr::Kind kind, uint16_t detail, std::vector<int32_t> dims, std::vector<Value> elements)
      -> Value;
  static auto RealVector(std::span<const double> numbers) -> Value;
  static auto IntegerVector(std::span<const int64_t> numbers) -> Value;
  // A function whose inputs `bound_inputs` (positions from 0) have the values `bound`.
  static auto Closure(FunctionId function, std::vector<uint32_t> bound_inputs, std::vector<Value> bound)
      -> Value;

  // Real and Integer as a number.
  [[nodiscard]] auto number() const -> double {
    return kind == expr::Kind::Real ? real : static_cast<double>(integer);
  }
  [[nodiscard]] auto boolean() const -> bool { return integer != 0; }
  [[nodiscard]] auto text() const -> const std::string&;
  // Sizes of an array; empty for scalars.
  [[nodiscard]] auto dims() const -> std::span<const int32_t>;
  // Elements of an array row by row, fields of a record, bound arguments of a function.
  [[nodiscard]] auto elements() const -> const std::vector<Value>&;
  [[nodiscard]] auto function() const -> FunctionId;
  [[nodiscard]] auto bound_inputs() const -> const std::vector<uint32_t>&;
  // The elements for writing: nobody else sees the changes.
  auto MutableElements() -> std::vector<Value>&;

  [[nodiscard]] auto IsNumber() const -> bool {
    return kind == expr::Kind::Real || kind == expr::Kind::Integer;
  }
  // Two NaN are equal, because equal inputs must give equal results.
  friend auto operator==(const Value& x, const Value& y) -> bool;
};

struct ValueBlock {
  std::vector<int32_t> dims;
  std::vector<Value> elements;
  std::string text;
  FunctionId function;
  std::vector<uint32_t> bound_inputs;
};

// The literal expression of a value, of the value's type. A value without a literal (an external object)
// gives Error.
auto ToExpr(const Value& value, World& world) -> ExprId;
// Modelica syntax: "{1, 2}", "Complex(re = 1, im = 0)", "fill(0.0, 0, 3)", "\"text\"".
auto ValueText(const Value& value, const World& world) -> std::string;
// Zero, false, "", the first literal, or an array or record of such; open sizes are 0.
auto DefaultValue(expr::Type type, const World& world) -> Value;
// An array of these sizes with all elements equal.
auto Filled(const Value& element, std::vector<int32_t> dims) -> Value;
// Integers become Real, also inside arrays.
void ConvertToReal(Value& value);
// Converts between Integer, Real and Enumeration as far as the value allows; other kinds stay as they are.
void ConvertKind(Value& value, expr::Kind kind, uint16_t detail);
// "[3, 2]", "scalar".
auto DimsText(std::span<const int32_t> dims) -> std::string;

}  // namespace kerf::flat
