// The linear split, bottom-up over the nodes in post-order.
#include "expr/linear_split.h"

namespace kerf::expr {

auto LinearSplitter::SplitProduct(ExprId f, ExprId g) -> Entry {
  const Entry ef = memo_[f];
  const Entry eg = memo_[g];
  if (IsFree(f)) return {pool_.Mul(f, eg.constant), pool_.Mul(f, eg.factor), eg.linear};
  if (IsFree(g)) return {pool_.Mul(ef.constant, g), pool_.Mul(ef.factor, g), ef.linear};
  return {zero_, zero_, false};
}

auto LinearSplitter::SplitNode(ExprId id, ExprId x) -> Entry {
  if (id == x) return {zero_, pool_.Real(1), true};
  const Node node = pool_[id];
  if (group_of(node.op) == Group::Leaf) return {id, zero_, true};

  bool all_free = true;
  bool all_linear = true;
  std::array<ExprId, 3> operand{};
  size_t count = 0;
  for (const ExprId o : pool_.operands(id)) {
    all_free = all_free && IsFree(o);
    all_linear = all_linear && memo_[o].linear;
    if (count < operand.size()) operand[count++] = o;
  }
  if (all_free) return {id, zero_, true};
  if (!all_linear) return {zero_, zero_, false};

  const Entry f = memo_[operand[0]];
  const Entry g = count > 1 ? memo_[operand[1]] : Entry{};
  switch (node.op) {
    case Op::Neg: return {pool_.Neg(f.constant), pool_.Neg(f.factor), true};
    case Op::Add: return {pool_.Add(f.constant, g.constant), pool_.Add(f.factor, g.factor), true};
    case Op::Sub: return {pool_.Sub(f.constant, g.constant), pool_.Sub(f.factor, g.factor), true};
    case Op::Mul: return SplitProduct(operand[0], operand[1]);
    case Op::Div: {
      if (!IsFree(operand[1])) break;
      return {pool_.Div(f.constant, operand[1]), pool_.Div(f.factor, operand[1]), true};
    }
    case Op::If: {
      if (!IsFree(operand[0])) break;
      const Entry h = memo_[operand[2]];
      return {pool_.If(operand[0], g.constant, h.constant), pool_.If(operand[0], g.factor, h.factor), true};
    }
    default: break;
  }
  return {zero_, zero_, false};
}

auto LinearSplitter::TrySplit(ExprId root, ExprId x) -> std::optional<Split> {
  memo_.Clear();
  zero_ = pool_.Real(0);
  for (const ExprId id : walker_.Postorder(root)) {
    // Computed first: evaluating the index may move the memo.
    const Entry entry = SplitNode(id, x);
    memo_[id] = entry;
  }
  const Entry& entry = memo_[root];
  if (!entry.linear) return std::nullopt;
  return Split{entry.constant, entry.factor};
}

auto LinearSplitter::IsZero(ExprId factor) -> bool {
  if (group_of(pool_.op(factor)) == Group::Leaf) return pool_.IsNumber(factor, 0);
  return values_.Of(factor).IsZero();
}

auto SolveFor(Pool& pool, LinearSplitter& splitter, ExprId lhs, ExprId rhs, ExprId x) -> Solution {
  const auto f = splitter.TrySplit(lhs, x);
  if (!f) return {SolveStatus::Nonlinear, {}, {}};
  const auto g = splitter.TrySplit(rhs, x);
  if (!g) return {SolveStatus::Nonlinear, {}, {}};
  const ExprId factor = f->factor == g->factor ? pool.Real(0) : pool.Sub(f->factor, g->factor);
  if (splitter.IsZero(factor)) return {SolveStatus::Cancels, {}, pool.Real(0)};
  return {SolveStatus::Solved, pool.Div(pool.Sub(g->constant, f->constant), factor), factor};
}

}  // namespace kerf::expr
