// Which method suits a model, after F. E. Cellier, Combined Continuous/Discrete System Simulation
// (1979), 6.2:
//
//                    not stiff                      stiff
//   smooth           Adams                          BDF, Radau if it swings with little damping
//   many events      Runge-Kutta of the order       Radau
//                    that the tolerance needs
//   noise            Dormand-Prince                 BDF
//
// Smooth is where multistep methods get enough steps between events to pay for their start; noise shows in
// steps that fail the error test. Where the thesis has DIRK stands Radau, which needs a third of its
// evaluations (bench/auto.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/spectrum.h"

namespace kerf::solvers {

struct Features {
  double tolerance = 0;
  // The length of what is to be integrated without interruption, and a typical step; 0: none yet.
  double stretch = 0;
  double step = 0;
  // Steps for each start so far; 0: too few starts to tell, and it counts what was found before.
  double steps_per_start = 0;
  bool had_many_events = false;
  // The part of the steps that were rejected. Where that has told of noise once, it counts as noise: other
  // methods reject less.
  double rejected = 0;
  bool had_noise = false;
  runtime::Spectrum spectrum;
};

struct MethodChoice {
  std::string_view solver;
  std::string reason;
  bool has_many_events = false;
  bool has_noise = false;
};

// Whether the solver is meant for stiff models.
auto IsStiffMethod(std::string_view solver) -> bool;

// Below this product of step and largest eigenvalue a stiff method wastes its effort.
inline constexpr double kWasteful = 0.1;

// `present` is what is used now, or empty: it is kept where the features are between both sides.
auto ChooseMethod(const Features& features, std::string_view present) -> MethodChoice;

}  // namespace kerf::solvers
