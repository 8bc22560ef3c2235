// See add_statistics.h.
#include "runtime/add_statistics.h"

namespace kerf::runtime {

void AddStatistics(const RunStatistics& some, RunStatistics& sum) {
  sum.steps += some.steps;
  sum.rejected += some.rejected;
  sum.rhs_evaluations += some.rhs_evaluations;
  sum.jacobian_evaluations += some.jacobian_evaluations;
  sum.nonlinear_iterations += some.nonlinear_iterations;
  sum.time_events += some.time_events;
  sum.state_events += some.state_events;
}

}  // namespace kerf::runtime
