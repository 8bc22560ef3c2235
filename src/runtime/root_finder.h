// Finds the first sign change of several functions within a step, for integrators without a root finder of
// their own.
//
// The bracket is narrowed by the Illinois variant of regula falsi (Dowell and Jarratt 1971), with a bisection
// whenever that gets slow. The root reported is the upper end of the bracket, where the functions have
// changed sign already. A function that is 0 at the start counts from where it has left 0.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/failure.h"
#include "runtime/relations.h"

namespace kerf::runtime {

class RootFinder {
 public:
  // Writes the functions' values at t.
  using Evaluate = std::function<StepStatus(double t, double* values)>;

  void Resize(uint32_t n);
  [[nodiscard]] auto size() const -> uint32_t { return static_cast<uint32_t>(low_.size()); }
  auto Start(double t, const Evaluate& evaluate) -> StepStatus;
  // Looks at the interval from the last time up to t. `found` tells whether there is a root; then t becomes
  // its time.
  auto Advance(double& t, const Evaluate& evaluate, bool& found) -> StepStatus;
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> { return crossings_; }

 private:
  [[nodiscard]] static auto HasCrossed(const std::vector<double>& low, const std::vector<double>& high)
      -> bool;
  [[nodiscard]] auto NextTrial(double t_high) const -> double;
  auto Narrow(double& t_high, const Evaluate& evaluate) -> StepStatus;
  void CollectCrossings();

  double t_low_ = 0;
  // The Illinois weight of the values at the lower end.
  double weight_ = 1;
  std::vector<double> low_, high_, middle_;
  std::vector<Crossing> crossings_;
};

}  // namespace kerf::runtime
