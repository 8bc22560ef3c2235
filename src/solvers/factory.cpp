// The table of names.
#include "solvers/factory.h"

#include <algorithm>
#include <array>

#include "runtime/classic_integrators.h"
#include "solvers/arkode.h"
#include "solvers/auto_integrator.h"
#include "solvers/cvode.h"
#include "solvers/ida.h"
#include "solvers/implicit_euler.h"
#include "solvers/klu_solver.h"
#include "solvers/radau.h"

namespace kerf::solvers {
namespace {

using Make = std::unique_ptr<runtime::Integrator> (*)();

constexpr std::array<IntegratorName, 16> kNames = {{
    {"cvode", "CVODE, BDF of variable order and step (default)"},
    {"bdf", "the same as cvode"},
    {"adams", "CVODE, Adams-Moulton of variable order and step, for problems that are not stiff"},
    {"ida", "IDA, BDF on the implicit form, also where there is no state form"},
    {"erk", "ARKODE, explicit Runge-Kutta of order 5 with variable step"},
    {"dirk", "ARKODE, diagonally implicit Runge-Kutta of order 4, for stiff problems with many events"},
    {"radau", "Radau IIA of order 5, for stiff problems that oscillate or need many digits"},
    {"dopri5", "Dormand-Prince 5(4) with variable step"},
    {"rks", "Runge-Kutta of order 4 in two half steps, controlled by Simpson's rule"},
    {"england", "Runge-Kutta-England 4(5) with variable step"},
    {"fehlberg56", "Runge-Kutta-Fehlberg 5(6) with variable step"},
    {"fehlberg89", "Runge-Kutta-Fehlberg 8(9) with variable step, for many digits"},
    {"ieuler", "implicit Euler with variable step, for stiff problems at low accuracy"},
    {"rk4", "Runge-Kutta of order 4 with fixed step"},
    {"auto", "a choice of these by accuracy, events, stiffness and oscillation, changed during the run"},
    {"euler", "explicit Euler with fixed step"},
}};

constexpr std::array<Make, 16> kMakers = {MakeCvodeBdf,
                                          MakeCvodeBdf,
                                          MakeCvodeAdams,
                                          MakeIda,
                                          MakeArkodeErk,
                                          MakeArkodeDirk,
                                          MakeRadau,
                                          runtime::MakeDormandPrince,
                                          runtime::MakeRungeKuttaSimpson,
                                          runtime::MakeEngland,
                                          runtime::MakeFehlberg56,
                                          runtime::MakeFehlberg89,
                                          MakeImplicitEuler,
                                          runtime::MakeRungeKutta4,
                                          MakeAuto,
                                          runtime::MakeEuler};

}  // namespace

auto IntegratorNames() -> std::span<const IntegratorName> { return kNames; }

auto MakeIntegrator(std::string_view name) -> std::unique_ptr<runtime::Integrator> {
  const auto found =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& entry) { return entry.name == name; });
  if (found == kNames.end()) return nullptr;
  return kMakers[static_cast<size_t>(found - kNames.begin())]();
}

auto MakeLinearSolver(const runtime::CscPattern& pattern) -> std::unique_ptr<runtime::LinearSolver> {
  return runtime::IsWorthDense(pattern) ? runtime::MakeDenseSolver(pattern) : MakeKluSolver(pattern);
}

}  // namespace kerf::solvers
