// Choosing the rule that fits: rules are grouped by op once, and an operand's forms are tested in the rows'
// order.
#include "expr/rules.h"

#include <vector>

namespace kerf::expr {

namespace {

using RuleTable = std::array<std::vector<const Rule*>, kOpCount>;

auto BuildTable() -> RuleTable {
  RuleTable table;
  for (const auto rules : {AddRules(), MulRules(), LogicRules()}) {
    for (const Rule& rule : rules) table[static_cast<size_t>(rule.op)].push_back(&rule);
  }
  return table;
}

auto Fits(const Pool& pool, ExprId id, Form form) -> bool {
  switch (form) {
    case Form::Any:   return true;
    case Form::Zero:  return pool.IsNumber(id, 0);
    case Form::One:   return pool.IsNumber(id, 1);
    case Form::Neg:   return pool.op(id) == Op::Neg;
    case Form::Sub:   return pool.op(id) == Op::Sub;
    case Form::Div:   return pool.op(id) == Op::Div;
    case Form::True:  return pool.op(id) == Op::Boolean && pool.boolean(id);
    case Form::False: return pool.op(id) == Op::Boolean && !pool.boolean(id);
  }
  return false;
}

// Operands that no rule looks at: the quick way out for most nodes.
auto IsPlain(const Pool& pool, ExprId id) -> bool {
  switch (pool.op(id)) {
    case Op::Neg:
    case Op::Sub:
    case Op::Div:
    case Op::Boolean: return false;
    default:          return !pool.IsNumber(id);
  }
}

}  // namespace

auto TryRewrite(Pool& pool, Op op, ExprId x, ExprId y) -> std::optional<ExprId> {
  if (IsPlain(pool, x) && IsPlain(pool, y)) return std::nullopt;
  if (pool[x].shape != kScalar || pool[y].shape != kScalar) return std::nullopt;
  static const RuleTable kTable = BuildTable();
  for (const Rule* rule : kTable[static_cast<size_t>(op)]) {
    if (Fits(pool, x, rule->left) && Fits(pool, y, rule->right)) return rule->result(pool, x, y);
  }
  return std::nullopt;
}

}  // namespace kerf::expr
