// States that are chosen during the run.
#include <algorithm>
#include <cmath>

#include "runtime/executive.h"

namespace kerf::runtime {

// At the values in w, which belong together. Other states mean the same point, told by other numbers.
auto Executive::ChooseStates() -> StepStatus {
  if (state_sets_.empty() || system_.is_implicit() || !state_sets_.Update(machine_.w()))
    return StepStatus::Ok;
  TakeChosenStates();
  if (const StepStatus status = system_.EvaluateHere(); status != StepStatus::Ok) return Fail(status);
  machine_.Accept();
  return StepStatus::Ok;
}

void Executive::TakeChosenStates() {
  ++statistics_.state_changes;
  const KerfModel& model = machine_.model();
  std::copy_n(machine_.w() + model.state_slot, model.n_states, x_.begin());
  for (size_t i = 0; i < x_.size(); ++i) magnitude_[i] = std::max(magnitude_[i], std::abs(x_[i]));
}

// Where the values cannot be had, the choice is left as it is: reinit then says what is wrong.
void Executive::ChooseStatesForEvent() {
  if (state_sets_.empty() || system_.is_implicit()) return;
  system_.SetPoint(t_, x_.data());
  if (system_.EvaluateHere() != StepStatus::Ok || !state_sets_.PrepareForEvent(machine_.w())) return;
  TakeChosenStates();
}

auto Executive::ChooseStatesAfterStep() -> StepStatus {
  if (state_sets_.empty() || system_.is_implicit() || IsDone()) return StepStatus::Ok;
  system_.SetPoint(t_, x_.data());
  if (const StepStatus status = system_.EvaluateHere(); status != StepStatus::Ok) return Fail(status);
  const uint64_t n_before = statistics_.state_changes;
  if (const StepStatus status = ChooseStates(); status != StepStatus::Ok) return status;
  return statistics_.state_changes == n_before ? WatchChosenStates() : StartIntegrator();
}

// Once the sets have the best states that they can have.
auto Executive::WatchChosenStates() -> StepStatus {
  if (state_watch_.empty() || system_.is_implicit()) return StepStatus::Ok;
  const auto vanished = state_watch_.VanishedSet();
  return vanished ? FailStates(*vanished) : StepStatus::Ok;
}

// The values in w are those of the last evaluation, which is at the end of the step or close to it: so this
// costs next to nothing.
auto Executive::WatchStates() -> StepStatus {
  if (state_watch_.empty() || system_.is_implicit()) return StepStatus::Ok;
  const double t = Turned(direction_, machine_.w()[machine_.model().time_slot]);
  const auto singular = state_watch_.Look(t, machine_.w());
  return singular ? FailStates(*singular) : StepStatus::Ok;
}

auto Executive::FailStates(uint32_t watch) -> StepStatus {
  failure_.block = watch;
  Fail(StepStatus::StatesDoNotServe);
  failure_.time = machine_.w()[machine_.model().time_slot];
  return failure_.status;
}

}  // namespace kerf::runtime
