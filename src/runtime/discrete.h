// The discrete variables of a model: their values from before, new values of states, the end of the run.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/abi.h"
#include "runtime/point_solver.h"

namespace kerf::runtime {

class Discrete {
 public:
  explicit Discrete(const KerfModel& model) : model_(model) {}

  // Opens an event: the values in w are those from before it.
  void Begin(double* w);
  // After an iteration of the event: states take new values, and the present values become old ones. False if
  // that changes nothing.
  auto Update(PointSolver& point) -> bool;

  // The slots of variables that the last update changed.
  [[nodiscard]] auto changed() const -> const std::vector<uint32_t>& { return changed_; }
  // The termination that an iteration has asked for, or kNone.
  [[nodiscard]] auto termination() const -> uint32_t { return termination_; }

 private:
  void ReadPresent(const double* w);

  const KerfModel& model_;
  std::vector<double> present_;
  std::vector<uint32_t> changed_;
  uint32_t termination_ = kNone;
};

}  // namespace kerf::runtime
