// When partitions tick: periodic, event and varying clocks, and those derived from them.
#include <algorithm>

#include "transform/lower_clocks.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;
using flat::Clocking;
using flat::ClockPartition;
using flat::Ratio;

namespace {

KERF_DIAG(NoClock, Error, "the clock of this equation cannot be inferred");
KERF_DIAG(OpenRate, Error, "the rate of this clock relative to its base clock cannot be inferred");
KERF_DIAG(TicksBeforeBase, Error, "this clock would tick before its base clock does");
KERF_DIAG(NotCounted, Error,
          "a clock whose base clock is not periodic can only be subsampled and shifted by whole ticks");
KERF_DIAG(IntervalNotPositive, Error, "the interval of this clock must be positive");

auto Number(const Ratio& ratio) -> double {
  return static_cast<double>(ratio.n) / static_cast<double>(ratio.d);
}

auto Times(const Ratio& a, const Ratio& b) -> Ratio { return flat::ReducedRatio(a.n * b.n, a.d * b.d); }

auto Minus(const Ratio& a, const Ratio& b) -> Ratio {
  return flat::ReducedRatio(a.n * b.d - b.n * a.d, a.d * b.d);
}

auto Inverse(const Ratio& a) -> Ratio { return {a.d, a.n}; }

}  // namespace

auto ClockLowering::IsKnownBeforeRun(ExprId value) -> bool {
  return std::ranges::none_of(walker_.Postorder(value), [&](ExprId id) {
    const Op op = pool_.op(id);
    return op == Op::Time || flat::IsClockOp(op) || (op == Op::Var && IsUnknown(pool_.var(id)));
  });
}

auto ClockLowering::FormOf(ExprId clock) -> Form {
  const auto operands = pool_.operands(clock);
  if (pool_[operands[0]].kind == Kind::Boolean) return Form::Event;
  return std::ranges::all_of(operands, [&](ExprId id) { return IsKnownBeforeRun(id); }) ? Form::Periodic
                                                                                        : Form::Varying;
}

auto ClockLowering::MakeTicks() -> bool {
  for (uint32_t base = 0; base < clocking_.n_bases; ++base) {
    if (!MakeBase(base)) return false;
  }
  return true;
}

auto ClockLowering::MakeBase(uint32_t base) -> bool {
  uint32_t definer = Clocking::kUnclocked;
  uint32_t first = Clocking::kUnclocked;
  for (uint32_t p = 0; p < clocking_.partitions.size(); ++p) {
    const ClockPartition& partition = clocking_.partitions[p];
    if (partition.base != base) continue;
    if (first == Clocking::kUnclocked) first = p;
    if (!partition.clock.has_value() || !partition.interval) continue;
    if (definer == Clocking::kUnclocked) definer = p;
  }
  if (definer == Clocking::kUnclocked) {
    context_.diag.Emit(SpanOfPartition(first), NoClock);
    return false;
  }
  for (uint32_t p = 0; p < clocking_.partitions.size(); ++p) {
    const ClockPartition& partition = clocking_.partitions[p];
    if (partition.base != base || partition.interval) continue;
    context_.diag.Emit(SpanOfPartition(p), OpenRate);
    return false;
  }
  const Form form = FormOf(clocking_.partitions[definer].clock);
  return form == Form::Periodic ? MakePeriodic(definer) : MakeCounted(definer, form);
}

// True at start + k*interval.
auto ClockLowering::Sampler(ExprId start, ExprId interval) -> ExprId {
  for (const dae::Sampler& sampler : dae_.samplers) {
    if (sampler.start == start && sampler.interval == interval) return dae::VarLeaf(dae_, sampler.tick);
  }
  const VarId tick = NewVar("clockTick", Kind::Boolean);
  dae_.vars[tick].kind = dae::VarKind::Event;
  dae_.samplers.push_back({tick, start, interval, {}});
  return dae::VarLeaf(dae_, tick);
}

