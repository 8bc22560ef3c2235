// Whether the equations can be integrated as they stand, as F(t, y, y') = 0, though they do not give all
// derivatives.
#pragma once

#include "transform/work.h"

namespace kerf::transform {

enum class ImplicitFitness : uint8_t {
  // Some equations have too few unknowns even if a state and its derivative count as two chances.
  Singular,
  // Regular, but some constraint would have to be differentiated more than once: of index 3 or more.
  IndexTooHigh,
  // Of index 2 at most, as far as structure tells.
  Fit,
};

auto FitnessOfImplicitForm(const Work& work) -> ImplicitFitness;

}  // namespace kerf::transform
