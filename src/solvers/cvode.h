// CVODE for x' = f(t, x).
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

auto MakeCvodeBdf() -> std::unique_ptr<runtime::Integrator>;
auto MakeCvodeAdams() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
