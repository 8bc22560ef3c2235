// The rewriting rules that the pool applies when it makes a node: Table 5.1 of Elmqvist (1978) and the
// neutral elements. A rule is a row of data: what the operands must look like, and what takes their place.
// All rows hold for every value the operands can take (0*x = 0 and x/(y/z) = x*z/y are taken to hold, as in
// the thesis, though NaN and 0 would differ).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "expr/pool.h"

namespace kerf::expr {

// What an operand must be. Neg, Sub, Div: a node with that op.
enum class Form : uint8_t { Any, Zero, One, Neg, Sub, Div, True, False };

struct Rule {
  std::string_view text;
  Op op;
  Form left;
  Form right;
  ExprId (*result)(Pool&, ExprId x, ExprId y);
};

auto AddRules() -> std::span<const Rule>;
auto MulRules() -> std::span<const Rule>;
auto LogicRules() -> std::span<const Rule>;

// Applies the first rule that fits op(x, y), or gives nothing. For unary ops pass x twice.
auto TryRewrite(Pool& pool, Op op, ExprId x, ExprId y) -> std::optional<ExprId>;

}  // namespace kerf::expr
