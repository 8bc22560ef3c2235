// A direction in which unknowns can move without any equation noticing: the sign of a missing ground.
#pragma once

#include <span>
#include <vector>

#include "transform/work.h"

namespace kerf::transform {

// The unknowns that all equations in `rows` contain only as differences, so that all of them can be shifted
// together. Found from the Jacobian at a point chosen at random; empty if there is no such set or the part is
// too large to tell.
auto FindShiftable(const Work& work, std::span<const uint32_t> rows, std::span<const uint32_t> cols)
    -> std::vector<VarId>;

}  // namespace kerf::transform
