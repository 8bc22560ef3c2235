// The choice between the two forms, made anew at each event.
#include "runtime/point_solver.h"

#include <algorithm>

namespace kerf::runtime {

void PointSolver::Begin(double span) {
  const KerfModel& model = system_.machine().model();
  span_ = span > 0 ? span : 1;
  const double* x = system_.machine().w() + model.state_slot;
  states_.assign(x, x + model.n_states);
}

auto PointSolver::Evaluate() -> StepStatus {
  Machine& machine = system_.machine();
  const KerfModel& model = machine.model();
  if (model.implicit.is_only != 0) return EvaluateImplicit();
  std::copy(states_.begin(), states_.end(), machine.w() + model.state_slot);
  system_.set_implicit(false);
  const StepStatus status = system_.EvaluateEventHere();
  if (!IsRecoverable(status) || !may_be_implicit_) return status;
  kept_.assign(machine.w(), machine.w() + model.n_slots);
  Failure failure = machine.failure();
  const StepStatus otherwise = EvaluateImplicit();
  if (otherwise == StepStatus::Ok) return otherwise;
  // Of two failures that of the state form tells more, unless it was just its matrix that was singular.
  if (status == StepStatus::SingularBlock && otherwise != StepStatus::SingularBlock) return otherwise;
  std::copy(kept_.begin(), kept_.end(), machine.w());
  machine.failure() = std::move(failure);
  system_.set_implicit(false);
  return status;
}

void PointSolver::SetState(uint32_t slot, double value) {
  states_[slot - system_.machine().model().state_slot] = value;
}

auto PointSolver::FunctionSlopes(std::vector<double>& slopes) -> StepStatus {
  Machine& machine = system_.machine();
  if (!system_.is_implicit()) return system_.FunctionSlopesHere(span_, slopes.data());
  for (size_t i = 0; i < slopes.size(); ++i)
    slopes[i] = machine.tangents()[machine.model().relations[i].function_slot];
  return StepStatus::Ok;
}

auto PointSolver::EvaluateImplicit() -> StepStatus {
  system_.set_implicit(true);
  Machine& machine = system_.machine();
  return start_.Solve(machine.w()[machine.model().time_slot], span_, states_);
}

}  // namespace kerf::runtime
