// Operators whose memory changes at events: backlash, holds, pulses, random signals.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Variability;

}  // namespace

// y = BCKLSH(y0, d, x): y follows x at the distance d, and rests while x crosses the gap of width 2*d.
// The mode is 1 while x pulls y up, -1 while it pulls it down, 0 in the gap.
void Flattener::EmitBacklash(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId y = TargetOf(rule);
  const ExprId start = LowerReal(arguments[0]);
  const ExprId d = LowerReal(arguments[1]);
  const ExprId value = LowerReal(arguments[2]);
  if (y == Pool::kError || start == Pool::kError || d == Pool::kError || value == Pool::kError) return;
  const std::string name(program_.names.Written(rule.targets[0].name));
  const ExprId zero = pool_.Real(0);
  const ExprId x = HiddenVar(name + "_in", Kind::Real, Variability::Continuous, {}, rule.span);
  const ExprId rate = HiddenVar(name + "_rate", Kind::Real, Variability::Continuous, {}, rule.span);
  const ExprId held = HiddenVar(name + "_held", Kind::Real, Variability::Discrete, start, rule.span);
  const ExprId mode =
      HiddenVar(name + "_mode", Kind::Integer, Variability::Discrete, pool_.Integer(0), rule.span);
  AddEquation(x, value, rule.span);
  AddEquation(rate, pool_.Typed(Op::Der, pool_.type(x), {x}), rule.span);
  const expr::Type boolean{Kind::Boolean, expr::kScalar, 0};
  const auto is_mode = [&](int k, bool is_before) {
    const ExprId m = is_before ? pool_.Typed(Op::Pre, pool_.type(mode), {mode}) : mode;
    return pool_.Typed(Op::Equal, boolean, {m, pool_.Integer(k)});
  };
  const ExprId low = pool_.Sub(x, d);
  const ExprId high = pool_.Add(x, d);
  AddEquation(y, pool_.If(is_mode(1, false), low, pool_.If(is_mode(-1, false), high, held)), rule.span);
  const auto rises = pool_.Binary(Op::Greater, rate, zero);
  const auto falls = pool_.Binary(Op::Less, rate, zero);
  const auto change = [&](ExprId a, ExprId b, std::vector<flat::Statement> body) {
    events_.push_back(WhenOf({pool_.Binary(Op::And, a, b)}, std::move(body), rule.span));
  };
  const auto set_mode = [&](int k) { return Assign(mode, pool_.Integer(k), rule.span); };
  change(pool_.Binary(Op::And, is_mode(0, true), pool_.Binary(Op::Greater, low, held)), rises, {set_mode(1)});
  change(pool_.Binary(Op::And, is_mode(0, true), pool_.Binary(Op::Less, high, held)), falls, {set_mode(-1)});
  change(is_mode(1, true), falls, {Assign(held, low, rule.span), set_mode(0)});
  change(is_mode(-1, true), rises, {Assign(held, high, rule.span), set_mode(0)});
}

// y = ZHOLD(p, x): x while p is true, afterwards what x was then.
void Flattener::EmitHold(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId p = LowerCondition(arguments[0]);
  const ExprId x = LowerReal(arguments[1]);
  if (p == Pool::kError || x == Pool::kError) return;
  const std::string name(program_.names.Written(rule.targets[0].name));
  const ExprId held = HiddenVar(name + "_held", Kind::Real, Variability::Discrete, pool_.Real(0), rule.span);
  events_.push_back(WhenOf({pool_.Unary(Op::Not, p)}, {Assign(held, x, rule.span)}, rule.span));
  AddEquation(TargetOf(rule), pool_.If(p, x, held), rule.span);
}

// y = ZOH(x, y0, first, period): x at the sampling instants, held between them.
void Flattener::EmitSampledHold(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = LowerReal(arguments[0]);
  const ExprId first = LowerReal(arguments[2]);
  const ExprId period = LowerReal(arguments[3]);
  const ExprId start = LowerReal(arguments[1]);
  const ExprId y = TargetOf(rule);
  for (const ExprId id : {x, first, period, start, y}) {
    if (id == Pool::kError) return;
  }
  SetStart(pool_.var(y), start, true);
  const ExprId tick = pool_.Typed(Op::Sample, {Kind::Boolean, expr::kScalar, 0}, {first, period});
  events_.push_back(WhenOf({tick}, {Assign(y, x, rule.span)}, rule.span));
}

// y = PULSE(first, period, width): 1 for the width at the begin of each period, else 0.
void Flattener::EmitPulse(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId first = LowerReal(arguments[0]);
  const ExprId period = LowerReal(arguments[1]);
  const ExprId width = LowerReal(arguments[2]);
  for (const ExprId id : {first, period, width}) {
    if (id == Pool::kError) return;
  }
  const std::string name(program_.names.Written(rule.targets[0].name));
  // Before the first one its begin is in the future.
  const ExprId begin =
      HiddenVar(name + "_begin", Kind::Real, Variability::Discrete, pool_.Real(-1e30), rule.span);
  const ExprId tick = pool_.Typed(Op::Sample, {Kind::Boolean, expr::kScalar, 0}, {first, period});
  events_.push_back(WhenOf({tick}, {Assign(begin, pool_.Time(), rule.span)}, rule.span));
  const ExprId is_on = pool_.Binary(Op::Less, pool_.Time(), pool_.Add(begin, width));
  AddEquation(TargetOf(rule), pool_.If(is_on, pool_.Real(1), pool_.Real(0)), rule.span);
}

// In DERIVATIVE a random signal has a new value at each communication point: a value for each evaluation, as
// in ACSL, would mean nothing to an integrator that chooses its steps.
void Flattener::EmitRandom(const Rule& rule) {
  const Node& node = program_.nodes[rule.value];
  const std::string_view op = program_.names.lower[rule.op];
  const ExprId y = TargetOf(rule);
  std::vector<ExprId> v;
  for (const NodeId argument : node.operands) {
    v.push_back(LowerReal(argument));
    if (v.back() == Pool::kError) return;
  }
  if (y == Pool::kError) return;
  std::vector<flat::Statement> body;
  if (op == "unif") {
    const ExprId u = Uniform(body, rule.span);
    body.push_back(Assign(y, pool_.Add(v[0], pool_.Mul(pool_.Sub(v[1], v[0]), u)), rule.span));
  } else if (op == "gauss") {
    const ExprId g = Gaussian(body, rule.span);
    body.push_back(Assign(y, pool_.Add(v[0], pool_.Mul(v[1], g)), rule.span));
  } else {
    // OU(tau, mean, deviation): noise with the correlation time tau, exact at the points.
    const ExprId step = Ref(SymbolOf(CommunicationName()).var);
    const ExprId decay = pool_.Unary(Op::Exp, pool_.Neg(pool_.Div(step, v[0])));
    const ExprId spread =
        pool_.Mul(v[2], pool_.Unary(Op::Sqrt, pool_.Sub(pool_.Real(1), pool_.Mul(decay, decay))));
    const ExprId g = Gaussian(body, rule.span);
    const ExprId next =
        pool_.Add(pool_.Add(v[1], pool_.Mul(decay, pool_.Sub(y, v[1]))), pool_.Mul(spread, g));
    body.push_back(Assign(y, next, rule.span));
    if (IsKnownAtStart(v[1])) SetStart(pool_.var(y), v[1], true);
  }
  events_.push_back(WhenOf({Communication()}, std::move(body), rule.span));
}

}  // namespace kerf::acsl
