// Subsystems: strong components of the graph of influences that hold states. Sorted by it, df/dx is block
// triangular.
#pragma once

#include "analysis/influence.h"
#include "analysis/structure.h"

namespace kerf::analysis {

struct Decomposition {
  std::vector<Subsystem> subsystems;
  // By index of state.
  std::vector<uint32_t> of_state;
  uint32_t n_parts = 0;
};

// `inputs` are nodes; their indices stand in Subsystem::inputs.
auto Decompose(const Influence& influence, const std::vector<uint32_t>& inputs) -> Decomposition;

}  // namespace kerf::analysis
