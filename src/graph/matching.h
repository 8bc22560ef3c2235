// An assignment of columns to rows, each to at most one.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/lists.h"

namespace kerf::graph {

struct Matching {
  // kNone for what is unassigned.
  std::vector<uint32_t> row_of_col;
  std::vector<uint32_t> col_of_row;
};

}  // namespace kerf::graph
