// Discontinuous functions with memory. Each gives the expression of its output; what it remembers changes at
// events of its own.
#pragma once

#include "lang/cssl/workshop.h"

namespace kerf::cssl {

// Play in a gear, also called hysteresis: y rests while low <= x - y <= high, and is pulled along otherwise.
auto Backlash(Workshop& workshop, ExprId start, ExprId low, ExprId high, ExprId x) -> ExprId;
// True from where x exceeds `high` until it falls below `low`; false at first.
auto Relay(Workshop& workshop, ExprId low, ExprId high, ExprId x) -> ExprId;
// A flip-flop: false when `reset` becomes true, otherwise true when `set` does, otherwise the contrary of
// what it was when `trigger` does; false at first.
auto FlipFlop(Workshop& workshop, ExprId reset, ExprId set, ExprId trigger) -> ExprId;
// x while the condition is true, afterwards what x was then; `start` before it was ever true.
auto Hold(Workshop& workshop, ExprId condition, ExprId start, ExprId x) -> ExprId;
// x as it was at the last of the instants first, first + period, …; `start` before.
auto SampledHold(Workshop& workshop, ExprId x, ExprId start, ExprId first, ExprId period) -> ExprId;
// 1 for the width from first, first + period, … on, otherwise 0.
auto Pulse(Workshop& workshop, ExprId first, ExprId period, ExprId width) -> ExprId;
// The integral of the rate within limits, at which it waits until the rate leads back.
auto LimitedIntegral(Workshop& workshop, ExprId rate, ExprId start, ExprId low, ExprId high) -> ExprId;
// p y' + y = x.
auto RealPole(Workshop& workshop, ExprId p, ExprId start, ExprId x) -> ExprId;

}  // namespace kerf::cssl
