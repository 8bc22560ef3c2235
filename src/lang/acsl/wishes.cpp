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

// One integrator takes all sections: an implicit one if a section asks for it, one with variable steps before
// fixed steps, and otherwise the method of the highest order.
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
  const Settings& s = program.settings;
  RunWishes wishes;
  const double interval = flattener.SettingValue(s.cinterval, "cint", 0.1);
  std::vector<int> algorithms;
  for (const Section& section : program.sections) {
    if (section.kind != SectionKind::Derivative) continue;
    const auto own = [](const std::optional<Setting>& mine, const std::optional<Setting>& all) {
      return mine ? mine : all;
    };
    const auto value = [&](const std::optional<Setting>& setting, std::string_view name, double otherwise) {
      return flattener.SettingValue(setting, name, otherwise);
    };
    algorithms.push_back(static_cast<int>(value(own(section.algorithm, s.algorithm), "ialg", 0)));
    const double n_steps = value(own(section.nsteps, s.nsteps), "nstp", 10);
    const double largest = value(own(section.maxterval, s.maxterval), "maxt", 0);
    double step = interval / (n_steps >= 1 ? n_steps : 1);
    if (largest > 0) {
      wishes.max_step = std::min(largest, wishes.max_step.value_or(largest));
      step = std::min(step, largest);
    }
    wishes.step = std::min(step, wishes.step.value_or(step));
  }
  wishes.solver = CommonSolver(algorithms);
  wishes.tolerance = s.relative_error;
  wishes.absolute_tolerance = s.absolute_error;
  return wishes;
}

}  // namespace kerf::acsl
