// Intervals and shifts of clocks.
#include "flat/clock_rates.h"

#include <numeric>

namespace kerf::flat {

auto ReducedRatio(int64_t n, int64_t d) -> Ratio {
  const int64_t divisor = std::gcd(n, d);
  if (divisor == 0) return {0, 1};
  const int64_t sign = d < 0 ? -1 : 1;
  return {sign * n / divisor, sign * d / divisor};
}

namespace {

using expr::Op;

// Nothing if the exact result needs more than 64 bits: the rate then counts as open.
auto Times(const Ratio& x, const Ratio& y) -> std::optional<Ratio> {
  const Ratio a = ReducedRatio(x.n, y.d);
  const Ratio b = ReducedRatio(y.n, x.d);
  int64_t n = 0;
  int64_t d = 0;
  if (__builtin_mul_overflow(a.n, b.n, &n) || __builtin_mul_overflow(a.d, b.d, &d)) return std::nullopt;
  return ReducedRatio(n, d);
}

auto Plus(const Ratio& x, const Ratio& y) -> std::optional<Ratio> {
  int64_t left = 0;
  int64_t right = 0;
  int64_t n = 0;
  int64_t d = 0;
  if (__builtin_mul_overflow(x.n, y.d, &left) || __builtin_mul_overflow(y.n, x.d, &right))
    return std::nullopt;
  if (__builtin_add_overflow(left, right, &n) || __builtin_mul_overflow(x.d, y.d, &d)) return std::nullopt;
  return ReducedRatio(n, d);
}

auto IntegerAt(const expr::Pool& pool, const IntegerOf& integer_of, ExprId id, size_t k)
    -> std::optional<int64_t> {
  const auto operands = pool.operands(id);
  return k < operands.size() ? integer_of(operands[k]) : std::nullopt;
}

// The interval in seconds of a clock that is given as a fraction.
auto RationalInterval(const expr::Pool& pool, const IntegerOf& integer_of, ExprId clock)
    -> std::optional<Ratio> {
  if (!clock.has_value() || pool.operands(clock).size() != 2) return std::nullopt;
  for (const ExprId operand : pool.operands(clock)) {
    if (pool[operand].kind != expr::Kind::Integer) return std::nullopt;
  }
  const auto counter = integer_of(pool.operand(clock, 0));
  const auto resolution = integer_of(pool.operand(clock, 1));
  if (!counter || !resolution || *counter <= 0 || *resolution <= 0) return std::nullopt;
  return ReducedRatio(*counter, *resolution);
}

}  // namespace

// A partition that no known factor reaches, but that has a clock of its own, given as a fraction: it begins
// with the others. The first such.
auto ClockRates::TryOwnClock(const expr::Pool& pool, const IntegerOf& integer_of, uint32_t base,
                             Clocking& clocking) -> std::optional<uint32_t> {
  std::optional<Ratio> unit;
  for (const ClockPartition& partition : clocking.partitions) {
    if (partition.base != base || !partition.interval || unit) continue;
    const auto seconds = RationalInterval(pool, integer_of, partition.clock);
    if (seconds) unit = Times(*seconds, {partition.interval->d, partition.interval->n});
  }
  for (uint32_t p = 0; unit && p < clocking.partitions.size(); ++p) {
    ClockPartition& partition = clocking.partitions[p];
    if (partition.base != base || partition.interval) continue;
    const auto seconds = RationalInterval(pool, integer_of, partition.clock);
    if (!seconds) continue;
    partition.interval = Times(*seconds, {unit->d, unit->n});
    if (!partition.interval) continue;
    partition.shift = Ratio{0, 1};
    return p;
  }
  return std::nullopt;
}

auto ClockRates::EdgesOf(const expr::Pool& pool, const IntegerOf& integer_of,
                         const std::function<uint32_t(uint32_t)>& partition_of) -> std::vector<Edge> {
  std::vector<Edge> edges;
  for (const Conversion& conversion : conversions_) {
    Edge edge;
    edge.from = partition_of(conversion.from);
    edge.to = partition_of(conversion.to);
    edge.origin = conversion.origin;
    const Op op = pool.op(conversion.expr);
    const auto first = IntegerAt(pool, integer_of, conversion.expr, 1);
    // A factor of 0, or none, is left to be inferred.
    if (!first || ((op == Op::SubSample || op == Op::SuperSample) && *first <= 0)) continue;
    if (op == Op::SubSample) edge.factor = {*first, 1};
    if (op == Op::SuperSample) edge.factor = {1, *first};
    if (op == Op::ShiftSample || op == Op::BackSample) {
      const auto resolution = IntegerAt(pool, integer_of, conversion.expr, 2);
      if (!resolution || *resolution <= 0) continue;
      edge.offset = ReducedRatio(op == Op::ShiftSample ? *first : -*first, *resolution);
    }
    edges.push_back(edge);
  }
  return edges;
}

auto ClockRates::Spread(const Edge& edge, bool forward, Clocking& clocking) -> std::optional<ClockConflict> {
  const ClockPartition& known = clocking.partitions[forward ? edge.from : edge.to];
  ClockPartition& other = clocking.partitions[forward ? edge.to : edge.from];
  const Ratio factor = forward ? edge.factor : Ratio{edge.factor.d, edge.factor.n};
  const auto interval = Times(*known.interval, factor);
  if (!interval) return std::nullopt;
  // The offset counts in intervals of `from`.
  const Ratio unit = forward ? *known.interval : *interval;
  const auto offset = Times(edge.offset, unit);
  if (!offset) return std::nullopt;
  const auto shift = Plus(*known.shift, forward ? *offset : Ratio{-offset->n, offset->d});
  if (!shift) return std::nullopt;
  if (!other.interval) {
    other.interval = interval;
    other.shift = shift;
    return std::nullopt;
  }
  if (*other.interval == *interval) return std::nullopt;
  return ClockConflict{edge.origin, *other.interval, *interval};
}

auto ClockRates::Solve(const expr::Pool& pool, const IntegerOf& integer_of, Clocking& clocking,
                       const std::function<uint32_t(uint32_t)>& partition_of)
    -> std::optional<ClockConflict> {
  const std::vector<Edge> edges = EdgesOf(pool, integer_of, partition_of);
  std::vector<std::vector<uint32_t>> at(clocking.partitions.size());
  for (uint32_t k = 0; k < edges.size(); ++k) {
    at[edges[k].from].push_back(k);
    at[edges[k].to].push_back(k);
  }
  std::optional<ClockConflict> conflict;
  for (uint32_t start = 0; start < clocking.partitions.size(); ++start) {
    ClockPartition& first = clocking.partitions[start];
    if (start > 0 && clocking.partitions[start - 1].base == first.base) continue;
    first.interval = Ratio{1, 1};
    first.shift = Ratio{0, 1};
    std::vector<uint32_t> stack = {start};
    while (true) {
      if (stack.empty()) {
        const auto own = TryOwnClock(pool, integer_of, first.base, clocking);
        if (!own) break;
        stack.push_back(*own);
      }
      const uint32_t partition = stack.back();
      stack.pop_back();
      for (const uint32_t k : at[partition]) {
        const bool forward = edges[k].from == partition;
        const uint32_t other = forward ? edges[k].to : edges[k].from;
        const bool is_new = !clocking.partitions[other].interval.has_value();
        const auto found = Spread(edges[k], forward, clocking);
        if (found && !conflict) conflict = found;
        if (is_new && clocking.partitions[other].interval) stack.push_back(other);
      }
    }
  }
  return conflict;
}

}  // namespace kerf::flat
