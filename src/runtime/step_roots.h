// The root functions over a step of an integrator written here: which of them cross 0, where the first does,
// and whether one of them was on the other side in between.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/crossing_locator.h"
#include "runtime/root_finder.h"
#include "runtime/run_options.h"

namespace kerf::runtime {

// What a step offers to the search. All write as many values as there are root functions.
struct StepView {
  using Values = std::function<StepStatus(double* values)>;
  using ValuesAt = std::function<StepStatus(double t, double* values)>;

  // At the end of the step, where the model stands.
  Values at_end;
  // In the dense output.
  ValuesAt inside;
  // With the step taken again from its start, now up to t; none: the method cannot do that.
  ValuesAt repeated;
  // Slopes where the model stands, and where the step began.
  Values slopes_here;
  Values slopes_at_start;
};

class StepRoots {
 public:
  void Prepare(std::span<const RootSettings> settings);
  [[nodiscard]] auto size() const -> size_t { return settings_.size(); }
  // The functions at t stand in the model. What was located last, if the start is its consequence, is not
  // found again.
  auto Start(double t, const StepView::Values& values, const StepView::Values& slopes) -> StepStatus;
  // Looks at the step up to t. `found` tells whether there is a root; then t becomes its time, which the step
  // may have to be taken again for.
  auto Advance(double& t, const StepView& step, bool& found) -> StepStatus;

  [[nodiscard]] auto crossings() const -> std::span<const Crossing> { return crossings_; }
  [[nodiscard]] auto n_trials() const -> uint64_t { return locator_.n_trials(); }
  [[nodiscard]] auto poor() const -> std::span<const PoorLocation> { return poor_; }

 private:
  [[nodiscard]] auto DirectionOf(size_t i) const -> int;
  [[nodiscard]] auto RepeatsFor(const StepView& step) const -> bool;
  auto LocateByRepeating(double& t, const StepView& step) -> StepStatus;
  auto SeekBetween(double& t, const StepView& step, bool& found) -> StepStatus;
  auto FindDip(size_t i, double& t, const StepView& step, bool& found) -> StepStatus;

  std::vector<RootSettings> settings_;
  // Of the present step: those that are blind to it cross in no direction.
  std::vector<RootSettings> active_;
  bool is_first_step_ = true;
  bool seeks_dips_ = false;
  double t_low_ = 0;
  std::vector<double> low_, high_, middle_, slope_low_, slope_high_;
  RootFinder finder_;
  CrossingLocator locator_;
  std::vector<Crossing> crossings_;
  // How far from 0 the functions of the last crossings were when they counted as located.
  std::vector<double> residual_;
  std::vector<PoorLocation> poor_;
};

}  // namespace kerf::runtime
