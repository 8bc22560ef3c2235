// Conditions of events and of branches.
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyNotAStateEvent, Error, "`{}` is not declared as a SEVENT", std::string);
KERF_DIAG(CosyConstantCondition, Error, "the condition of `{}` never changes: {}", std::string,
          std::string_view);

}  // namespace

// Whether the selector has the value of that branch, or the condition of an IF holds.
auto ModelBuilder::GuardTruth(const Guard& guard, uint32_t branch) -> ExprId {
  // A mistake in it is told once.
  const std::pair<const Equation*, const Scope*> owner{guard.owner, guard.scope};
  if (bad_guards_.contains(owner)) return Pool::kError;
  const ExprId truth = LowerGuard(guard, branch);
  if (truth == Pool::kError) bad_guards_.insert(owner);
  return truth;
}

auto ModelBuilder::LowerGuard(const Guard& guard, uint32_t branch) -> ExprId {
  if (guard.owner->kind == EquationKind::If) {
    const ExprId condition = LowerCondition(guard.owner->left, *guard.scope);
    if (branch == 0 || condition == Pool::kError) return condition;
    return pool_.Unary(Op::Not, condition);
  }
  const ExprId selector = Lower(guard.owner->left, *guard.scope);
  const Equation& chosen = guard.owner->body[branch];
  const ExprId value = Lower(chosen.left, *guard.scope);
  if (selector == Pool::kError || value == Pool::kError) return Pool::kError;
  const bool is_same = pool_.type(selector).kind == pool_.type(value).kind;
  const Span span = chosen.span;
  return pool_.Typed(Op::Equal, {Kind::Boolean, expr::kScalar, 0},
                     {is_same ? selector : ToKind(selector, Kind::Real, span),
                      is_same ? value : ToKind(value, Kind::Real, span)});
}

auto ModelBuilder::Truth(std::span<const Guard> guards) -> ExprId {
  ExprId truth;
  for (const Guard& guard : guards) {
    const ExprId one = GuardTruth(guard, guard.branch);
    if (one == Pool::kError) return one;
    truth = truth.has_value() ? pool_.Binary(Op::And, truth, one) : one;
  }
  return truth;
}

// Whether a variable that moves between events, or the time, stands in it.
auto ModelBuilder::Varies(ExprId left, ExprId right) const -> bool {
  std::vector<ExprId> stack = {left, right};
  std::set<uint32_t> seen;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (!seen.insert(id.index).second) continue;
    if (pool_.op(id) == Op::Time) return true;
    if (pool_.op(id) == Op::Var &&
        part_.model.vars[pool_.var(id)].variability != flat::Variability::Parameter)
      return true;
    const auto operands = pool_.operands(id);
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return false;
}

// A Boolean that becomes true where the function crosses zero in the direction wanted. Outside of its branch
// the function is on the other side, so that nothing happens.
void ModelBuilder::AddCondition(const PlacedEquation& placed) {
  const Equation& equation = *placed.equation;
  const Symbol* event = translator_.Resolve(*placed.scope, equation.name, equation.span);
  if (event == nullptr) return;
  if (event->kind != SymbolKind::StateEvent) {
    emitter_.Emit(equation.span, CosyNotAStateEvent, event->name);
    return;
  }
  const bool is_down = equation.direction == Direction::Negative;
  path_ = Truth(placed.guards);
  ExprId left = LowerReal(equation.left, *placed.scope);
  ExprId right = equation.right.has_value() ? LowerReal(equation.right, *placed.scope) : pool_.Real(0);
  path_ = {};
  if (left == Pool::kError || right == Pool::kError) return;
  if (left == right || !Varies(left, right)) {
    emitter_.Emit(
        equation.span, CosyConstantCondition, event->name,
        left == right ? "its function is zero all the time" : "no variable of the model stands in it");
    return;
  }
  if (!placed.guards.empty()) {
    const ExprId truth = Truth(placed.guards);
    if (truth == Pool::kError) return;
    left = pool_.If(truth, pool_.Sub(left, right), pool_.Real(is_down ? 1 : -1));
    right = pool_.Real(0);
  }
  const uint32_t use = ++condition_names_[event->name];
  const std::string name = event->name + (use > 1 ? fmt::format("_{}", use) : "") + "_condition";
  const VarId var = AddVar(name, Kind::Boolean, flat::Variability::Discrete, nullptr);
  part_.model.vars[var].origin = OriginAt(equation.span);
  const ExprId crossed =
      pool_.Typed(is_down ? Op::Less : Op::Greater, {Kind::Boolean, expr::kScalar, 0}, {left, right});
  AddEquation(Ref(var), crossed, equation.span);
  process::Condition condition;
  condition.variable = name;
  condition.name = event->name;
  // The event; its routine is known when all handlers are.
  condition.routine = event->index;
  condition.either_way = equation.direction == Direction::Both;
  condition.is_in_branch = !placed.guards.empty();
  condition.location = static_cast<process::Location>(equation.location);
  if (equation.tolerance.has_value())
    condition.tolerance = translator_.Constant(equation.tolerance, *placed.scope);
  condition.span = equation.span;
  part_.conditions.push_back(std::move(condition));
}

}  // namespace kerf::cosy
