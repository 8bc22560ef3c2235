// Levels of blocks for parallel evaluation: level scheduling, J. Anderson and Y. Saad, Solving sparse
// triangular linear systems on parallel computers, Int. J. High Speed Computing 1, 1989.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/lists.h"

namespace kerf::graph {

// The level of each block: 0 without predecessors, else one more than the highest among them. Blocks of one
// level need nothing from each other. The blocks stand in the order of solution, so each predecessor is less
// than its block.
auto Levels(const Lists& predecessors) -> std::vector<uint32_t>;

}  // namespace kerf::graph
