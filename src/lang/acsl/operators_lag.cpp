// Transfer functions, delays and derivatives.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(AcslTransferOrder, Error,
          "TRAN takes two orders as constants, the first not above the second, which is at least 1");
KERF_DIAG(AcslCoefficients, Error,
          "the coefficients of TRAN are to be an array of {} numbers, highest power first", size_t);

}  // namespace

auto Flattener::HiddenState(const Rule& rule, std::string_view suffix, ExprId derivative, ExprId start)
    -> ExprId {
  const std::string name = fmt::format("{}_{}", program_.names.Written(rule.targets[0].name), suffix);
  const ExprId state = HiddenVar(name, Kind::Real, flat::Variability::Continuous, {}, rule.span);
  if (derivative.has_value())
    AddEquation(pool_.Typed(Op::Der, pool_.type(state), {state}), derivative, rule.span);
  if (start.has_value()) SetInitial(state, start, rule.span);
  return state;
}

// y = REALPL(p, x, y0): p*y' + y = x
void Flattener::EmitRealPole(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId y = TargetOf(rule);
  const ExprId rate = pool_.Div(pool_.Sub(LowerReal(arguments[1]), y), LowerReal(arguments[0]));
  AddState(y, rate, arguments.size() > 2 ? arguments[2] : NodeId{}, rule.span);
}

// y = CMPXPL(p, q, x, y'0, y0): p*y'' + q*y' + y = x
void Flattener::EmitComplexPoles(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId y = TargetOf(rule);
  const ExprId p = LowerReal(arguments[0]);
  const ExprId q = LowerReal(arguments[1]);
  const ExprId x = LowerReal(arguments[2]);
  if (y == Pool::kError || p == Pool::kError || q == Pool::kError || x == Pool::kError) return;
  const auto start = [&](size_t k) { return arguments.size() > k ? LowerReal(arguments[k]) : pool_.Real(0); };
  const ExprId start_rate = start(3);
  const ExprId rate = HiddenState(rule, "rate", {}, start_rate);
  const ExprId position = HiddenState(rule, "pos", rate, start(4));
  const ExprId acceleration = pool_.Div(pool_.Sub(pool_.Sub(x, position), pool_.Mul(q, rate)), p);
  AddEquation(pool_.Typed(Op::Der, pool_.type(rate), {rate}), acceleration, rule.span);
  AddEquation(y, position, rule.span);
}

// y = LEDLAG(p, q, x, y0): q*y' + y = p*x' + x, without a derivative of x.
void Flattener::EmitLeadLag(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId y = TargetOf(rule);
  const ExprId q = LowerReal(arguments[1]);
  const ExprId x = LowerReal(arguments[2]);
  const ExprId direct = pool_.Mul(pool_.Div(LowerReal(arguments[0]), q), x);
  if (y == Pool::kError || direct == Pool::kError) return;
  const ExprId lag = HiddenState(rule, "lag", pool_.Div(pool_.Sub(x, y), q), {});
  AddEquation(y, pool_.Add(direct, lag), rule.span);
  // The output begins with its initial value.
  const ExprId start = arguments.size() > 3 ? LowerReal(arguments[3]) : pool_.Real(0);
  AddEquation(y, start, rule.span, true);
}

auto Flattener::Coefficients(NodeId argument, size_t count) -> std::vector<ExprId> {
  const ExprId array = Lower(argument);
  if (array == Pool::kError) return {};
  const auto dims = pool_.shapes().dims(pool_.type(array).shape);
  std::vector<ExprId> values;
  if (dims.size() != 1 || static_cast<size_t>(dims[0]) < count) {
    emitter_.Emit(program_.nodes[argument].span, AcslCoefficients, count);
    return {};
  }
  for (size_t k = 1; k <= count; ++k)
    values.push_back(pool_.Make(Op::Subscript, {array, pool_.Integer(static_cast<int64_t>(k))}));
  return values;
}

