// How the clocks of one base clock relate: each subSample, superSample, shiftSample or backSample is a
// constraint between the clock of its argument and its own; a walk from the first partition of a base clock
// gives intervals and shifts of all that constraints with known factors reach.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "expr/pool.h"
#include "flat/clocking.h"

namespace kerf::flat {

// n/d in lowest terms.
auto ReducedRatio(int64_t n, int64_t d) -> Ratio;

// Two ways of deriving one clock from another that do not agree.
struct ClockConflict {
  OriginId origin;
  Ratio expected;
  Ratio found;
};

// The value of a factor, a counter or a condition (0 or 1) that is known before the run.
using IntegerOf = std::function<std::optional<int64_t>(ExprId)>;

class ClockRates {
 public:
  // The conversion `expr`, from a node of the graph to another.
  struct Conversion {
    ExprId expr;
    uint32_t from = 0;
    uint32_t to = 0;
    OriginId origin;
  };

  void Add(const Conversion& conversion) { conversions_.push_back(conversion); }
  // `partition_of` tells the partition of a node.
  auto Solve(const expr::Pool& pool, const IntegerOf& integer_of, Clocking& clocking,
             const std::function<uint32_t(uint32_t)>& partition_of) -> std::optional<ClockConflict>;

 private:
  // interval of `to` = factor * interval of `from`; shift of `to` = shift of `from` + offset * interval of
  // `from`.
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    Ratio factor{1, 1};
    Ratio offset;
    OriginId origin;
  };
  auto EdgesOf(const expr::Pool& pool, const IntegerOf& integer_of,
               const std::function<uint32_t(uint32_t)>& partition_of) -> std::vector<Edge>;
  static auto TryOwnClock(const expr::Pool& pool, const IntegerOf& integer_of, uint32_t base,
                          Clocking& clocking) -> std::optional<uint32_t>;
  static auto Spread(const Edge& edge, bool forward, Clocking& clocking) -> std::optional<ClockConflict>;

  std::vector<Conversion> conversions_;
};

}  // namespace kerf::flat
