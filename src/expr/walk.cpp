// Depth-first walks over the DAG.
#include "expr/walk.h"

namespace kerf::expr {

void Walker::Begin() {
  ++stamp_;
  order_.clear();
  if (stamps_.size() < pool_.size()) stamps_.resize(std::max<size_t>(pool_.size(), stamps_.size() * 2), 0);
}

void Walker::Append(ExprId root) {
  if (stamps_[root.index] == stamp_) return;
  stamps_[root.index] = stamp_;
  stack_.push_back({root, 0});
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    const auto operands = pool_.operands(frame.id);
    if (frame.next == operands.size()) {
      order_.push_back(frame.id);
      stack_.pop_back();
      continue;
    }
    const ExprId operand = operands[frame.next++];
    if (stamps_[operand.index] == stamp_) continue;
    stamps_[operand.index] = stamp_;
    stack_.push_back({operand, 0});
  }
}

auto Walker::Postorder(ExprId root) -> const std::vector<ExprId>& {
  return Postorder(std::span<const ExprId>(&root, 1));
}

auto Walker::Postorder(std::span<const ExprId> roots) -> const std::vector<ExprId>& {
  Begin();
  for (const ExprId root : roots) Append(root);
  return order_;
}

auto Rewriter::Rebuild(ExprId id) -> ExprId {
  const Node node = pool_[id];
  if (group_of(node.op) == Group::Leaf) return id;
  operands_.clear();
  bool changed = false;
  for (const ExprId operand : pool_.operands(id)) {
    operands_.push_back(memo_[operand]);
    changed = changed || operands_.back() != operand;
  }
  return changed ? pool_.Rebuild(id, operands_) : id;
}

}  // namespace kerf::expr
