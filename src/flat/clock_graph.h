// The graph by which clock partitions are found (sections 16.7.3 to 16.7.5 of the Modelica specification).
// Its nodes are variables, or elements of them, and contexts: an equation, a clause, an algorithm, or the
// first argument of a clock conversion operator, which counts as an equation of its own. Who owns the
// variables says which nodes they have.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/disjoint_sets.h"
#include "expr/walk.h"
#include "flat/clock_rates.h"
#include "flat/clocking.h"

namespace kerf::flat {

auto IsClockOp(expr::Op op) -> bool;

class ClockGraph {
 public:
  ClockGraph(const expr::Pool& pool, const IntegerOf& integer_of) : pool_(pool), integer_of_(integer_of) {}
  virtual ~ClockGraph() = default;
  ClockGraph(const ClockGraph&) = delete;
  auto operator=(const ClockGraph&) -> ClockGraph& = delete;

  auto NewNode() -> uint32_t;
  // The nodes tick together.
  void Join(uint32_t a, uint32_t b);
  void MarkClocked(uint32_t node) { is_clocked_[node] = true; }
  void MarkDiscretized(uint32_t node) { is_discretized_[node] = true; }
  // What an expression reads ticks with its context, or is tied to it by conversions.
  void Walk(ExprId root, uint32_t context, OriginId origin);
  auto HasClockOp(std::span<const ExprId> roots) -> bool;

  // Partitions in the order of the first of their nodes in `order`, those of one base clock together.
  auto Number(const std::vector<uint32_t>& order, Clocking& clocking) -> std::optional<ClockConflict>;
  // After Number: the partition of a node, or Clocking::kUnclocked.
  auto PartitionOf(uint32_t node) -> uint32_t { return number_of_sub_[subs_.Find(node)]; }
  // The node of the first argument of a conversion, or of the condition of an event clock, in a context that
  // has been walked.
  [[nodiscard]] auto ArgumentOf(ExprId conversion, uint32_t context) const -> uint32_t {
    return argument_of_.at(Key(conversion, context));
  }
  // A context in which a clock stands that defines a partition.
  [[nodiscard]] auto ContextOf(ExprId clock) const -> uint32_t { return context_of_clock_.at(clock.index); }

 protected:
  // Joins the nodes of a variable to a context.
  virtual void JoinVariable(VarId var, uint32_t context) = 0;
  // The same for one element; false: its operands are to be visited.
  virtual auto JoinElement(ExprId /*subscript*/, uint32_t /*context*/) -> bool { return false; }

  [[nodiscard]] auto pool() const -> const expr::Pool& { return pool_; }
  [[nodiscard]] auto integer_of() const -> const IntegerOf& { return integer_of_; }

 private:
  static auto Key(ExprId id, uint32_t context) -> uint64_t {
    return (static_cast<uint64_t>(id.index) << 32U) | context;
  }
  auto Convert(ExprId id, expr::Op op, uint32_t context) -> uint32_t;
  auto NewArgument(ExprId id, uint32_t context) -> uint32_t;
  void Define(ExprId clock, uint32_t context);
  void Describe(uint32_t node, Clocking& clocking);

  const expr::Pool& pool_;
  const IntegerOf& integer_of_;
  expr::Walker walker_{pool_};
  // Nodes that have one base clock, and those that have one clock.
  base::DisjointSets bases_;
  base::DisjointSets subs_;
  std::vector<bool> is_clocked_;
  std::vector<bool> is_discretized_;
  std::vector<ExprId> clocks_;
  std::vector<ExprId> methods_;
  std::unordered_map<uint64_t, uint32_t> argument_of_;
  std::unordered_map<uint32_t, uint32_t> context_of_clock_;
  std::vector<uint32_t> number_of_sub_;
  ClockRates rates_;
  OriginId origin_;
};

}  // namespace kerf::flat
