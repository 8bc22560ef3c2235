// An integrator that chooses among the others and changes its mind during the run.
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

auto MakeAuto() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
