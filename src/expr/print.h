// Infix text with minimal parentheses. Priorities and spellings are tables, one for each dialect.
#pragma once

#include <string>

#include "base/interner.h"
#include "expr/pool.h"

namespace kerf::expr {

// Dymola: the priorities of Elmqvist (1978), which drop parentheses in a*(b*c). Modelica: text that reads
// back as the same tree.
enum class Dialect : uint8_t { Dymola, Modelica };

// Names for what an expression refers to by id.
class Namer {
 public:
  virtual ~Namer() = default;
  [[nodiscard]] virtual auto VarName(VarId var) const -> std::string = 0;
  [[nodiscard]] virtual auto FunctionName(FunctionId function) const -> std::string = 0;
  [[nodiscard]] virtual auto Text(base::NameId name) const -> std::string = 0;
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
