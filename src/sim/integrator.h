// The integrator that settings ask for.
#pragma once

#include <memory>

#include "runtime/integrator.h"
#include "sim/simulate.h"

namespace kerf::sim {

// Null if there is none of that name.
auto MakeIntegrator(const model::CompiledModel& compiled, const Settings& settings)
    -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::sim