// Partitions tick after the initialization problem has been solved, not in it.
auto ClockLowering::WithoutStart(ExprId tick) -> ExprId {
  const VarId active = NewVar("tick", Kind::Boolean);
  dae_.equations.Add({dae::VarLeaf(dae_, active),
                      pool_.Binary(Op::And, tick, pool_.Unary(Op::Not, IsStart())),
                      base::PathStore::kRoot,
                      {},
                      dae::Equation::kNoOutput,
                      {}});
  return dae::VarLeaf(dae_, active);
}

// Every partition has a sampler of its own: start and interval follow from those of the definer.
auto ClockLowering::MakePeriodic(uint32_t definer) -> bool {
  const ClockPartition& defining = clocking_.partitions[definer];
  const auto operands = pool_.operands(defining.clock);
  const bool is_rational = operands.size() > 1;
  std::optional<Ratio> exact;
  if (is_rational) {
    const auto counter = integer_of_(operands[0]);
    const auto resolution = integer_of_(operands[1]);
    if (!counter || !resolution || *counter <= 0 || *resolution <= 0) {
      context_.diag.Emit(SpanOfPartition(definer), IntervalNotPositive);
      return false;
    }
    exact = flat::ReducedRatio(*counter, *resolution);
  } else if (pool_.IsNumber(operands[0])) {
    if (pool_.number(operands[0]) <= 0) {
      context_.diag.Emit(SpanOfPartition(definer), IntervalNotPositive);
      return false;
    }
  }
  const ExprId whole = operands[0];
  const auto times = [&](const Ratio& ratio) {
    if (exact) return pool_.Real(Number(Times(ratio, *exact)));
    if (ratio == Ratio{1, 1}) return whole;
    if (pool_.IsNumber(whole))
      return pool_.Real(pool_.number(whole) * static_cast<double>(ratio.n) / static_cast<double>(ratio.d));
    return pool_.Mul(whole, pool_.Real(Number(ratio)));
  };
  const double start = work_.flat.start_time.value_or(0);
  for (uint32_t p = 0; p < clocking_.partitions.size(); ++p) {
    const ClockPartition& partition = clocking_.partitions[p];
    if (partition.base != defining.base) continue;
    const Ratio to_definer = Inverse(*defining.interval);
    const Ratio factor = Times(*partition.interval, to_definer);
    const Ratio shift = Times(Minus(*partition.shift, *defining.shift), to_definer);
    if (shift.n < 0) {
      context_.diag.Emit(SpanOfPartition(p), TicksBeforeBase);
      return false;
    }
    ticks_[p].interval = times(factor);
    const ExprId begin = shift.n == 0 ? pool_.Real(start) : pool_.Add(pool_.Real(start), times(shift));
    ticks_[p].active = WithoutStart(Sampler(begin, ticks_[p].interval));
  }
  return true;
}

