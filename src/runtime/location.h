// How the instant is found at which a condition changes: what can be asked for each of them.
//
// Interpolation seeks it in the dense output of the integrator. The others take the step again from its left
// end, without control of its error, until it ends at the crossing (F. E. Cellier, Combined
// Continuous/Discrete System Simulation, 1979, ch. IV): the event then is as exact as the method, and
// its cost is counted in steps. Multistep methods and those of SUNDIALS interpolate whatever is asked.
//
//   Bisection     halves the interval
//   RegulaFalsi   where the straight line through both ends crosses 0; of several crossings the earliest
//   Generalised   the same, but the mean over several crossings until one is left
//   Hermite       where the cubic t(z) through both ends with their slopes crosses 0, if the slopes lead
//                 there, and else as RegulaFalsi
#pragma once

#include <cstdint>

namespace kerf::runtime {

// In the order of KerfLocation.
enum class Location : uint8_t { Default, Interpolation, Bisection, RegulaFalsi, Generalised, Hermite };

struct RootSettings {
  Location location = Location::Default;
  // |z| that will do; 0: as small as rounding errors let it become.
  double tolerance = 0;
  // 1, -1: only crossings upwards or downwards are events.
  int direction = 0;
  // No event in the first step after a start.
  bool is_blind = false;
  // Crossings there and back within a step are sought where the slope changes its sign.
  bool is_short_living = false;
};

}  // namespace kerf::runtime
