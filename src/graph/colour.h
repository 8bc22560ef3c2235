// Groups of columns for finite differences: A. Curtis, M. Powell and J. Reid, On the estimation of sparse
// Jacobian matrices, J. Inst. Maths Applics 13, 1974; order of columns: T. Coleman and J. Moré, SIAM J.
// Numer. Anal. 20, 1983.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/bipartite.h"

namespace kerf::graph {

struct Colouring {
  std::vector<uint32_t> colour_of_col;
  uint32_t n_colours = 0;
};

// Colours the columns so that no two of one colour share a row: the columns of a colour can be varied
// together. The columns are coloured in their order and, unless that needs no more colours than the longest
// row, once more with those sharing rows with most others first; the result with fewer colours stays.
auto ColourColumns(const Bipartite& pattern) -> Colouring;

}  // namespace kerf::graph
