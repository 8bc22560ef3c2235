// The root functions over a step of any integrator: which of them cross 0, where the first does, and whether
// one of them was on the other side in between.
//
// At a start a function lies on the side of its relation's held value, whatever it is: 0, or a rounding error
// on the other side of 0, says nothing, but going clearly to the other side from there ends the held value. A
// function that rests on the boundary stays there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/crossing_locator.h"
#include "runtime/crossing_scan.h"
#include "runtime/root_finder.h"
#include "runtime/run_options.h"
#include "runtime/system.h"

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
  // Whether a root in the dense output is believed only where a step that ends there agrees: the dense output
  // of methods for stiff problems is far less exact than the ends of their steps.
  bool confirms = false;
  // Slopes where the model stands, and where the step began; only for methods that repeat.
  Values slopes_here;
  Values slopes_at_start;
};

class StepRoots {
 public:
  void Prepare(std::span<const RootSettings> settings);
  [[nodiscard]] auto size() const -> size_t { return settings_.size(); }
  // The functions at t stand in the model, and so do the held values.
  auto Start(double t, const StepView::Values& values, System& system) -> StepStatus;
  // Looks at the step up to t. `found` tells whether there is a root; then t becomes its time, which the step
  // may have to be taken again for. Without a root, too, t may come to lie earlier: the step ends there now.
  auto Advance(double& t, const StepView& step, bool& found) -> StepStatus;

  [[nodiscard]] auto crossings() const -> std::span<const Crossing> { return crossings_; }
  [[nodiscard]] auto n_trials() const -> uint64_t { return locator_.n_trials(); }
  [[nodiscard]] auto poor() const -> std::span<const PoorLocation> { return poor_; }

 private:
  void SetDirections(std::span<const int> sides);
  // Values of functions that have not left the boundary are on their side of it.
  void KeepOnSide(double* values) const;
  [[nodiscard]] auto RepeatsFor(const StepView& step) const -> bool;
  auto LocateByRepeating(double& t, const StepView& step, std::span<const RootSettings> settings)
      -> StepStatus;
  auto Locate(double& t, const StepView& step, bool& found) -> StepStatus;
  auto Confirm(double& t, const StepView& step, const std::vector<double>& sizes, bool& found) -> StepStatus;
  void Pass();

  System* system_ = nullptr;
  std::vector<RootSettings> settings_;
  // Of the present step: a crossing ends the held value and leads nowhere else; those that are blind to the
  // step cross in no direction.
  std::vector<RootSettings> active_;
  bool is_first_step_ = true;
  std::vector<double> bands_, blurs_;
  // Of functions that have been on the boundary since the start: their side of it; 0: of others.
  std::vector<int> resting_;
  CrossingScan scan_;
  // The functions in the dense output of the present step.
  StepView::ValuesAt inside_;
  // The ends of the step, and of the one before.
  CrossingScan::Point before_, low_, high_;
  RootFinder finder_;
  CrossingLocator locator_;
  std::vector<Crossing> crossings_;
  std::vector<PoorLocation> poor_;
};

}  // namespace kerf::runtime
