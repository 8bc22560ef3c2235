// Radau IIA of order 5.
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

auto MakeRadau() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
