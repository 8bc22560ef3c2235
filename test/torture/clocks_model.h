// A model of clocked partitions. Everything is in rational time, so that ticks that meet do so exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

// n/d in lowest terms, d > 0.
struct Fraction {
  int64_t n = 0;
  int64_t d = 1;
};

enum class Conversion : uint8_t { None, Sub, Super, Shift, Back };

// What a variable is at a tick of its partition: a sum of terms.
enum class ClockTermKind : uint8_t {
  // A number; the time; a continuous variable sampled.
  Number,
  Time,
  SampledState,
  // The variable itself at the tick before; another one of the partition, or one of another base clock that
  // is
  // held and sampled.
  Previous,
  Other,
  Foreign,
  // A choice by the sign of another variable of the partition.
  Choice,
  Interval,
  FirstTick,
};

struct ClockTerm {
  ClockTermKind kind = ClockTermKind::Number;
  double factor = 1;
  // Of Other, Foreign and Choice.
  uint32_t variable = 0;
};

struct ClockedVariable {
  uint32_t partition = 0;
  double start = 0;
  // The first variable of a derived partition converts this one, before the terms are added.
  Conversion conversion = Conversion::None;
  uint32_t source = 0;
  std::vector<ClockTerm> terms;
};

struct ClockedPartition {
  uint32_t base = 0;
  Fraction interval;
  Fraction start;
  // Of one that is derived: factor, or counter and resolution.
  int64_t counter = 1;
  int64_t resolution = 1;
};

struct ClockedModel {
  std::vector<ClockedPartition> partitions;
  // Each reads only those of its own base clock that come before it.
  std::vector<ClockedVariable> variables;
  // der(x) = slope*hold(driver) + drift
  uint32_t driver = 0;
  double slope = 0;
  double drift = 0;
  double x_start = 0;
  bool is_when = false;
  double stop = 0;
};

auto RandomClocks(Rng& rng) -> ClockedModel;
auto TextOf(const ClockedModel& model) -> std::string;
// The values at the end: all variables, and x last. Tick by tick, in exact time.
auto ValuesAtEnd(const ClockedModel& model) -> std::vector<double>;

}  // namespace kerf::torture
