// All that follows from time and states at the start of a run and at events: derivatives, other unknowns and
// the functions of relations. The state form gives it where it can, since blocks are solved with more care
// than a whole model at once. Where the state form fails or does not exist, and the integrator can do
// without, the implicit form does: the states themselves may then move, so as to fit.
#pragma once

#include <vector>

#include "runtime/consistent_start.h"
#include "runtime/system.h"

namespace kerf::runtime {

class PointSolver {
 public:
  PointSolver(System& system, const LinearSolverFactory& factory, bool takes_implicit_form)
      : system_(system),
        start_(system, factory),
        may_be_implicit_(takes_implicit_form && system.machine().model().implicit.n > 0) {}

  // Whether one of the forms can be used at all.
  [[nodiscard]] auto HasForm() const -> bool {
    return may_be_implicit_ || system_.machine().model().implicit.is_only == 0;
  }
  // Takes the states in w as those from which all evaluations of one event start.
  void Begin(double span);
  // Another value for one of them.
  void SetState(uint32_t slot, double value);
  // Leaves the system in the form that has worked.
  auto Evaluate() -> StepStatus;
  // Derivatives of the relations' functions by the model's time, after an evaluation.
  auto FunctionSlopes(std::vector<double>& slopes) -> StepStatus;
  [[nodiscard]] auto system() -> System& { return system_; }

 private:
  auto EvaluateImplicit() -> StepStatus;

  System& system_;
  ConsistentStart start_;
  bool may_be_implicit_;
  double span_ = 1;
  std::vector<double> states_, kept_;
};

}  // namespace kerf::runtime
