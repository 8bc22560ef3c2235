// Clock partitions of a model (chapter 16 of the Modelica specification): the equations and variables that
// are active at the ticks of one clock only. Partitions whose clocks are derived from each other by
// subSample, superSample, shiftSample and backSample have one base clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "flat/world.h"

namespace kerf::flat {

// n/d in lowest terms, d > 0.
struct Ratio {
  int64_t n = 0;
  int64_t d = 1;

  friend auto operator==(const Ratio&, const Ratio&) -> bool = default;
};

struct ClockPartition {
  // Number of the base clock, from 0.
  uint32_t base = 0;
  // The clock that defines it (Op::Clock with arguments), or no value if it follows from the base clock.
  ExprId clock;
  // The integration method that `Clock(c, solverMethod)` gives.
  ExprId solver_method;
  // Interval and first tick in intervals of the first partition of the base clock; nothing where they are
  // left open, as by subSample(u) without factor.
  std::optional<Ratio> interval;
  std::optional<Ratio> shift;
  // It has derivatives or `time`, so it is solved by an integration method at each tick.
  bool is_discretized = false;
};

struct Clocking {
  static constexpr uint32_t kUnclocked = 0xFFFF'FFFF;

  std::vector<ClockPartition> partitions;
  uint32_t n_bases = 0;
  // The partition of each variable, equation, clause and algorithm; empty in a model without clocks. The
  // elements of an array may tick at different times: it then has the partition of its first clocked one.
  std::vector<uint32_t> of_var;
  std::vector<uint32_t> of_equation;
  std::vector<uint32_t> of_clause;
  std::vector<uint32_t> of_algorithm;
};

}  // namespace kerf::flat
