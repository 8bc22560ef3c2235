// The value of a scalar expression, by a loop over its nodes: the reference for tape and machine code.
#pragma once

#include <functional>
#include <optional>

#include "expr/pool.h"
#include "expr/walk.h"

namespace kerf::expr {

// The value of one operator on numbers; truth values are 0 and 1. Nothing for ops that are no function of
// numbers.
auto EvaluateOp(Op op, std::span<const double> operands) -> std::optional<double>;

class Evaluator {
 public:
  explicit Evaluator(const Pool& pool) : pool_(pool), walker_(pool) {}

  // Leaves other than literals are asked of `leaf`. Nothing if a leaf has no value or an op cannot be
  // evaluated.
  auto TryEvaluate(ExprId root, const std::function<std::optional<double>(ExprId)>& leaf)
      -> std::optional<double>;

 private:
  const Pool& pool_;
  Walker walker_;
  Memo<double> memo_;
  std::vector<double> operands_;
};

}  // namespace kerf::expr
