// Functions are called only where their values count: they may be expensive, they may have no value
// elsewhere, and some remember when they were called.
#include <algorithm>

#include "transform/tape_builder.h"

namespace kerf::transform {

using expr::ExprId;
using expr::Op;
using simcode::TapeOp;

// The guard of each node: the innermost branch that all its users stand in. Users come before what they use.
void TapeBuilder::FindGuards(const std::vector<ExprId>& nodes) {
  guard_of_.Clear();
  const auto has = [&](Op op) {
    return std::ranges::any_of(nodes, [&](ExprId id) { return pool_.op(id) == op; });
  };
  if (!has(Op::Call) || !has(Op::If)) return;
  guards_ = {Guard{}};
  guard_of_[nodes.back()] = 0;
  for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) {
    const uint32_t guard = guard_of_[*at];
    const auto operands = pool_.operands(*at);
    for (size_t k = 0; k < operands.size(); ++k) {
      uint32_t inner = guard;
      if (pool_.op(*at) == Op::If && k > 0) {
        inner = static_cast<uint32_t>(guards_.size());
        guards_.push_back({guard, guards_[guard].depth + 1, operands[0], k == 1, kNotYet});
      }
      guard_of_[operands[k]] =
          guard_of_.Has(operands[k]) ? CommonGuard(guard_of_[operands[k]], inner) : inner;
    }
  }
}

auto TapeBuilder::CommonGuard(uint32_t a, uint32_t b) const -> uint32_t {
  while (a != b) {
    uint32_t& deeper = guards_[a].depth >= guards_[b].depth ? a : b;
    deeper = guards_[deeper].outer;
  }
  return a;
}

// Conditions are lowered before the branches they choose.
auto TapeBuilder::EmitGuard(uint32_t guard) -> uint32_t {
  if (guard == 0) return simcode::kAlways;
  if (guards_[guard].result != kNotYet) return guards_[guard].result;
  std::vector<uint32_t> chain;
  for (uint32_t g = guard; g != 0 && guards_[g].result == kNotYet; g = guards_[g].outer) chain.push_back(g);
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    Guard& inner = guards_[*at];
    uint32_t result = Use(inner.condition);
    if (!inner.holds) result = Emit({TapeOp::Not, result, 0, 0});
    if (inner.outer != 0) result = Emit({TapeOp::And, guards_[inner.outer].result, result, 0});
    inner.result = result;
  }
  return guards_[guard].result;
}

}  // namespace kerf::transform
