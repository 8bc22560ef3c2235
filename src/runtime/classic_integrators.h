// The explicit integrators written here: Euler and Runge-Kutta 4 with fixed steps, pairs of Runge-Kutta
// formulas with variable steps (embedded_pair.h), and none at all for models without states.
#pragma once

#include <memory>
#include <string_view>

#include "runtime/integrator.h"

namespace kerf::runtime {

auto MakeEuler() -> std::unique_ptr<Integrator>;
auto MakeRungeKutta4() -> std::unique_ptr<Integrator>;
auto MakeDormandPrince() -> std::unique_ptr<Integrator>;
auto MakeRungeKuttaSimpson() -> std::unique_ptr<Integrator>;
auto MakeEngland() -> std::unique_ptr<Integrator>;
auto MakeFehlberg56() -> std::unique_ptr<Integrator>;
auto MakeFehlberg89() -> std::unique_ptr<Integrator>;
// Lets time pass from one communication point to the next and looks for roots on the way.
auto MakeTimeWalker() -> std::unique_ptr<Integrator>;

}  // namespace kerf::runtime
