// Symbolic differentiation by the chain rule (Table 5.2 of Elmqvist 1978), bottom-up and shared through the
// DAG.
#pragma once

#include <functional>

#include "expr/pool.h"
#include "expr/walk.h"

namespace kerf::expr {

// f'(x) of a function of one argument; y is f(x) itself.
auto Slope(Pool& pool, Op op, ExprId x, ExprId y) -> ExprId;

// d(root) when each leaf changes by leaf(id): Var and Time leaves are asked, all other leaves are constant.
// The partial derivative by x is leaf = (id == x ? 1 : 0); the time derivative maps a variable to its
// derivative. Relations, signs and roundings have derivative 0 between events. A function with a
// known derivative gives calls of that, another one Partial nodes.
class Differentiator {
 public:
  explicit Differentiator(Pool& pool) : pool_(pool), walker_(pool) {}

  // Results are remembered until Forget, so `leaf` must not change meanwhile.
  template <typename Leaf>
  auto Differentiate(ExprId root, Leaf leaf) -> ExprId {
    if (memo_.Has(root)) return memo_[root];
    const ExprId zero = pool_.Real(0);
    for (const ExprId id : walker_.Postorder(root)) {
      if (memo_.Has(id)) continue;
      const Op op = pool_.op(id);
      const ExprId derivative = op == Op::Var || op == Op::Time ? leaf(id)
                                : group_of(op) == Group::Leaf   ? zero
                                                                : DifferentiateNode(id);
      memo_[id] = derivative;
    }
    return memo_[root];
  }
  void Forget() { memo_.Clear(); }
  // Takes partial derivatives of external functions as constant, where a rough derivative will do: the matrix
  // of an iteration.
  void set_rough(bool is_rough) { is_rough_ = is_rough; }

 private:
  auto DifferentiateNode(ExprId id) -> ExprId;
  auto DifferentiateFunction(ExprId id, Op op) -> ExprId;
  auto DifferentiatePower(ExprId f, ExprId g, ExprId id) -> ExprId;
  auto DifferentiateCall(ExprId call, ExprId whole) -> ExprId;
  auto TryKnownDerivative(ExprId call, ExprId whole, ExprId& out) -> bool;

  Pool& pool_;
  Walker walker_;
  Memo<ExprId> memo_;
  bool is_rough_ = false;
};

}  // namespace kerf::expr
