// A chain of pendulums in Cartesian coordinates, of which some are wanted as states, and its motion by
// angles.
#pragma once

#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class WantedStates : uint8_t { None, X, Y };

struct PendulumChain {
  // By link, from the vertical [rad]; at rest at first.
  std::vector<double> angle;
  std::vector<WantedStates> wanted;
  // By link: another variable is the horizontal coordinate but for a constant, so that their derivatives are
  // one.
  std::vector<bool> has_twin;
  double stop = 1;
};

auto RandomPendulumChain(Rng& rng) -> PendulumChain;
auto TextOf(const PendulumChain& chain) -> ModelText;

struct ChainMotion {
  std::vector<double> x, y;
  // By link: the least that the part which a wanted state leaves to the constraint has been, relative to the
  // link.
  std::vector<double> least;
};
// By Runge and Kutta's method with small steps.
auto MotionOf(const PendulumChain& chain) -> ChainMotion;

}  // namespace kerf::torture
