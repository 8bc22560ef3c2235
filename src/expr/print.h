// Infix text with minimal parentheses. Priorities and spellings are tables, one for each dialect.
#pragma once

#include <string>

#include "base/interner.h"
#include "expr/pool.h"

namespace kerf::expr {

// Dymola: the priorities of Elmqvist (1978), which drop parentheses in a*(b*c). Modelica: text that reads
// back as the same tree.
enum class Dialect : uint8_t { Dymola, Modelica };

// Names for what an expression refers to by id. What not every language has is named by number unless the
// namer knows better.
class Namer {
 public:
  virtual ~Namer() = default;
  [[nodiscard]] virtual auto VarName(VarId var) const -> std::string = 0;
  // The variable that `var` is to be printed as the derivative of, der(x), or none.
  [[nodiscard]] virtual auto DerivativeOf(VarId var) const -> VarId;
  [[nodiscard]] virtual auto FunctionName(FunctionId function) const -> std::string = 0;
  // Input `position`, from 0, of a function.
  [[nodiscard]] virtual auto InputName(FunctionId function, uint32_t position) const -> std::string;
  [[nodiscard]] virtual auto Text(base::NameId name) const -> std::string = 0;
  // Variable `position` of the function whose body is printed.
  [[nodiscard]] virtual auto LocalName(uint32_t position) const -> std::string;
  // Literal `ordinal`, from 1, of enumeration `detail`.
  [[nodiscard]] virtual auto LiteralName(uint16_t detail, int64_t ordinal) const -> std::string;
  // The name of an enumeration, a record or a class of objects.
  [[nodiscard]] virtual auto TypeName(const Type& type) const -> std::string;
  // Field `position`, from 0, of record `detail`.
  [[nodiscard]] virtual auto FieldName(uint16_t detail, uint32_t position) const -> std::string;
};

struct PrintOptions {
  Dialect dialect = Dialect::Modelica;
  // The variable to put in brackets wherever it occurs.
  VarId marked = {};
  // Longer texts are cut off with "…".
  size_t max_length = 1U << 20;
};

auto Print(const Pool& pool, ExprId root, const Namer& namer, const PrintOptions& options = {})
    -> std::string;
// "lhs = rhs".
auto PrintEquation(const Pool& pool, ExprId lhs, ExprId rhs, const Namer& namer,
                   const PrintOptions& options = {}) -> std::string;

}  // namespace kerf::expr
