// How a program wants to be integrated, in terms of Kerf's solvers.
#include <algorithm>
#include <array>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

// The numbers of ALGORITHM: Adams–Moulton, Gear, Euler, Runge–Kutta of order 2 and 4, user's, and the pairs
// of Runge–Kutta–Fehlberg.
auto SolverOf(int algorithm) -> std::string {
  switch (algorithm) {
    case 1: return "adams";
    case 2: return "cvode";
    case 3: return "euler";
    // There is no method of order 2; that of order 4 has the same steps.
    case 4:
    case 5:  return "rk4";
    case 8:
    case 9:  return "dopri5";
    case 10: return "ida";
    default: return "";
  }
}

// Where one integrator takes all sections: an implicit one if a section asks for it, one with variable steps
// before fixed steps, and otherwise the method of the highest order.
auto CommonSolver(const std::vector<int>& algorithms) -> std::string {
  constexpr auto kOrder = std::to_array<int>({2, 10, 0, 9, 8, 1, 5, 4, 3});
  for (const int algorithm : kOrder) {
    if (std::ranges::count(algorithms, algorithm) > 0) return SolverOf(algorithm);
  }
  return "";
}

}  // namespace

auto WishesOf(Program& program, const FlattenOptions& options, diag::Emitter& emitter) -> RunWishes {
  Flattener flattener(program, options, emitter);
  flattener.ReadSettings();
  flattener.PlanSections();
  const Settings& s = program.settings;
  RunWishes wishes;
  wishes.has_sections_apart = flattener.CanBeApart();
  std::vector<int> algorithms;
  for (const SectionPlan& plan : flattener.plans()) {
    algorithms.push_back(plan.algorithm);
    if (plan.largest > 0) wishes.max_step = std::min(plan.largest, wishes.max_step.value_or(plan.largest));
    wishes.step = std::min(plan.step, wishes.step.value_or(plan.step));
  }
  wishes.solver = CommonSolver(algorithms);
  wishes.tolerance = s.relative_error;
  wishes.absolute_tolerance = s.absolute_error;
  if (program.error_tag.has_value()) wishes.error_tag = program.names.Written(program.error_tag);
  return wishes;
}

}  // namespace kerf::acsl
