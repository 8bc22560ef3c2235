// The matrix of all equations of a torn block, for messages about dependent equations.
#pragma once

#include <optional>
#include <span>

#include "model/messages.h"
#include "transform/work.h"

namespace kerf::compile {

// From the symbolic derivatives of the equations, at the given values of the iterated unknowns; w has all
// other values. None if the block is not torn, or an equation cannot be evaluated by itself. Makes
// expressions: one thread at a time.
auto TryWholeMatrix(const transform::Work& work, const simcode::Block& block,
                    std::span<const double> unknowns, const double* w) -> std::optional<model::BlockMatrix>;

}  // namespace kerf::compile
