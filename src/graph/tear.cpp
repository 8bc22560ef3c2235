// Tearing (Cellier and Kofman 2006, ch. 7): rules while they last, then a choice, and so on. Neither way of
// choosing is the better one on all blocks, so both are tried and the smaller result is kept.
#include "graph/tear.h"

#include "graph/causalise.h"
#include "graph/tear_choice.h"

namespace kerf::graph {

namespace {

template <typename Choice>
auto TearWith(Causaliser state) -> Tearing {
  Choice choice(state);
  while (state.n_unknowns() > 0) state.TearAt(choice.Choose(state), Choice::kRule);
  return state.Take();
}

}  // namespace

auto Tear(const Bipartite& block, std::span<const uint8_t> is_solvable) -> Tearing {
  const Causaliser start(block, is_solvable);
  Tearing tearing = TearWith<MostOccurrences>(start);
  // One choice beyond what the rules enforce is the least there can be.
  if (tearing.vars.size() <= start.n_tearing_vars() + 1) return tearing;
  Tearing other = TearWith<ShortestEquation>(start);
  return other.vars.size() < tearing.vars.size() ? other : tearing;
}

}  // namespace kerf::graph
