// The method of Euler taken at the end of the step, for stiff problems at low accuracy.
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

auto MakeImplicitEuler() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
