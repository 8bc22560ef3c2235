// Variables that change at events only (section 3.8): values of type Boolean, Integer and enumerations must
// not follow continuous ones, and a Real variable declared `discrete` gets its value in a when-clause.
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using flat::Statement;
using flat::StatementKind;
using flat::Variability;

KERF_DIAG(DiscreteFromContinuous, Error,
          "the value is of type {} and changes at events only, but it is computed from `{}`, which changes "
          "continuously",
          std::string, std::string);
KERF_DIAG(DiscreteWithoutWhen, Error, "`{}` is discrete: it must get its value in a when-clause",
          std::string);

// Operators whose results jump, at events, whatever their arguments do, or are not looked into.
auto MakesEvents(Op op) -> bool {
  if (expr::group_of(op) == expr::Group::Relation) return true;
  switch (op) {
    case Op::Pre:
    case Op::Edge:
    case Op::Change:
    case Op::Sample:
    case Op::Initial:
    case Op::Terminal:
    case Op::IntegerPart:
    case Op::Floor:
    case Op::Ceil:
    case Op::Quotient:
    case Op::Sign:
    case Op::Size:
    // Records of functions may have such fields beside continuous ones.
    case Op::Field:
    case Op::ClockSample:
    case Op::Hold:        return true;
    default:              return false;
  }
}

}  // namespace

// Variables that when-clauses give values to.
void Flattener::CollectWhenTargets(const Statement& statement, bool is_inside, std::set<VarId>& vars) {
  const bool is_when = is_inside || statement.kind == StatementKind::When;
  const bool gives = statement.kind == StatementKind::Equality || statement.kind == StatementKind::Assignment;
  if (is_when && gives) {
    for (const ExprId node : walker_.Postorder(statement.target)) {
      if (world_.pool.op(node) == Op::Var) vars.insert(world_.pool.var(node));
    }
  }
  for (const flat::Branch& branch : statement.branches) {
    for (const Statement& inner : branch.body) CollectWhenTargets(inner, is_when, vars);
  }
}

// A variable that lets the expression change continuously, or nothing.
auto Flattener::FindContinuous(ExprId root, const std::set<VarId>& when_targets) -> std::string {
  std::vector<ExprId> stack = {root};
  std::set<ExprId> done;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    const Op op = world_.pool.op(id);
    if (!done.insert(id).second || MakesEvents(op)) continue;
    if (op == Op::Time) return "time";
    if (op == Op::Var) {
      const VarId var = world_.pool.var(id);
      if (model_.vars[var].variability == Variability::Continuous && !when_targets.contains(var))
        return world_.paths.Render(model_.vars[var].path);
    }
    for (const ExprId operand : world_.pool.operands(id)) stack.push_back(operand);
  }
  return "";
}

void Flattener::CheckDiscrete() {
  std::set<VarId> when_targets;
  for (const flat::Clause& clause : model_.clauses) CollectWhenTargets(clause.statement, false, when_targets);
  for (const flat::Algorithm& algorithm : model_.algorithms) {
    for (const Statement& statement : algorithm.statements)
      CollectWhenTargets(statement, false, when_targets);
  }
  for (const flat::EquationId id : model_.equations.ids()) {
    const flat::Equation& equation = model_.equations[id];
    const flat::Origin origin =
        equation.origin.has_value() ? world_.origins[equation.origin] : flat::Origin{};
    const auto& clocks = model_.clocking.of_equation;
    const bool is_clocked = id.index < clocks.size() && clocks[id.index] != flat::Clocking::kUnclocked;
    if (equation.is_initial || is_clocked || origin.made_by != flat::MadeBy::Source) continue;
    const Kind kind = world_.pool[equation.lhs].kind;
    if (kind == Kind::Boolean || kind == Kind::Integer || kind == Kind::Enumeration) {
      const std::string name = FindContinuous(equation.rhs, when_targets);
      if (!name.empty())
        emitter_.Emit(origin.span, DiscreteFromContinuous,
                      elaborator_.typing().TypeText(world_.pool.type(equation.lhs)), name);
    }
    if (world_.pool.op(equation.lhs) != Op::Var || kind != Kind::Real) continue;
    const VarId var = world_.pool.var(equation.lhs);
    if (model_.vars[var].variability == Variability::Discrete && !when_targets.contains(var))
      emitter_.Emit(origin.span, DiscreteWithoutWhen, world_.paths.Render(model_.vars[var].path));
  }
}

}  // namespace kerf::modelica
