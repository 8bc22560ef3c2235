// Level scheduling (Anderson and Saad 1989) in one sweep.
#include "graph/levels.h"

#include <algorithm>

#include "base/check.h"

namespace kerf::graph {

auto Levels(const Lists& predecessors) -> std::vector<uint32_t> {
  std::vector<uint32_t> levels(predecessors.size(), 0);
  for (uint32_t block = 0; block < predecessors.size(); ++block) {
    for (const uint32_t predecessor : predecessors[block]) {
      KERF_CHECK(predecessor < block);
      levels[block] = std::max(levels[block], levels[predecessor] + 1);
    }
  }
  return levels;
}

}  // namespace kerf::graph
