// Narrows the interval in which several functions change sign, on the dense output of a step.
//
// Trials are those of the Illinois variant of regula falsi (Dowell and Jarratt 1971), with a bisection
// whenever that gets slow. The root reported is the upper end of the interval, where the functions have
// changed sign already.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/crossing_locator.h"
#include "runtime/failure.h"
#include "runtime/relations.h"

namespace kerf::runtime {

class RootFinder {
 public:
  // Writes the functions' values at t.
  using Evaluate = std::function<StepStatus(double t, double* values)>;

  // Between t_low and t_high there is at least one crossing; afterwards t_high and `high` are those of the
  // first.
  auto Narrow(std::span<const RootSettings> settings, double t_low, std::span<const double> low,
              double& t_high, std::vector<double>& high, const Evaluate& evaluate) -> StepStatus;
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> { return crossings_; }

 private:
  [[nodiscard]] auto HasCrossed(const std::vector<double>& high) const -> bool;
  [[nodiscard]] auto NextTrial(double t_high, const std::vector<double>& high) const -> double;
  void CollectCrossings(const std::vector<double>& high);

  std::span<const RootSettings> settings_;
  double t_low_ = 0;
  // The Illinois weight of the values at the lower end.
  double weight_ = 1;
  std::vector<double> low_, middle_;
  std::vector<Crossing> crossings_;
};

}  // namespace kerf::runtime
