// Operators whose memory changes at events: backlash, holds, pulses, random signals.
#include "lang/acsl/operator_workshop.h"
#include "lang/cssl/operators.h"

namespace kerf::acsl {

namespace {

using expr::Op;
using expr::Pool;

}  // namespace

// y = BCKLSH(y0, d, x): y follows x at the distance d, and rests while x crosses the gap of width 2*d.
void Flattener::EmitBacklash(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId start = LowerReal(arguments[0]);
  const ExprId d = LowerReal(arguments[1]);
  const ExprId x = LowerReal(arguments[2]);
  if (start == Pool::kError || d == Pool::kError || x == Pool::kError) return;
  OperatorWorkshop workshop(*this, rule);
  AddEquation(TargetOf(rule), cssl::Backlash(workshop, start, pool_.Neg(d), d, x), rule.span);
}

// y = HSTRSS(y0, p1, p2, x): y follows x - p2 upwards and x - p1 downwards, and rests in between.
void Flattener::EmitHysteresis(const Rule& rule, const std::vector<NodeId>& arguments) {
  std::vector<ExprId> v;
  for (const NodeId argument : arguments) {
    v.push_back(LowerReal(argument));
    if (v.back() == Pool::kError) return;
  }
  OperatorWorkshop workshop(*this, rule);
  AddEquation(TargetOf(rule), cssl::Backlash(workshop, v[0], v[1], v[2], v[3]), rule.span);
}

// y = ZHOLD(p, x): x while p is true, afterwards what x was then.
void Flattener::EmitHold(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId p = LowerCondition(arguments[0]);
  const ExprId x = LowerReal(arguments[1]);
  if (p == Pool::kError || x == Pool::kError) return;
  OperatorWorkshop workshop(*this, rule);
  AddEquation(TargetOf(rule), cssl::Hold(workshop, p, pool_.Real(0), x), rule.span);
}

// y = ZOH(x, y0, first, period): x at the sampling instants, held between them.
void Flattener::EmitSampledHold(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = LowerReal(arguments[0]);
  const ExprId start = LowerReal(arguments[1]);
  const ExprId first = LowerReal(arguments[2]);
  const ExprId period = LowerReal(arguments[3]);
  for (const ExprId id : {x, first, period, start}) {
    if (id == Pool::kError) return;
  }
  OperatorWorkshop workshop(*this, rule);
  AddEquation(TargetOf(rule), cssl::SampledHold(workshop, x, start, first, period), rule.span);
}

// y = PULSE(first, period, width): 1 for the width at the begin of each period, else 0.
void Flattener::EmitPulse(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId first = LowerReal(arguments[0]);
  const ExprId period = LowerReal(arguments[1]);
  const ExprId width = LowerReal(arguments[2]);
  for (const ExprId id : {first, period, width}) {
    if (id == Pool::kError) return;
  }
  OperatorWorkshop workshop(*this, rule);
  AddEquation(TargetOf(rule), cssl::Pulse(workshop, first, period, width), rule.span);
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
