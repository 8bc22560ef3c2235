// Discontinuous functions without memory. A value on a boundary belongs to the side named second.
#pragma once

#include "expr/pool.h"

namespace kerf::cssl {

using expr::ExprId;

// `below` where x < 0, else `above`.
auto InputSwitch(expr::Pool& pool, ExprId x, ExprId below, ExprId above) -> ExprId;
// `below`, `at` or `above` where x is less than, equal to or greater than 0.
auto FunctionSwitch(expr::Pool& pool, ExprId x, ExprId below, ExprId at, ExprId above) -> ExprId;
// x, but no less than `low` and no more than `high`.
auto Limit(expr::Pool& pool, ExprId low, ExprId high, ExprId x) -> ExprId;
// 0 between `low` and `high`, outside how far x is from them.
auto DeadSpace(expr::Pool& pool, ExprId low, ExprId high, ExprId x) -> ExprId;
// The multiple of `step` next to x.
auto Quantise(expr::Pool& pool, ExprId step, ExprId x) -> ExprId;
// 0 where x < y, else 1.
auto Compare(expr::Pool& pool, ExprId x, ExprId y) -> ExprId;
// 0 before the instant, then 1; 0 and then the time since.
auto Step(expr::Pool& pool, ExprId at) -> ExprId;
auto Ramp(expr::Pool& pool, ExprId at) -> ExprId;
// The derivative of an integral x that waits at its limits until the rate leads back.
auto LimitedRate(expr::Pool& pool, ExprId x, ExprId rate, ExprId low, ExprId high) -> ExprId;

}  // namespace kerf::cssl
