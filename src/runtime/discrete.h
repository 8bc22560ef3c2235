// The discrete variables of a model: their values from before, new values of states, the end of the run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/abi.h"
#include "runtime/point_solver.h"

namespace kerf::runtime {

// What is remembered from event to event.
struct DiscreteMemory {
  uint32_t termination = kNone;
  // By assertion: did not hold when it was last asked.
  std::vector<bool> is_violated;
};

class Discrete {
 public:
  explicit Discrete(const KerfModel& model)
      : model_(model), memory_{kNone, std::vector<bool>(model.n_assertions, false)} {}

  // Opens an event: the values in w are those from before it.
  void Begin(double* w);
  // After an iteration of the event: states take new values, and the present values become old ones. False if
  // that changes nothing.
  auto Update(PointSolver& point) -> bool;

  // In an iteration of the event: notes which assertions that belong to it do not hold. False if one of them
  // ends the run.
  auto CheckAssertions(Machine& machine) -> bool;
  // An assertion that is no error, and the values with which it did not hold.
  struct Violation {
    uint32_t assertion;
    std::vector<double> w;
  };
  // What has been noted since the last call.
  auto TakeViolations() -> std::vector<Violation> { return std::exchange(violations_, {}); }

  // The slots of variables that the last update changed.
  [[nodiscard]] auto changed() const -> const std::vector<uint32_t>& { return changed_; }
  // The termination that an iteration has asked for, or kNone.
  [[nodiscard]] auto termination() const -> uint32_t { return memory_.termination; }
  [[nodiscard]] auto memory() const -> const DiscreteMemory& { return memory_; }
  void SetMemory(DiscreteMemory memory) { memory_ = std::move(memory); }

 private:
  void ReadPresent(const double* w);

  const KerfModel& model_;
  std::vector<double> present_;
  std::vector<uint32_t> changed_;
  std::vector<Violation> violations_;
  DiscreteMemory memory_;
};

}  // namespace kerf::runtime
