// Integration of a model in parts, each with a method of fixed steps and a step of its own, as ACSL does with
// its DERIVATIVE sections.
//
//   a part steps from t to t + h with all other parts as they were when their last steps had ended, t or
//   before; what it has computed is seen by the others when its step has ended parts whose steps end at the
//   same time exchange their values then; the order of the parts means nothing
//
// What others see of a part are its states and `held`: states whose derivative in the model is the value of
// another variable, which they take over when a step of the part ends. So algebraic variables are held, too.
//
// All parts begin anew at a start, that is, after each event. The states between the ends of a part's steps
// are interpolated for output and for the search for roots; what other parts see of them is not.
#pragma once

#include <memory>
#include <vector>

#include "runtime/integrator.h"

namespace kerf::runtime {

// Runge-Kutta methods of order 1, 2 (midpoint) and 4.
enum class FixedMethod : uint8_t { Euler, RungeKutta2, RungeKutta4 };

struct RateGroup {
  FixedMethod method = FixedMethod::RungeKutta4;
  double step = 0;
  // Numbers of its states, and of those that hold its values for other parts.
  std::vector<uint32_t> states;
  std::vector<uint32_t> held;
};

// Each state must stand in exactly one group, in one of its lists.
auto MakeMultirate(std::vector<RateGroup> groups) -> std::unique_ptr<Integrator>;

}  // namespace kerf::runtime
