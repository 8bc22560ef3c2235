// The depth-first search for an augmenting path with cheap assignment that matching and index reduction
// share. Wiberg's algorithm as programmed in H. Elmqvist, A Structured Model Language for Large Continuous
// Systems, Lund 1978.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace kerf::graph {

// The search for each row of a graph in turn, from a node that carries the row:
//
//   assign(v):   v carries an equation: the new one or, for a variable, the one now assigned to it
//     Lst = variables of v.equation, in order
//     while Lst.cheap < n:  w = Lst[Lst.cheap]; Lst.cheap += 1
//       if w is unassigned: w.equation = v.equation; return true
//     v.visited = current row
//     for w in Lst: if w.visited ≠ current row: if assign(w): w.equation = v.equation; return true
//     return false
class AugmentingSearch {
 public:
  // The graph is kept by reference and may grow between two calls.
  explicit AugmentingSearch(const Bipartite& graph) : graph_(graph) { Grow(); }

  // Assigns a column to the row, moving earlier assignments along. Each row may be tried once. False if there
  // is no way; then the columns reached are retired for good, as they can never lie on a later augmenting
  // path.
  auto Assign(uint32_t row) -> bool;
  // After a failure: the columns reached, in the order of the visits. With the rows assigned to them and the
  // row that failed they form a minimal structurally singular set, columns retired before left out of
  // account: there is one row too many, and none can be left out.
  [[nodiscard]] auto reached_cols() const -> std::span<const uint32_t> { return reached_cols_; }
  // Takes a column out of the graph.
  void Retire(uint32_t col) { visited_[col] = kRetired; }
  // Assigns a column and a row that the graph has gained.
  void AssignNew(uint32_t row, uint32_t col);

  [[nodiscard]] auto matching() const -> const Matching& { return matching_; }

 private:
  static constexpr uint32_t kRetired = kNone;
  // One level of the search: the row reached through `col` (kNone at the start), and its next column to look
  // at.
  struct Step {
    uint32_t col;
    uint32_t row;
    uint32_t next;
  };

  void Grow();
  auto Enter(uint32_t col, uint32_t row) -> bool;
  auto TakeCheap(uint32_t row) -> uint32_t;
  auto NextUnvisited(Step& step) const -> uint32_t;
  void Augment(uint32_t free_col);

  const Bipartite& graph_;
  Matching matching_;
  // Per row, the place in graph_.cols up to which cheap assignment has looked; it only advances.
  std::vector<uint32_t> cheap_;
  // Per column, the number of the search that visited it last, or kRetired.
  std::vector<uint32_t> visited_;
  uint32_t n_searches_ = 0;
  std::vector<Step> path_;
  std::vector<uint32_t> reached_cols_;
};

}  // namespace kerf::graph
