// Equations of the DERIVATIVE sections.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

using expr::Op;
using expr::Pool;

void Flattener::AddEquation(ExprId lhs, ExprId rhs, Span span, bool is_initial) {
  if (lhs == Pool::kError || rhs == Pool::kError || pool_.type(lhs).shape != pool_.type(rhs).shape) {
    if (!Fail()) ReportShapes(span);
    return;
  }
  flat::Equation equation;
  equation.lhs = lhs;
  equation.rhs = rhs;
  equation.owner = base::PathStore::kRoot;
  equation.origin = OriginAt(span);
  equation.is_initial = is_initial;
  if (pool_.op(lhs) == Op::Der && !is_initial) NoteState(pool_.operands(lhs)[0]);
  model_.equations.Add(equation);
}

void Flattener::EmitRule(const Rule& rule) {
  place_ = SectionKind::Derivative;
  if (rule.procedural != nullptr) return EmitProcedural(rule);
  if (rule.op.has_value() && EmitOperator(rule)) return;
  EmitEquation(rule);
}

auto Flattener::TargetOf(const Rule& rule, size_t k) -> ExprId {
  return k < rule.targets.size() ? LowerTarget(rule.targets[k]) : Pool::kError;
}

void Flattener::EmitEquation(const Rule& rule) {
  const ExprId target = TargetOf(rule);
  const ExprId value = Lower(rule.value);
  if (target == Pool::kError || value == Pool::kError) return;
  AddEquation(target, ToKind(value, pool_.type(target).kind, rule.span), rule.span);
}

void Flattener::EmitProcedural(const Rule& rule) {
  flat::Algorithm algorithm;
  algorithm.owner = base::PathStore::kRoot;
  algorithm.origin = OriginAt(rule.span);
  in_procedural_ = true;
  LowerBody(rule.procedural->body, algorithm.statements);
  in_procedural_ = false;
  if (!algorithm.statements.empty()) model_.algorithms.push_back(std::move(algorithm));
}

// Made of constants alone.
auto Flattener::IsKnownAtStart(ExprId value) const -> bool {
  std::vector<ExprId> stack = {value};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (pool_.op(id) == Op::Time) return false;
    if (pool_.op(id) == Op::Var) {
      const flat::Var& var = model_.vars[pool_.var(id)];
      const bool is_constant =
          var.variability == flat::Variability::Parameter || var.variability == flat::Variability::Constant;
      // What INITIAL computes has no binding.
      if (!is_constant || !var.binding.has_value()) return false;
    }
    const auto operands = pool_.operands(id);
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return true;
}

// A value made of constants is the start attribute, which users can set; another is an initial equation.
void Flattener::SetInitial(ExprId state, ExprId value, Span span) {
  if (state == Pool::kError || value == Pool::kError) return;
  if (pool_.op(state) == Op::Var && IsKnownAtStart(value)) return SetStart(pool_.var(state), value, true);
  AddEquation(state, value, span, true);
}

void Flattener::AddState(ExprId state, ExprId derivative, NodeId initial, Span span) {
  if (state == Pool::kError || derivative == Pool::kError) return;
  AddEquation(pool_.Typed(Op::Der, pool_.type(state), {state}), derivative, span);
  SetInitial(state, initial.has_value() ? LowerReal(initial) : pool_.Real(0), span);
}

}  // namespace kerf::acsl
