// Where a run begins.
#pragma once

#include <vector>

#include "sim/instance.h"

namespace kerf::sim {

// The slots with which the model, or a problem of its start, begins by itself with tuned parameters.
auto OwnStart(const model::CompiledModel& compiled, const model::CompiledModel& problem,
              const std::vector<VariableValue>& tuned) -> std::vector<double>;

// The slots with which a run begins at that time where variables have these values, and otherwise `start`.
// Variables of the initial problem have the same numbers; those that represent others count.
auto StartFrom(const model::CompiledModel& compiled, std::vector<double> start,
               const std::vector<double>& values, double time) -> std::vector<double>;

// Who runs a problem of the start.
class StartHost {
 public:
  StartHost() = default;
  StartHost(const StartHost&) = delete;
  auto operator=(const StartHost&) -> StartHost& = delete;
  virtual ~StartHost() = default;
  [[nodiscard]] virtual auto model_functions() -> ModelFunctions& = 0;
  // Null after a reported failure.
  virtual auto ExecutableOf(const model::CompiledModel& problem, Outcome& outcome, diag::Emitter& emitter)
      -> Executable* = 0;
  // One instant. After success the values of the variables stand in `found`.
  virtual void RunOnce(const model::CompiledModel& problem, const Executable& executable,
                       const Settings& settings, Outcome& found, diag::Emitter& emitter) = 0;
};

// Solves the problem of the start and lets `executable`, that of the model, begin from its solution: as it is
// or, where that fails and the model says homotopy(actual, simplified), from the simplified equations to the
// actual ones.
auto SolveInitial(StartHost& host, const model::CompiledModel& compiled, Executable& executable,
                  const Settings& settings, Outcome& outcome, diag::Emitter& emitter) -> bool;
// The same for an instance.
auto SolveInitial(Instance& instance, const Settings& settings, Outcome& outcome, diag::Emitter& emitter)
    -> bool;

}  // namespace kerf::sim
