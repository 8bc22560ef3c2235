// INTEG and its relatives, and the loops that IMPL closes.
#include "lang/acsl/flattener.h"
#include "lang/cssl/functions.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

struct Counts {
  std::string_view name;
  size_t least;
  size_t most;
};

constexpr auto kCounts = std::to_array<Counts>({
    {"integ", 1, 2}, {"intvc", 1, 2},  {"limint", 4, 4}, {"dblint", 5, 5}, {"impl", 5, 6},
    {"implc", 2, 2}, {"realpl", 2, 3}, {"cmpxpl", 3, 5}, {"ledlag", 3, 4}, {"tran", 5, 5},
    {"delay", 3, 5}, {"derivt", 2, 2}, {"bcklsh", 3, 3}, {"zhold", 2, 2},  {"zoh", 4, 4},
    {"pulse", 3, 3}, {"gauss", 2, 2},  {"unif", 2, 2},   {"ou", 3, 3},     {"ptr", 2, 2},
    {"rtp", 2, 2},   {"modint", 4, 4}, {"hstrss", 4, 4},
});

}  // namespace

auto Flattener::EmitOperator(const Rule& rule) -> bool {
  const Node& node = program_.nodes[rule.value];
  const std::string_view op = program_.names.lower[rule.op];
  for (const Counts& counts : kCounts) {
    if (counts.name == op && !CheckCount(node, counts.least, counts.most)) return true;
  }
  const std::vector<NodeId> arguments = node.operands;
  if (op == "integ" || op == "intvc") return EmitIntegral(rule, arguments), true;
  if (op == "modint") return EmitModeIntegral(rule, arguments), true;
  if (op == "limint") return EmitLimited(rule, arguments), true;
  if (op == "dblint") return EmitDoubleIntegral(rule, arguments), true;
  if (op == "impl" || op == "implc") return EmitImplicit(rule, arguments, op == "implc"), true;
  if (op == "realpl") return EmitRealPole(rule, arguments), true;
  if (op == "cmpxpl") return EmitComplexPoles(rule, arguments), true;
  if (op == "ledlag") return EmitLeadLag(rule, arguments), true;
  if (op == "tran") return EmitTransfer(rule, arguments), true;
  if (op == "delay") return EmitDelay(rule, arguments), true;
  if (op == "derivt") return EmitDerivative(rule, arguments), true;
  if (op == "bcklsh") return EmitBacklash(rule, arguments), true;
  if (op == "hstrss") return EmitHysteresis(rule, arguments), true;
  if (op == "zhold") return EmitHold(rule, arguments), true;
  if (op == "zoh") return EmitSampledHold(rule, arguments), true;
  if (op == "pulse") return EmitPulse(rule, arguments), true;
  if (op == "ptr" || op == "rtp") return EmitPolar(rule, arguments, op == "rtp"), true;
  return EmitRandom(rule), true;
}

// x = INTEG(derivative, initial)
void Flattener::EmitIntegral(const Rule& rule, const std::vector<NodeId>& arguments) {
  AddState(TargetOf(rule), LowerReal(arguments[0]), arguments.size() > 1 ? arguments[1] : NodeId{},
           rule.span);
}

// x = MODINT(derivative, initial, l1, l2): integrates while l1 is true; otherwise x is set back to the
// initial value when l2 comes true, and rests.
void Flattener::EmitModeIntegral(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = TargetOf(rule);
  const ExprId rate = LowerReal(arguments[0]);
  const ExprId initial = LowerReal(arguments[1]);
  const ExprId runs = LowerCondition(arguments[2]);
  const ExprId resets = LowerCondition(arguments[3]);
  for (const ExprId part : {x, rate, initial, runs, resets}) {
    if (part == Pool::kError) return;
  }
  AddState(x, pool_.If(runs, rate, pool_.Real(0)), arguments[1], rule.span);
  flat::Statement reinit;
  reinit.kind = flat::StatementKind::Reinit;
  reinit.target = x;
  reinit.value = initial;
  reinit.origin = OriginAt(rule.span);
  flat::Clause clause;
  clause.owner = base::PathStore::kRoot;
  clause.statement = WhenOf({pool_.Binary(Op::And, pool_.Unary(Op::Not, runs), resets)}, {reinit}, rule.span);
  model_.clauses.push_back(std::move(clause));
}

// x = LIMINT(derivative, initial, lower, upper): at a limit, x waits until the derivative leads back.
void Flattener::EmitLimited(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = TargetOf(rule);
  const ExprId rate = LowerReal(arguments[0]);
  const ExprId low = LowerReal(arguments[2]);
  const ExprId high = LowerReal(arguments[3]);
  for (const ExprId part : {x, rate, low, high}) {
    if (part == Pool::kError) return;
  }
  AddState(x, cssl::LimitedRate(pool_, x, rate, low, high), arguments[1], rule.span);
}

// x, v = DBLINT(acceleration, x0, v0, lower, upper): at a limit x stops, and v is 0 while the acceleration
// presses against the limit.
void Flattener::EmitDoubleIntegral(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = TargetOf(rule, 0);
  const ExprId v = TargetOf(rule, 1);
  const ExprId rate = LowerReal(arguments[0]);
  const ExprId low = LowerReal(arguments[3]);
  const ExprId high = LowerReal(arguments[4]);
  if (x == Pool::kError || v == Pool::kError || low == Pool::kError || high == Pool::kError) return;
  const ExprId zero = pool_.Real(0);
  const auto both = [&](Op side, ExprId limit, Op direction, ExprId what) {
    return pool_.Binary(Op::And, pool_.Binary(side, x, limit), pool_.Binary(direction, what, zero));
  };
  const auto held_by = [&](ExprId what) {
    return pool_.Binary(Op::Or, both(Op::LessEqual, low, Op::Less, what),
                        both(Op::GreaterEqual, high, Op::Greater, what));
  };
  AddState(x, pool_.If(held_by(v), zero, v), arguments[1], rule.span);
  AddState(v, pool_.If(held_by(rate), zero, rate), arguments[2], rule.span);
  // Arrival at a limit takes the speed away.
  flat::Clause clause;
  clause.owner = base::PathStore::kRoot;
  clause.statement.kind = flat::StatementKind::When;
  clause.statement.origin = OriginAt(rule.span);
  const ExprId arrived =
      pool_.Binary(Op::Or, pool_.Binary(Op::LessEqual, x, low), pool_.Binary(Op::GreaterEqual, x, high));
  flat::Statement stop;
  stop.kind = flat::StatementKind::Reinit;
  stop.target = v;
  stop.value = zero;
  stop.origin = clause.statement.origin;
  clause.statement.branches.push_back({arrived, {std::move(stop)}});
  model_.clauses.push_back(std::move(clause));
}

// x = IMPL(guess, error, iterations, flag, f): solves x = f. x = IMPLC(f, guess): solves f = 0.
void Flattener::EmitImplicit(const Rule& rule, const std::vector<NodeId>& arguments, bool is_residual) {
  const ExprId x = TargetOf(rule);
  const ExprId f = LowerReal(arguments[is_residual ? 0 : 4]);
  const ExprId guess = LowerReal(arguments[is_residual ? 1 : 0]);
  if (x == Pool::kError || f == Pool::kError || guess == Pool::kError) return;
  AddEquation(is_residual ? pool_.Real(0) : x, f, rule.span);
  if (pool_.op(x) == Op::Var && IsKnownAtStart(guess)) SetStart(pool_.var(x), guess, false);
}

}  // namespace kerf::acsl
