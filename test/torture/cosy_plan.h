// A combined program: its text, and what it does by an event loop of the test's own.
//
// Parts act on each other through signals, gates, a facility, a storage and a file that all share. Times are
// numbers of six digits, so that only what follows from one cause happens at one instant, or in programs
// without equations quarters, so that much does; the order of that is the one that docs/cosy.md and
// docs/events.md state: who wakes others goes on until it waits, and those follow by priority, then in the
// order in which they were woken; conditions are looked at after each event; patience ends behind all else.
#pragma once

#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

// What an event does beside counting.
enum class CosyEffect : uint8_t {
  None,
  Signal,
  OpenGate,
  CloseGate,
  Create,
  Suspend,
  Resume,
  Insert,
  Remove,
  // Copies of the second kind: one comes, the oldest goes.
  Probe,
  Unprobe,
};

enum class CosyStepKind : uint8_t {
  Advance,
  Seize,
  // Takes the facility from one of lower priority, who gets the rest of his delay later.
  Preempt,
  Release,
  Enter,
  Leave,
  WaitSignal,
  WaitGate,
  Priority,
  Signal,
  // With patience, which is the value.
  SeizeWithin,
  WaitSignalWithin,
  WaitGateWithin,
  // Of the signals SIG and SOG: the first, or both.
  WaitAnyWithin,
  WaitAllWithin,
  // Until the desk is free and nobody waits for it.
  WaitFreeWithin,
  // Takes from the file the first thing whose key is `key` at least.
  TakeWithin,
  // Signal SOG.
  Signal2,
};

inline auto HasPatience(CosyStepKind kind) -> bool {
  return kind >= CosyStepKind::SeizeWithin && kind <= CosyStepKind::TakeWithin;
}

struct CosyStep {
  CosyStepKind kind = CosyStepKind::Advance;
  // A delay, units of the storage, or a priority.
  double value = 0;
  // Transactions with odd numbers wait longer, or have another priority.
  double odd = 0;
  int key = 0;
  // Units of the storage that who gives up has to leave.
  double holds = 0;
};

enum class CosyPartKind : uint8_t {
  // X' = rate*(U - X), where U changes between `high` and `low` as X crosses `upper` and `lower`.
  Relay,
  // An event each `period`.
  Clock,
  // `count` transactions, each `period` after the last, which take the steps.
  Jobs,
};

struct CosyPart {
  CosyPartKind kind = CosyPartKind::Clock;
  // That its names keep while others are left out.
  uint32_t number = 0;
  double first = 0;
  double period = 1;
  CosyEffect effect = CosyEffect::None;
  double rate = 1, low = 0, high = 1, lower = 0, upper = 1;
  // Of a relay: a CASE with a branch for each direction, in which the conditions stand.
  bool is_case = false;
  uint32_t count = 0;
  std::vector<CosyStep> steps;
};

// Copies: Y' = -(rate + spread*MOD(number, 3))*Y from 1 on, or from what the system's gauge is; below `half`
// one dies, and the first `children` of them leave another behind. Their sum FLOW fills a tank that leaks,
// H' = gain*FLOW - leak*H. Copies of the second kind integrate Q = FLOW + H while they live, and add that to
// TOTAL when they go.
struct CosyCells {
  bool is_present = true;
  double rate = 1, spread = 0.1, half = 0.5, leak = 0.3;
  // Of the gauge, a variable of the system that no derivative uses: G = slope*TIME.
  double slope = 0;
  uint32_t children = 0;
};

struct CosyPlan {
  // A run for each.
  std::vector<double> gains = {1};
  std::vector<CosyPart> parts;
  CosyCells cells;
  uint32_t storage = 3;
  // The file: 0 first in first out, 1 last in first out, 2 low values first, 3 high values first.
  uint32_t ranking = 0;
  double stop = 10;
  // All times are quarters, so that much happens at one instant.
  bool is_coarse = false;
  // An event ends the run, which has no end of its own.
  bool is_open = false;
  double interval = 0.5;
};

auto RandomCosyPlan(Rng& rng) -> CosyPlan;
auto CosyText(const CosyPlan& plan) -> std::string;

// What is left of a run, as both sides tell it.
struct CosyAnswer {
  // Names as in the program.
  std::vector<std::pair<std::string, double>> values;
  std::vector<std::pair<double, std::string>> events;
  // At each communication point inside: time, GONE, H, and X of each relay.
  std::vector<std::vector<double>> rows;
  // Nothing is going to happen, but transactions wait.
  bool is_deadlock = false;
};
auto RunCosyPlan(const CosyPlan& plan, double gain) -> CosyAnswer;

}  // namespace kerf::torture
