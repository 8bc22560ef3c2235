// Runge-Kutta methods of ARKODE for x' = f(t, x), with error control.
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

// Explicit, of order 5.
auto MakeArkodeErk() -> std::unique_ptr<runtime::Integrator>;
// Diagonally implicit, of order 4: for stiff problems with frequent events, because each step starts anew.
auto MakeArkodeDirk() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
