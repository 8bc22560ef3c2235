// IDA for F(t, y, y') = 0.
#pragma once

#include <memory>

#include "runtime/integrator.h"

namespace kerf::solvers {

auto MakeIda() -> std::unique_ptr<runtime::Integrator>;

}  // namespace kerf::solvers
