// Which method suits a model, after F. E. Cellier, Combined Continuous/Discrete System Simulation
// (1979), 6.2:
//
//                    not stiff                      stiff
//   smooth           Adams                          BDF, Radau if it swings with little damping
//   many events      Runge-Kutta of the order       DIRK, Radau for many digits
//                    that the tolerance needs
//
// Smooth is where multistep methods get enough steps between events to pay for their start.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/spectrum.h"

namespace kerf::solvers {

struct Features {
  double tolerance = 0;
  // The length of what is to be integrated without interruption, and the present step; 0: none yet.
  double stretch = 0;
  double step = 0;
  // Steps for each start so far; 0: too few starts to tell.
  double steps_per_start = 0;
  uint32_t n_states = 0;
  runtime::Spectrum spectrum;
};

struct MethodChoice {
  std::string_view solver;
  std::string reason;
};

// `present` is what is used now, or empty: it is kept where the features are between both sides.
auto ChooseMethod(const Features& features, std::string_view present) -> MethodChoice;

}  // namespace kerf::solvers