// The definer ticks by its condition or at an instant; the others are counted.
auto ClockLowering::MakeCounted(uint32_t definer, Form form) -> bool {
  const ClockPartition& defining = clocking_.partitions[definer];
  const ExprId clock = defining.clock;
  const uint32_t context = graph_->ContextOf(clock);
  ExprId rising;
  ExprId first_interval;
  if (form == Form::Event) {
    const ExprId condition = NameOf(pool_.operand(clock, 0), graph_->ArgumentOf(clock, context));
    const auto become = [&](ExprId now, ExprId before) {
      return pool_.Binary(Op::And, now, pool_.Unary(Op::Not, before));
    };
    const VarId seen = NewVar("seen", Kind::Boolean);
    // A condition that holds from the beginning has become true there.
    AddEvent(seen, Before(condition));
    rising = become(condition, Before(condition));
    first_interval = pool_.operand(clock, 1);
    ticks_[definer].active = WithoutStart(become(Before(condition), Before(dae::VarLeaf(dae_, seen))));
  } else {
    const auto operands = pool_.operands(clock);
    ExprId interval = operands[0];
    if (operands.size() > 1) interval = pool_.Div(operands[0], operands[1]);
    const VarId next = NewVar("nextTick", Kind::Real);
    dae_.vars[next].start = pool_.Real(work_.flat.start_time.value_or(0));
    dae_.vars[next].is_fixed = true;
    const ExprId next_leaf = dae::VarLeaf(dae_, next);
    ticks_[definer].active = WithoutStart(pool_.Binary(Op::GreaterEqual, pool_.Time(), Before(next_leaf)));
    first_interval = NameOf(interval, context);
    AddEvent(next,
             pool_.If(ticks_[definer].active, pool_.Add(pool_.Time(), first_interval), Before(next_leaf)));
  }
  const VarId count = NewVar("tickCount", Kind::Real);
  const ExprId before = Before(dae::VarLeaf(dae_, count));
  AddEvent(count, pool_.If(ticks_[definer].active, pool_.Add(before, pool_.Real(1)), before));
  for (uint32_t p = 0; p < clocking_.partitions.size(); ++p) {
    const ClockPartition& partition = clocking_.partitions[p];
    if (partition.base != defining.base) continue;
    const Ratio to_definer = Inverse(*defining.interval);
    const Ratio factor = Times(*partition.interval, to_definer);
    const Ratio shift = Times(Minus(*partition.shift, *defining.shift), to_definer);
    ticks_[p].rising = rising;
    if (factor.d != 1 || shift.d != 1 || shift.n < 0) {
      context_.diag.Emit(SpanOfPartition(p), NotCounted);
      return false;
    }
    const auto quiet = [&](ExprId jump) { return pool_.Typed(Op::NoEvent, pool_.type(jump), {jump}); };
    if (p != definer && (factor.n != 1 || shift.n != 0)) {
      const ExprId since = pool_.Div(pool_.Sub(before, pool_.Real(static_cast<double>(shift.n))),
                                     pool_.Real(static_cast<double>(factor.n)));
      const ExprId is_whole = quiet(pool_.Binary(Op::Equal, since, quiet(pool_.Unary(Op::Floor, since))));
      const ExprId has_begun = quiet(pool_.Binary(Op::GreaterEqual, since, pool_.Real(0)));
      ticks_[p].active = WithoutStart(
          pool_.Binary(Op::And, ticks_[definer].active, pool_.Binary(Op::And, is_whole, has_begun)));
    } else {
      ticks_[p].active = ticks_[definer].active;
    }
    // The time since the last tick of the partition.
    const VarId last = NewVar("lastTick", Kind::Real);
    const ExprId last_before = Before(dae::VarLeaf(dae_, last));
    AddEvent(last, pool_.If(ticks_[p].active, pool_.Time(), last_before));
    const VarId interval = NewVar("interval", Kind::Real);
    const ExprId passed = pool_.If(FirstTick(p), first_interval, pool_.Sub(pool_.Time(), last_before));
    AddEvent(interval, pool_.If(ticks_[p].active, passed, Before(dae::VarLeaf(dae_, interval))));
    ticks_[p].interval = dae::VarLeaf(dae_, interval);
  }
  return true;
}

auto ClockLowering::FirstTick(uint32_t partition) -> ExprId {
  Tick& tick = ticks_[partition];
  if (tick.is_first.has_value()) return tick.is_first;
  const VarId has_ticked = NewVar("hasTicked", Kind::Boolean);
  const ExprId before = Before(dae::VarLeaf(dae_, has_ticked));
  AddEvent(has_ticked, pool_.Binary(Op::Or, tick.active, before));
  tick.is_first = pool_.Unary(Op::Not, before);
  return tick.is_first;
}

// Time as the partition sees it: that of its last tick.
auto ClockLowering::TimeOf(uint32_t partition) -> ExprId {
  Tick& tick = ticks_[partition];
  if (tick.time.has_value()) return tick.time;
  const VarId var = NewVar("tickTime", Kind::Real);
  const ExprId leaf = dae::VarLeaf(dae_, var);
  AddEvent(var, pool_.If(tick.active, pool_.Time(), Before(leaf)));
  tick.time = leaf;
  return leaf;
}

}  // namespace kerf::transform
