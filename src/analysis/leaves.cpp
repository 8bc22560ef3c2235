// Visits with an explicit stack that leaves out what is held.
#include "analysis/leaves.h"

#include <ranges>

namespace kerf::analysis {

namespace {

auto IsHeld(expr::Op op) -> bool {
  const expr::Group group = expr::group_of(op);
  return group == expr::Group::Relation || group == expr::Group::Logic || op == expr::Op::Sign ||
         op == expr::Op::Floor || op == expr::Op::Ceil;
}

}  // namespace

auto Leaves::All(const std::array<expr::ExprId, 2>& sides) -> std::vector<expr::VarId> {
  std::vector<expr::VarId> vars;
  for (const expr::ExprId id : walker_.Postorder(sides)) {
    if (pool_.op(id) == expr::Op::Var) vars.push_back(pool_.var(id));
  }
  return vars;
}

auto Leaves::Smooth(const std::array<expr::ExprId, 2>& sides) -> std::vector<expr::VarId> {
  std::vector<expr::VarId> vars;
  visited_.Clear();
  std::vector<expr::ExprId> stack = {sides[1], sides[0]};
  while (!stack.empty()) {
    const expr::ExprId id = stack.back();
    stack.pop_back();
    if (visited_.Has(id) || IsHeld(pool_.op(id))) continue;
    visited_[id] = 1;
    if (pool_.op(id) == expr::Op::Var) vars.push_back(pool_.var(id));
    for (const expr::ExprId operand : pool_.operands(id) | std::views::reverse) stack.push_back(operand);
  }
  return vars;
}

}  // namespace kerf::analysis
