// The pass sort_blocks: Tarjan's strong components in the order of section 3.8 of the thesis.
#include "graph/strong_components.h"
#include "transform/passes.h"

namespace kerf::transform {

auto SortBlocks(Work& work, PassContext&) -> Status {
  const Structure& s = work.structure;
  const graph::Lists components = graph::SolutionBlocks(s.occurrences, s.matching);
  work.blocks.clear();
  work.blocks.reserve(components.size());
  for (uint32_t k = 0; k < components.size(); ++k) {
    Block block;
    for (const uint32_t col : components[k]) {
      block.equations.push_back({s.eqn_of_row[s.matching.row_of_col[col]], s.var_of_col[col], {}});
    }
    work.blocks.push_back(std::move(block));
  }
  return Status::Ok;
}

}  // namespace kerf::transform
