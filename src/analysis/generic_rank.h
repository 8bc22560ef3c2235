// Generic ranks of [A B] and [A; C] without forming A: with the derivatives taken as zero, the equations that
// are left have the rank that A, B and the algebraic part have together (K. Murota, Systems Analysis by
// Graphs and Matroids, 1987). So a maximum matching of the equations as they stand answers.
#pragma once

#include "analysis/influence.h"

namespace kerf::analysis {

struct RankDeficit {
  uint32_t deficit = 0;
  // States, as indices into Influence::states, that take part in it, ascending.
  std::vector<uint32_t> states;
};

auto InputDeficit(const transform::Work& work, const Influence& influence) -> RankDeficit;
auto OutputDeficit(const transform::Work& work, const Influence& influence,
                   const std::vector<expr::VarId>& outputs) -> RankDeficit;

}  // namespace kerf::analysis
