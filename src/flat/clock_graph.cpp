// Walking expressions, joining nodes, and numbering what has come together.
#include "flat/clock_graph.h"

#include <algorithm>
#include <set>

namespace kerf::flat {

using expr::Kind;
using expr::Op;

namespace {

auto IsSubConversion(Op op) -> bool {
  return op == Op::SubSample || op == Op::SuperSample || op == Op::ShiftSample || op == Op::BackSample ||
         op == Op::NoClock;
}

}  // namespace

auto IsClockOp(Op op) -> bool {
  switch (op) {
    case Op::Clock:
    case Op::Previous:
    case Op::Hold:
    case Op::ClockSample:
    case Op::SubSample:
    case Op::SuperSample:
    case Op::ShiftSample:
    case Op::BackSample:
    case Op::NoClock:
    case Op::Interval:
    case Op::FirstTick:   return true;
    default:              return false;
  }
}

auto ClockGraph::HasClockOp(std::span<const ExprId> roots) -> bool {
  const auto& order = walker_.Postorder(roots);
  return std::ranges::any_of(order, [&](ExprId id) { return IsClockOp(pool_.op(id)); });
}

auto ClockGraph::NewNode() -> uint32_t {
  bases_.Add();
  is_clocked_.push_back(false);
  is_discretized_.push_back(false);
  clocks_.emplace_back();
  methods_.emplace_back();
  return subs_.Add();
}

void ClockGraph::Join(uint32_t a, uint32_t b) {
  bases_.Join(a, b);
  subs_.Join(a, b);
}

void ClockGraph::Walk(ExprId root, uint32_t context, OriginId origin) {
  if (!root.has_value()) return;
  origin_ = origin;
  struct Visit {
    ExprId id;
    uint32_t context;
  };
  std::vector<Visit> stack = {{root, context}};
  // What is shared is visited once in each context.
  std::set<std::pair<uint32_t, uint32_t>> done;
  while (!stack.empty()) {
    const Visit at = stack.back();
    stack.pop_back();
    if (!done.emplace(at.id.index, at.context).second) continue;
    const Op op = pool_.op(at.id);
    if (op == Op::Var) JoinVariable(pool_.var(at.id), at.context);
    if (op == Op::Der || op == Op::Time) MarkDiscretized(at.context);
    if (op == Op::Subscript && JoinElement(at.id, at.context)) continue;
    if (expr::group_of(op) == expr::Group::Leaf) continue;
    const uint32_t first = IsClockOp(op) ? Convert(at.id, op, at.context) : at.context;
    if (op == Op::If && HasClockOp(std::span(&at.id, 1))) {
      if (const auto known = integer_of_(pool_.operand(at.id, 0))) {
        stack.push_back({pool_.operand(at.id, *known != 0 ? 1 : 2), at.context});
        continue;
      }
    }
    const auto operands = pool_.operands(at.id);
    for (size_t k = 0; k < operands.size(); ++k) stack.push_back({operands[k], k == 0 ? first : at.context});
  }
}

auto ClockGraph::NewArgument(ExprId id, uint32_t context) -> uint32_t {
  const auto [at, is_new] = argument_of_.emplace(Key(id, context), 0);
  if (is_new) at->second = NewNode();
  return at->second;
}

// The context of the first argument of a clock operator.
auto ClockGraph::Convert(ExprId id, Op op, uint32_t context) -> uint32_t {
  const auto operands = pool_.operands(id);
  if (op == Op::Hold) {
    const uint32_t argument = NewArgument(id, context);
    is_clocked_[argument] = true;
    return argument;
  }
  is_clocked_[context] = true;
  if (op == Op::ClockSample) {
    if (operands.size() > 1) Define(operands[1], context);
    return NewArgument(id, context);
  }
  if (op == Op::Clock) {
    Define(id, context);
    context_of_clock_.emplace(id.index, context);
    const bool is_event = !operands.empty() && pool_[operands[0]].kind == Kind::Boolean;
    return is_event ? NewArgument(id, context) : context;
  }
  if (!IsSubConversion(op)) return context;
  const uint32_t argument = NewArgument(id, context);
  bases_.Join(context, argument);
  if (op != Op::NoClock) rates_.Add({id, argument, context, origin_});
  return argument;
}

void ClockGraph::Define(ExprId clock, uint32_t context) {
  if (pool_.op(clock) != Op::Clock) return;
  const auto operands = pool_.operands(clock);
  if (operands.empty()) return;
  if (pool_[operands[0]].kind == Kind::Clock) {
    methods_[context] = operands.size() > 1 ? operands[1] : ExprId{};
  } else {
    clocks_[context] = clock;
  }
}

auto ClockGraph::Number(const std::vector<uint32_t>& order, Clocking& clocking)
    -> std::optional<ClockConflict> {
  const auto n = static_cast<uint32_t>(is_clocked_.size());
  std::vector<bool> is_base_clocked(n);
  for (uint32_t k = 0; k < n; ++k) {
    if (is_clocked_[k]) is_base_clocked[bases_.Find(k)] = true;
  }
  std::vector<uint32_t> base_number(n, Clocking::kUnclocked);
  number_of_sub_.assign(n, Clocking::kUnclocked);
  std::vector<uint32_t> all = order;
  for (uint32_t k = 0; k < n; ++k) all.push_back(k);
  std::vector<std::vector<uint32_t>> subs;
  for (const uint32_t node : all) {
    const uint32_t base = bases_.Find(node);
    const uint32_t sub = subs_.Find(node);
    if (!is_base_clocked[base] || number_of_sub_[sub] != Clocking::kUnclocked) continue;
    if (base_number[base] == Clocking::kUnclocked) {
      base_number[base] = clocking.n_bases++;
      subs.emplace_back();
    }
    subs[base_number[base]].push_back(sub);
    number_of_sub_[sub] = 0;
  }
  for (uint32_t base = 0; base < subs.size(); ++base) {
    for (const uint32_t sub : subs[base]) {
      number_of_sub_[sub] = static_cast<uint32_t>(clocking.partitions.size());
      clocking.partitions.emplace_back().base = base;
    }
  }
  for (uint32_t k = 0; k < n; ++k) Describe(k, clocking);
  return rates_.Solve(pool_, integer_of_, clocking, [&](uint32_t node) { return PartitionOf(node); });
}

void ClockGraph::Describe(uint32_t node, Clocking& clocking) {
  const uint32_t number = PartitionOf(node);
  if (number == Clocking::kUnclocked) return;
  ClockPartition& partition = clocking.partitions[number];
  if (clocks_[node].has_value() && !partition.clock.has_value()) partition.clock = clocks_[node];
  if (methods_[node].has_value()) partition.solver_method = methods_[node];
  partition.is_discretized = partition.is_discretized || is_discretized_[node];
}

}  // namespace kerf::flat
