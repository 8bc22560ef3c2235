// Equations, clauses and algorithms that tick. They are made like others, with operators of clocks in them.
#include "flat/clock_graph.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

auto ModelScalariser::EnterPartition(const std::vector<uint32_t>& partition_of, size_t k) -> bool {
  is_clocked_ = k < partition_of.size() && partition_of[k] != flat::Clocking::kUnclocked;
  return machine_.SetQuiet(is_clocked_);
}

void ModelScalariser::EnterClock(ExprId clock) { group_.clock = clock; }

// What has been added since the equation with that number is one group.
void ModelScalariser::GroupEquations(uint32_t first_equation) {
  dae::ClockedGroup group = std::exchange(group_, {});
  for (uint32_t k = first_equation; k < dae_.equations.size(); ++k) group.equations.emplace_back(k);
  if (!group.equations.empty() || group.active.has_value()) dae_.clocked_groups.push_back(std::move(group));
}

// The clock of y = 0*sample(u, c) is c, although its value does not depend on it. In equations of arrays the
// elements may have clocks of their own.
void ModelScalariser::NoteMentioned(const flat::Equation& equation) {
  std::vector<ExprId> stack = {equation.lhs, equation.rhs};
  std::set<uint32_t> seen;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (!seen.insert(id.index).second) continue;
    const expr::Op op = pool_.op(id);
    const bool is_mark = flat::IsClockOp(op) || op == expr::Op::Var;
    if (!is_mark) {
      if (expr::group_of(op) == expr::Group::Leaf) continue;
      for (const ExprId operand : pool_.operands(id)) stack.push_back(operand);
      continue;
    }
    Symbol symbol;
    if (pool_[id].shape == expr::kScalar && machine_.Evaluate(id, symbol) && IsLeaf(symbol))
      group_.mentioned.push_back(ExprOf(symbol));
  }
}

// when clock then …: there is no other branch.
auto ModelScalariser::ExpandClocked(const flat::Statement& statement, const Source& source) -> bool {
  const flat::Branch& branch = statement.branches[0];
  Symbol clock;
  if (statement.branches.size() > 1) return machine_.Refuse("an elsewhen in a when-clause with a clock");
  if (!machine_.Evaluate(branch.condition, clock)) return false;
  if (!IsLeaf(clock)) return machine_.Refuse("a when-clause with several clocks");
  group_ = {};
  group_.clock = ExprOf(clock);
  group_.active =
      NewBoolean(fmt::format("$active{}", dae_.clocked_groups.size() + 1), dae::VarKind::Algebraic);
  const uint32_t first = dae_.equations.size();
  std::vector<Sides> sides;
  const bool was_quiet = machine_.SetQuiet(true);
  const bool was_in_when = machine_.SetInWhen(true);
  const bool is_done = ExpandBody(branch.body, dae::VarLeaf(dae_, group_.active), source, sides);
  machine_.SetInWhen(was_in_when);
  machine_.SetQuiet(was_quiet);
  if (!is_done) return false;
  Add(sides, source);
  GroupEquations(first);
  return true;
}

}  // namespace kerf::transform
