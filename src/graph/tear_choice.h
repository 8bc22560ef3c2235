// Two ways to choose the next tearing variable when the rules of causalise.h give no more. Both are asked
// again and again while a block is torn, and take up the changes since the last time.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "graph/causalise.h"

namespace kerf::graph {

// After Cellier and Kofman (2006), ch. 7: the unknown that occurs in most open equations; among those, the
// one that lets most equations be solved at once. Good where few variables hold a block together.
class MostOccurrences {
 public:
  static constexpr TearRule kRule = TearRule::MostOccurrences;
  explicit MostOccurrences(const Causaliser& state);
  auto Choose(Causaliser& state) -> uint32_t;

 private:
  // The number of open equations, the number of equations freed, and the complement of the variable.
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  // The last two unknowns of an equation.
  struct Pair {
    Occurrence first{kNone, false};
    Occurrence second{kNone, false};
  };

  void Update(const Causaliser& state, uint32_t eqn);
  void AddPair(const Causaliser& state, uint32_t eqn);
  void RemovePair(uint32_t eqn);
  [[nodiscard]] auto KeyOf(const Causaliser& state, uint32_t var) const -> Key;

  std::vector<Pair> pair_of_eqn_;
  std::vector<uint32_t> n_freed_;
  // A key may be out of date; it is then too large, never too small.
  std::priority_queue<Key> heap_;
};

// After the minimum-degree rule of H. Markowitz, Management Sci. 3, 1957: an unknown of an open equation with
// fewest unknowns, and there the one in most open equations. Good on grids and other meshes, where it moves
// along a front.
class ShortestEquation {
 public:
  static constexpr TearRule kRule = TearRule::ShortestEquation;
  explicit ShortestEquation(const Causaliser& state);
  auto Choose(Causaliser& state) -> uint32_t;

 private:
  auto TakeShortest(const Causaliser& state) -> uint32_t;

  // Equations by their number of unknowns; an entry whose number has changed since is void.
  std::vector<std::vector<uint32_t>> buckets_;
  size_t lowest_ = 0;
};

}  // namespace kerf::graph
