// How a program wants to be integrated, in terms of Kerf's solvers.
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

}  // namespace

auto WishesOf(Program& program, const FlattenOptions& options, diag::Emitter& emitter) -> RunWishes {
  Flattener flattener(program, options, emitter);
  flattener.ReadSettings();
  const Settings& s = program.settings;
  RunWishes wishes;
  const double algorithm = flattener.SettingValue(s.algorithm, "ialg", 0);
  wishes.solver = SolverOf(static_cast<int>(algorithm));
  const double interval = flattener.SettingValue(s.cinterval, "cint", 0.1);
  const double n_steps = flattener.SettingValue(s.nsteps, "nstp", 10);
  const double largest = flattener.SettingValue(s.maxterval, "maxt", 0);
  if (largest > 0) wishes.max_step = largest;
  const double step = interval / (n_steps >= 1 ? n_steps : 1);
  wishes.step = largest > 0 && largest < step ? largest : step;
  wishes.tolerance = s.relative_error;
  wishes.absolute_tolerance = s.absolute_error;
  return wishes;
}

}  // namespace kerf::acsl
