// Integrators by name, and factorisation for blocks of simultaneous equations.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "runtime/integrator.h"
#include "runtime/linear_solver.h"

namespace kerf::solvers {

struct IntegratorName {
  std::string_view name;
  std::string_view summary;
};

// For help texts; the first is the default.
auto IntegratorNames() -> std::span<const IntegratorName>;

// Null if there is none of that name.
auto MakeIntegrator(std::string_view name) -> std::unique_ptr<runtime::Integrator>;

// Dense for small or well filled matrices, KLU for others.
auto MakeLinearSolver(const runtime::CscPattern& pattern) -> std::unique_ptr<runtime::LinearSolver>;

}  // namespace kerf::solvers
