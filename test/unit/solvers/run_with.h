// A run of a hand-made model by the integrator of a given name.
#pragma once

#include <string_view>

#include "../runtime/test_models.h"
#include "runtime/executive.h"
#include "solvers/factory.h"

namespace kerf::solvers {

inline auto RunWith(std::string_view name, runtime::testing::TestModel& model,
                    const runtime::RunOptions& options, runtime::testing::Recorder& recorder)
    -> runtime::RunResult {
  const auto integrator = MakeIntegrator(name);
  return runtime::Simulate(model.Finish(), *integrator, MakeLinearSolver, options, recorder);
}

}  // namespace kerf::solvers
