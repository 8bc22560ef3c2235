// Users come before what they use.
#include "transform/branch_contexts.h"

#include <algorithm>
#include <ranges>

namespace kerf::transform {

using expr::ExprId;
using expr::Op;

namespace {

// Of more than that, what they have in common.
constexpr size_t kMaxContexts = 8;

}  // namespace

void BranchContexts::Enter(ExprId root) {
  contexts_.Clear();
  const auto order = walker_.Postorder(root);
  // Most expressions have no branches.
  const bool has_branches = std::ranges::any_of(order, [&](ExprId id) {
    return pool_.op(id) == Op::If || pool_.op(id) == Op::And || pool_.op(id) == Op::Or;
  });
  if (!has_branches) return;
  contexts_[root] = {kEverywhere};
  for (const ExprId id : std::views::reverse(order)) {
    const Contexts around = contexts_[id];
    for (size_t k = 0; k < pool_.operands(id).size(); ++k) {
      const ExprId operand = pool_.operand(id, k);
      if (!contexts_.Has(operand)) contexts_[operand].clear();
      for (const uint32_t context : around) Join(contexts_[operand], OfOperand(id, k, context));
    }
  }
}

auto BranchContexts::OfOperand(ExprId id, size_t operand, uint32_t around) -> uint32_t {
  if (operand == 0) return around;
  switch (pool_.op(id)) {
    case Op::If:  return Within(around, pool_.operand(id, 0), operand == 1);
    case Op::And: return Within(around, pool_.operand(id, 0), true);
    case Op::Or:  return Within(around, pool_.operand(id, 0), false);
    default:      return around;
  }
}

auto BranchContexts::At(ExprId id) -> Contexts {
  return contexts_.Has(id) ? contexts_[id] : Contexts{kEverywhere};
}

void BranchContexts::Join(Contexts& contexts, uint32_t context) const {
  for (const uint32_t other : contexts) {
    if (Common(other, context) == other) return;
  }
  std::erase_if(contexts, [&](uint32_t other) { return Common(other, context) == context; });
  contexts.push_back(context);
  if (contexts.size() <= kMaxContexts) return;
  for (const uint32_t other : contexts) context = Common(context, other);
  contexts = {context};
}

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
