// Sums, differences and products with constants are taken apart with a stack.
#include "transform/linear_rows.h"

#include <algorithm>
#include <cmath>

namespace kerf::transform {

using expr::Op;

auto IsContinuousReal(const dae::Var& var) -> bool {
  return (var.kind == dae::VarKind::State || var.kind == dae::VarKind::Algebraic) && !var.is_discrete &&
         var.type == expr::Kind::Real;
}

auto LinearRows::IsConstant(ExprId root) -> bool {
  return std::ranges::all_of(walker_.Postorder(root), [&](ExprId id) {
    switch (pool_.op(id)) {
      case Op::Real:
      case Op::Spelled:
      case Op::Integer:
      case Op::Neg:
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Div:
      case Op::Pow:     return true;
      case Op::Var:     {
        const VarId var = pool_.var(id);
        const dae::VarKind kind = work_.dae.vars[var].kind;
        const bool is_constant = kind == dae::VarKind::Constant || kind == dae::VarKind::Parameter;
        const bool has_value = with_values_ && is_constant && var.index < work_.parameter_values.size() &&
                               work_.parameter_values[var.index] &&
                               std::isfinite(*work_.parameter_values[var.index]);
        if (has_value) values_.Set(id, ResidueOf(*work_.parameter_values[var.index]));
        return is_constant;
      }
      default: return false;
    }
  });
}

void LinearRows::TakeRest(const Part& part, LinearRow& row) {
  row.rest = pool_.Add(row.rest, Times(part.factor, part.node));
  for (const ExprId id : walker_.Postorder(part.node)) {
    if (pool_.op(id) == Op::Var && IsContinuousReal(work_.dae.vars[pool_.var(id)]))
      row.others.push_back(pool_.var(id));
  }
}

void LinearRows::Take(const Part& part, LinearRow& row) {
  const auto operand = [&](size_t k) { return pool_.operand(part.node, k); };
  const auto constant = [&](size_t k) { return Factor{operand(k), values_.Of(operand(k))}; };
  switch (pool_.op(part.node)) {
    case Op::Var:
      if (!IsContinuousReal(work_.dae.vars[pool_.var(part.node)])) return TakeRest(part, row);
      row.terms.push_back({pool_.var(part.node), part.factor});
      return;
    case Op::Neg: stack_.push_back({operand(0), Neg(part.factor)}); return;
    case Op::Add:
    case Op::Sub:
      stack_.push_back({operand(1), pool_.op(part.node) == Op::Add ? part.factor : Neg(part.factor)});
      stack_.push_back({operand(0), part.factor});
      return;
    case Op::Mul:
      if (IsConstant(operand(0))) return stack_.push_back({operand(1), Mul(part.factor, constant(0))});
      if (IsConstant(operand(1))) return stack_.push_back({operand(0), Mul(part.factor, constant(1))});
      return TakeRest(part, row);
    case Op::Div:
      if (IsConstant(operand(1)) && !constant(1).value.IsZero())
        return stack_.push_back({operand(0), Div(part.factor, constant(1))});
      return TakeRest(part, row);
    default:
      if (!pool_.IsNumber(part.node, 0)) TakeRest(part, row);
  }
}

auto LinearRows::Of(EqnId equation) -> LinearRow {
  LinearRow row{equation, {}, pool_.Real(0), {}};
  stack_ = {{work_.structure.rhs[equation.index], Number(-1)},
            {work_.structure.lhs[equation.index], Number(1)}};
  while (!stack_.empty()) {
    const Part part = stack_.back();
    stack_.pop_back();
    Take(part, row);
  }
  std::ranges::stable_sort(row.terms, {}, [](const LinearRow::Term& term) { return term.var.index; });
  std::vector<LinearRow::Term> sums;
  for (const LinearRow::Term& term : row.terms) {
    if (sums.empty() || sums.back().var != term.var)
      sums.push_back(term);
    else
      sums.back().factor = Add(sums.back().factor, term.factor);
  }
  row.terms = std::move(sums);
  std::ranges::sort(row.others, {}, &VarId::index);
  row.others.erase(std::unique(row.others.begin(), row.others.end()), row.others.end());
  return row;
}

// A number that is a fraction of small integers is written as that, without the rounding on the way to it.
auto LinearRows::Computed(Op op, const Factor& a, const Factor& b, Residue value) -> Factor {
  if (value.IsZero()) return {pool_.Real(0), value};
  if (!pool_.IsNumber(a.expr) || !pool_.IsNumber(b.expr)) return {pool_.Binary(op, a.expr, b.expr), value};
  if (const auto fraction = TryFraction(value)) return {pool_.Real(*fraction), value};
  const double x = pool_.number(a.expr);
  const double y = pool_.number(b.expr);
  return {pool_.Real(op == Op::Add ? x + y : op == Op::Mul ? x * y : x / y), value};
}

auto LinearRows::Add(const Factor& a, const Factor& b) -> Factor {
  if (a.value.IsZero()) return b;
  if (b.value.IsZero()) return a;
  return Computed(Op::Add, a, b, a.value + b.value);
}

auto LinearRows::Mul(const Factor& a, const Factor& b) -> Factor {
  if (a.value == Residue{1}) return b;
  if (b.value == Residue{1}) return a;
  return Computed(Op::Mul, a, b, a.value * b.value);
}

auto LinearRows::Div(const Factor& a, const Factor& b) -> Factor {
  if (b.value == Residue{1}) return a;
  return Computed(Op::Div, a, b, a.value / b.value);
}

auto LinearRows::Times(const Factor& a, ExprId x) -> ExprId {
  if (a.value == Residue{1}) return x;
  return a.value == ResidueOf(-1) ? pool_.Neg(x) : pool_.Mul(a.expr, x);
}

}  // namespace kerf::transform
