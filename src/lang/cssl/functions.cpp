// See functions.h.
#include "lang/cssl/functions.h"

namespace kerf::cssl {

namespace {

using expr::Op;
using expr::Pool;

auto Less(Pool& pool, ExprId a, ExprId b) -> ExprId { return pool.Binary(Op::Less, a, b); }

}  // namespace

auto InputSwitch(Pool& pool, ExprId x, ExprId below, ExprId above) -> ExprId {
  return pool.If(Less(pool, x, pool.Real(0)), below, above);
}

auto FunctionSwitch(Pool& pool, ExprId x, ExprId below, ExprId at, ExprId above) -> ExprId {
  const ExprId zero = pool.Real(0);
  return pool.If(Less(pool, x, zero), below, pool.If(Less(pool, zero, x), above, at));
}

auto Limit(Pool& pool, ExprId low, ExprId high, ExprId x) -> ExprId {
  return pool.If(Less(pool, x, low), low, pool.If(Less(pool, high, x), high, x));
}

auto DeadSpace(Pool& pool, ExprId low, ExprId high, ExprId x) -> ExprId {
  const ExprId above = pool.If(Less(pool, high, x), pool.Sub(x, high), pool.Real(0));
  return pool.If(Less(pool, x, low), pool.Sub(x, low), above);
}

auto Quantise(Pool& pool, ExprId step, ExprId x) -> ExprId {
  const ExprId ratio = pool.Div(x, step);
  return pool.Mul(step, pool.Unary(Op::Floor, pool.Add(ratio, pool.Real(0.5))));
}

auto Compare(Pool& pool, ExprId x, ExprId y) -> ExprId {
  return pool.If(Less(pool, x, y), pool.Real(0), pool.Real(1));
}

auto Step(Pool& pool, ExprId at) -> ExprId {
  return pool.If(Less(pool, pool.Time(), at), pool.Real(0), pool.Real(1));
}

auto Ramp(Pool& pool, ExprId at) -> ExprId {
  return pool.If(Less(pool, pool.Time(), at), pool.Real(0), pool.Sub(pool.Time(), at));
}

auto LimitedRate(Pool& pool, ExprId x, ExprId rate, ExprId low, ExprId high) -> ExprId {
  const ExprId zero = pool.Real(0);
  const auto both = [&](Op side, ExprId limit, Op direction) {
    return pool.Binary(Op::And, pool.Binary(side, x, limit), pool.Binary(direction, rate, zero));
  };
  const ExprId at_limit =
      pool.Binary(Op::Or, both(Op::LessEqual, low, Op::Less), both(Op::GreaterEqual, high, Op::Greater));
  return pool.If(at_limit, zero, rate);
}

}  // namespace kerf::cssl
