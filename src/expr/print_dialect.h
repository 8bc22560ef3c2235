// What the dialects differ in: how tightly operators bind, and how they are spelled.
#pragma once

#include <string_view>

#include "expr/print.h"

namespace kerf::expr {

// Small numbers bind tightly. `own`: of the result; `left`, `right`: the loosest operand that stands there
// without parentheses.
struct Priority {
  int own;
  int left;
  int right;
};

inline constexpr int kAtom = 0;
inline constexpr int kNoDemand = 20;
// The left side of a Modelica equation is a simple expression: anything but a bare if.
inline constexpr int kSimpleExpression = 13;

auto PriorityOf(Dialect dialect, Op op) -> Priority;
// The sign of an operator or the name of a function.
auto OperatorText(Dialect dialect, Op op) -> std::string_view;
// True for what stands between its two operands.
auto IsInfix(Op op) -> bool;

}  // namespace kerf::expr
