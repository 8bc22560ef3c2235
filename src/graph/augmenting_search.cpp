// Wiberg's augmenting search (Elmqvist 1978) with an explicit stack, and with columns of failed searches
// retired.
#include "graph/augmenting_search.h"

#include "base/check.h"

namespace kerf::graph {

// Retiring changes no result. Let C be the columns visited in all failed searches so far, and S the rows
// assigned to them. Each such search has looked at every column of its rows, found none unassigned and
// visited all that C did not yet hold; so each column of a row of S lies in C, and each column of C belongs
// to a row of S. This stays so: a later search that enters C goes on to rows of S only, hence never leaves C
// and finds nothing unassigned. It returns false there without changing an assignment, a cheap pointer (those
// of S are at their ends) or a visited mark outside C. So skipping C at its border leaves every later search
// as it was.
auto AugmentingSearch::Assign(uint32_t row) -> bool {
  Grow();
  ++n_searches_;
  path_.clear();
  reached_cols_.clear();
  if (Enter(kNone, row)) return true;
  while (!path_.empty()) {
    const uint32_t col = NextUnvisited(path_.back());
    if (col == kNone) {
      path_.pop_back();
      continue;
    }
    if (Enter(col, matching_.row_of_col[col])) return true;
  }
  for (const uint32_t col : reached_cols_) visited_[col] = kRetired;
  return false;
}

void AugmentingSearch::AssignNew(uint32_t row, uint32_t col) {
  Grow();
  KERF_CHECK(matching_.row_of_col[col] == kNone && matching_.col_of_row[row] == kNone);
  matching_.row_of_col[col] = row;
  matching_.col_of_row[row] = col;
}

void AugmentingSearch::Grow() {
  visited_.resize(graph_.n_cols, 0);
  matching_.row_of_col.resize(graph_.n_cols, kNone);
  matching_.col_of_row.resize(graph_.n_rows, kNone);
  while (cheap_.size() < graph_.n_rows) cheap_.push_back(graph_.row_begin[cheap_.size()]);
}

// Goes one level deeper. True if the row there has a cheap assignment, which then completes the path.
auto AugmentingSearch::Enter(uint32_t col, uint32_t row) -> bool {
  path_.push_back({col, row, graph_.row_begin[row]});
  const uint32_t free_col = TakeCheap(row);
  if (free_col != kNone) {
    Augment(free_col);
    return true;
  }
  if (col == kNone) return false;
  visited_[col] = n_searches_;
  reached_cols_.push_back(col);
  return false;
}

auto AugmentingSearch::TakeCheap(uint32_t row) -> uint32_t {
  const uint32_t end = graph_.row_begin[row + size_t{1}];
  while (cheap_[row] < end) {
    const uint32_t col = graph_.cols[cheap_[row]++];
    if (matching_.row_of_col[col] == kNone && visited_[col] != kRetired) return col;
  }
  return kNone;
}

auto AugmentingSearch::NextUnvisited(Step& step) const -> uint32_t {
  const uint32_t end = graph_.row_begin[step.row + size_t{1}];
  while (step.next < end) {
    const uint32_t col = graph_.cols[step.next++];
    if (visited_[col] != n_searches_ && visited_[col] != kRetired) return col;
  }
  return kNone;
}

// Gives the free column to the last row of the path, that row's former column to the row before it, and so
// on.
void AugmentingSearch::Augment(uint32_t free_col) {
  uint32_t col = free_col;
  for (; !path_.empty(); path_.pop_back()) {
    const Step& step = path_.back();
    matching_.row_of_col[col] = step.row;
    matching_.col_of_row[step.row] = col;
    col = step.col;
  }
}

}  // namespace kerf::graph
