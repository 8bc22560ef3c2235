// Users come before what they use.
#include "transform/branch_contexts.h"

#include <algorithm>
#include <ranges>

namespace kerf::transform {

using expr::ExprId;
using expr::Op;

void BranchContexts::Enter(ExprId root) {
  context_.Clear();
  const auto order = walker_.Postorder(root);
  // Most expressions have no branches.
  const bool has_branches = std::ranges::any_of(order, [&](ExprId id) {
    return pool_.op(id) == Op::If || pool_.op(id) == Op::And || pool_.op(id) == Op::Or;
  });
  if (!has_branches) return;
  context_[root] = kEverywhere;
  for (const ExprId id : std::views::reverse(order)) {
    for (size_t k = 0; k < pool_.operands(id).size(); ++k) {
      const ExprId operand = pool_.operand(id, k);
      const uint32_t here = OfOperand(id, k);
      context_[operand] = context_.Has(operand) ? Common(context_[operand], here) : here;
    }
  }
}

auto BranchContexts::OfOperand(ExprId id, size_t operand) -> uint32_t {
  const uint32_t around = context_[id];
  if (operand == 0) return around;
  switch (pool_.op(id)) {
    case Op::If:  return Within(around, pool_.operand(id, 0), operand == 1);
    case Op::And: return Within(around, pool_.operand(id, 0), true);
    case Op::Or:  return Within(around, pool_.operand(id, 0), false);
    default:      return around;
  }
}

auto BranchContexts::At(ExprId id) -> uint32_t { return context_.Has(id) ? context_[id] : kEverywhere; }

auto BranchContexts::Within(uint32_t around, ExprId condition, bool holds) -> uint32_t {
  const auto [at, is_new] =
      made_.emplace(std::tuple(around, condition.index, holds), static_cast<uint32_t>(list_.size()));
  if (is_new) list_.push_back({around, condition, holds, list_[around].depth + 1});
  return at->second;
}

auto BranchContexts::Common(uint32_t a, uint32_t b) const -> uint32_t {
  while (a != b) {
    uint32_t& deeper = list_[a].depth >= list_[b].depth ? a : b;
    deeper = list_[deeper].around;
  }
  return a;
}

}  // namespace kerf::transform
