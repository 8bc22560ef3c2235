// The matrix and the right side of simultaneous equations that are linear in all their unknowns.
#pragma once

#include <optional>
#include <vector>

#include "transform/work.h"

namespace kerf::transform {

// Row by row; entries without value are zero. Equations and unknowns are those of the block, in its order.
struct LinearForm {
  size_t n = 0;
  std::vector<ExprId> matrix;
  std::vector<ExprId> right;
};

// Nothing if some equation is not linear, as far as the table of splits can see.
auto TryLinearForm(Work& work, const Block& block) -> std::optional<LinearForm>;

}  // namespace kerf::transform
