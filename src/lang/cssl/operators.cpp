// See operators.h.
#include "lang/cssl/operators.h"

#include "lang/cssl/functions.h"

namespace kerf::cssl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

constexpr expr::Type kTruth{Kind::Boolean, expr::kScalar, 0};

auto Before(Pool& pool, ExprId memory) -> ExprId { return pool.Typed(Op::Pre, pool.type(memory), {memory}); }

auto Derivative(Pool& pool, ExprId x) -> ExprId { return pool.Typed(Op::Der, pool.type(x), {x}); }

auto Ticks(Pool& pool, ExprId first, ExprId period) -> ExprId {
  return pool.Typed(Op::Sample, kTruth, {first, period});
}

}  // namespace

// The mode is 1 while x pulls y up, -1 while it pulls it down, 0 in the gap. Out of the gap x leads until it
// turns back; a jump of x that has turned back already takes y with it and leaves it in the gap.
auto Backlash(Workshop& workshop, ExprId start, ExprId low, ExprId high, ExprId x) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId zero = pool.Real(0);
  const ExprId input = workshop.Hidden("in");
  const ExprId rate = workshop.Hidden("rate");
  const ExprId held = workshop.Memory("held", Kind::Real, start);
  const ExprId mode = workshop.Memory("mode", Kind::Integer, pool.Integer(0));
  workshop.Equate(input, x);
  workshop.Equate(rate, Derivative(pool, input));
  const auto is_mode = [&](int k, ExprId m) { return pool.Typed(Op::Equal, kTruth, {m, pool.Integer(k)}); };
  const auto both = [&](ExprId a, ExprId b) { return pool.Binary(Op::And, a, b); };
  // `place` is where x holds y, `is_back` whether it is on its way back.
  const auto pull = [&](int k, ExprId place, Op beyond, ExprId is_back) {
    const ExprId was_in_gap = is_mode(0, Before(pool, mode));
    const ExprId is_pulled = both(was_in_gap, pool.Binary(beyond, place, held));
    workshop.When(both(is_pulled, pool.Unary(Op::Not, is_back)), {{mode, pool.Integer(k)}});
    workshop.When(both(is_pulled, is_back), {{held, place}});
    workshop.When(both(is_mode(k, Before(pool, mode)), is_back), {{held, place}, {mode, pool.Integer(0)}});
  };
  const ExprId least = pool.Sub(input, high);
  const ExprId most = pool.Sub(input, low);
  pull(1, least, Op::Greater, pool.Binary(Op::Less, rate, zero));
  pull(-1, most, Op::Less, pool.Binary(Op::Greater, rate, zero));
  return pool.If(is_mode(1, mode), least, pool.If(is_mode(-1, mode), most, held));
}

auto Relay(Workshop& workshop, ExprId low, ExprId high, ExprId x) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId is_on = workshop.Memory("on", Kind::Boolean, pool.Boolean(false));
  workshop.When(pool.Binary(Op::Greater, x, high), {{is_on, pool.Boolean(true)}});
  workshop.When(pool.Binary(Op::Less, x, low), {{is_on, pool.Boolean(false)}});
  return is_on;
}

auto FlipFlop(Workshop& workshop, ExprId reset, ExprId set, ExprId trigger) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId is_on = workshop.Memory("on", Kind::Boolean, pool.Boolean(false));
  const ExprId is_free = pool.Unary(Op::Not, pool.Binary(Op::Or, reset, set));
  // Where several become true at once the last of these counts.
  workshop.When(pool.Binary(Op::And, is_free, trigger), {{is_on, pool.Unary(Op::Not, Before(pool, is_on))}});
  workshop.When(set, {{is_on, pool.Boolean(true)}});
  workshop.When(reset, {{is_on, pool.Boolean(false)}});
  return is_on;
}

auto Hold(Workshop& workshop, ExprId condition, ExprId start, ExprId x) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId held = workshop.Memory("held", Kind::Real, start);
  // A hold that was never open keeps what it began with.
  const ExprId was_on = workshop.Memory("open", Kind::Boolean, pool.Boolean(!workshop.HappensAtStart()));
  workshop.When(condition, {{was_on, pool.Boolean(true)}});
  workshop.When(pool.Binary(Op::And, pool.Unary(Op::Not, condition), Before(pool, was_on)), {{held, x}});
  return pool.If(condition, x, held);
}

auto SampledHold(Workshop& workshop, ExprId x, ExprId start, ExprId first, ExprId period) -> ExprId {
  const ExprId held = workshop.Memory("held", Kind::Real, start);
  workshop.When(Ticks(workshop.pool(), first, period), {{held, x}});
  return held;
}

auto Pulse(Workshop& workshop, ExprId first, ExprId period, ExprId width) -> ExprId {
  // Before the first one its end is in the past of any run.
  constexpr double kLongAgo = -1e30;
  Pool& pool = workshop.pool();
  const ExprId begin = workshop.Memory("begin", Kind::Real, pool.Real(kLongAgo));
  workshop.When(Ticks(pool, first, period), {{begin, pool.Time()}});
  return pool.If(pool.Binary(Op::Less, pool.Time(), pool.Add(begin, width)), pool.Real(1), pool.Real(0));
}

auto LimitedIntegral(Workshop& workshop, ExprId rate, ExprId start, ExprId low, ExprId high) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId x = workshop.State("x", start);
  workshop.Equate(Derivative(pool, x), LimitedRate(pool, x, rate, low, high));
  return x;
}

auto RealPole(Workshop& workshop, ExprId p, ExprId start, ExprId x) -> ExprId {
  Pool& pool = workshop.pool();
  const ExprId y = workshop.State("y", start);
  workshop.Equate(Derivative(pool, y), pool.Div(pool.Sub(x, y), p));
  return y;
}

}  // namespace kerf::cssl
