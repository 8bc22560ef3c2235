// Splitting an expression into h0 + h1*x, Table 5.1 of Elmqvist (1978), and solving lhs = rhs for x with it.
#pragma once

#include <optional>

#include "expr/generic_value.h"
#include "expr/pool.h"
#include "expr/walk.h"

namespace kerf::expr {

// h = constant + factor*x. If x does not occur, factor is the literal 0.
struct Split {
  ExprId constant;
  ExprId factor;
};

class LinearSplitter {
 public:
  explicit LinearSplitter(Pool& pool) : pool_(pool), walker_(pool), values_(pool) {}

  // Nothing if x occurs non-linearly, as far as the table can see. `x` is a Var or Time leaf.
  auto TrySplit(ExprId root, ExprId x) -> std::optional<Split>;
  // Whether a factor is zero whatever its variables are.
  auto IsZero(ExprId factor) -> bool;

 private:
  struct Entry {
    ExprId constant;
    ExprId factor;
    bool linear = true;
  };
  auto SplitNode(ExprId id, ExprId x) -> Entry;
  auto SplitProduct(ExprId f, ExprId g) -> Entry;
  auto IsFree(ExprId id) -> bool { return memo_[id].linear && pool_.IsNumber(memo_[id].factor, 0); }

  Pool& pool_;
  Walker walker_;
  Memo<Entry> memo_;
  GenericValues values_;
  ExprId zero_;
};

enum class SolveStatus : uint8_t {
  Solved,
  // x occurs in a way that the table cannot split.
  Nonlinear,
  // The factors of x on both sides cancel: the equation does not determine x.
  Cancels,
};

struct Solution {
  SolveStatus status;
  // lhs = rhs <=> x = value, for factor ≠ 0, where the factor of x is `factor`.
  ExprId value;
  ExprId factor;
};

// x = (g0 - f0)/(f1 - g1) from f0 + f1*x = g0 + g1*x.
auto SolveFor(Pool& pool, LinearSplitter& splitter, ExprId lhs, ExprId rhs, ExprId x) -> Solution;

}  // namespace kerf::expr