// y = TRAN(m, n, a, b, x): (a1*s**m + …)/(b1*s**n + …), in controllable form with zero initial states.
void Flattener::EmitTransfer(const Rule& rule, const std::vector<NodeId>& arguments) {
  const auto m = TryEvaluate(arguments[0]);
  const auto n = TryEvaluate(arguments[1]);
  constexpr double kMaxOrder = 50;
  if (!m || !n || *m < 0 || *n < 1 || *m > *n || *n > kMaxOrder) {
    emitter_.Emit(rule.span, AcslTransferOrder);
    return;
  }
  const auto order = static_cast<size_t>(*n);
  const auto zeros = static_cast<size_t>(*m);
  const ExprId y = TargetOf(rule);
  const std::vector<ExprId> a = Coefficients(arguments[2], zeros + 1);
  const std::vector<ExprId> b = Coefficients(arguments[3], order + 1);
  const ExprId x = LowerReal(arguments[4]);
  if (a.empty() || b.empty() || y == Pool::kError || x == Pool::kError) return;
  // states[k] is the k-th derivative of z with b1*z(n) + … = x; y = a1*z(m) + ….
  std::vector<ExprId> states;
  for (size_t k = 0; k < order; ++k) states.push_back(HiddenState(rule, "z", {}, pool_.Real(0)));
  ExprId highest = x;
  for (size_t k = 0; k < order; ++k) highest = pool_.Sub(highest, pool_.Mul(b[order - k], states[k]));
  highest = pool_.Div(highest, b[0]);
  for (size_t k = 0; k < order; ++k) {
    const ExprId rate = k + 1 < order ? states[k + 1] : highest;
    AddEquation(pool_.Typed(Op::Der, pool_.type(states[k]), {states[k]}), rate, rule.span);
  }
  ExprId sum;
  for (size_t k = 0; k <= zeros; ++k) {
    const ExprId term = pool_.Mul(a[zeros - k], k < order ? states[k] : highest);
    sum = sum.has_value() ? pool_.Add(sum, term) : term;
  }
  AddEquation(y, sum, rule.span);
}

// y = DELAY(x, y0, time, …): y0 until the time is over. The number of stored points does not matter here.
void Flattener::EmitDelay(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId y = TargetOf(rule);
  const ExprId x = LowerReal(arguments[0]);
  const ExprId start = LowerReal(arguments[1]);
  const ExprId delay = LowerReal(arguments[2]);
  if (x == Pool::kError || start == Pool::kError || delay == Pool::kError) return;
  const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
  const ExprId is_early = pool_.Binary(Op::Less, pool_.Time(), pool_.Add(pool_.Real(begin), delay));
  AddEquation(y, pool_.If(is_early, start, pool_.Typed(Op::Delay, pool_.type(x), {x, delay})), rule.span);
}

// y = DERIVT(y0, x): the derivative itself, not a difference quotient.
void Flattener::EmitDerivative(const Rule& rule, const std::vector<NodeId>& arguments) {
  const ExprId x = LowerReal(arguments[1]);
  if (LowerReal(arguments[0]) == Pool::kError || x == Pool::kError) return;
  AddEquation(TargetOf(rule), pool_.Typed(Op::Der, pool_.type(x), {x}), rule.span);
}

// x, y = PTR(r, theta) and r, theta = RTP(x, y).
void Flattener::EmitPolar(const Rule& rule, const std::vector<NodeId>& arguments, bool is_to_polar) {
  const ExprId a = LowerReal(arguments[0]);
  const ExprId b = LowerReal(arguments[1]);
  if (a == Pool::kError || b == Pool::kError) return;
  if (is_to_polar) {
    AddEquation(TargetOf(rule, 0), pool_.Unary(Op::Sqrt, pool_.Add(pool_.Mul(a, a), pool_.Mul(b, b))),
                rule.span);
    AddEquation(TargetOf(rule, 1), pool_.Binary(Op::Atan2, b, a), rule.span);
  } else {
    AddEquation(TargetOf(rule, 0), pool_.Mul(a, pool_.Unary(Op::Cos, b)), rule.span);
    AddEquation(TargetOf(rule, 1), pool_.Mul(a, pool_.Unary(Op::Sin, b)), rule.span);
  }
}

}  // namespace kerf::acsl
