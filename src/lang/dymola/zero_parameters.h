// Parameters of value zero in the dialect of 1991: they take away the terms they multiply, so that an
// equation `La*der(ia) = u - Ra*ia` is an algebraic one if La is 0.0, and ia no state.
#pragma once

#include <vector>

#include "lang/dymola/instances.h"

namespace kerf::dymola {

// By slot of the top class.
struct ZeroParameters {
  std::vector<bool> is_zero;
  // Derivatives that occur nowhere once those terms are gone.
  std::vector<bool> is_gone;
};

auto FindZeroParameters(Elaborator& elaborator, const InstanceTree& tree) -> ZeroParameters;

}  // namespace kerf::dymola
