// What the integrators written here share: the bookkeeping of a step from (t0, x0) to (t1, x1) and the search
// for roots on its dense output. A method only says how it steps and how it interpolates.
#pragma once

#include <vector>

#include "runtime/integrator.h"
#include "runtime/step_roots.h"

namespace kerf::runtime {

class ExplicitIntegrator : public Integrator {
 public:
  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  auto Step(double limit) -> StepResult override;
  void Interpolate(double t, double* x) override;
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> override { return roots_.crossings(); }
  [[nodiscard]] auto statistics() const -> IntegratorStatistics override;
  [[nodiscard]] auto poor_locations() const -> std::span<const PoorLocation> override {
    return roots_.poor();
  }
  [[nodiscard]] auto message() const -> std::string_view override { return message_; }

 protected:
  // Computes t1_, x1_ and f1_ from t0_, x0_ and f0_, not beyond `limit`.
  virtual auto Advance(double limit) -> StepStatus = 0;
  // Takes the step from t0_ again so that it ends at t1_, whatever its error.
  virtual auto Repeat() -> StepStatus { return StepStatus::IntegratorFailed; }
  // Whether Repeat can do that.
  [[nodiscard]] virtual auto CanRepeat() const -> bool { return false; }
  // Whether the ends of steps are so much more exact than what lies between that roots need a step to them.
  [[nodiscard]] virtual auto ConfirmsRoots() const -> bool { return false; }
  // Whether Advance and Repeat leave the model evaluated at the end of the step.
  [[nodiscard]] virtual auto LeavesModelAtEnd() const -> bool { return true; }
  // Called before the first Dense of a step, for what it needs beyond the step itself.
  virtual void PrepareDense() {}
  // x at t0_ + s * (t1_ - t0_).
  virtual void Dense(double s, double* x) const = 0;
  // Memory of the method's own, after n_ is known.
  virtual void Allocate() {}
  virtual void Restart() {}
  // As Restart, with that first step. False: the method's steps are given, not chosen.
  virtual auto RestartWith(double step) -> bool {
    (void)step;
    return false;
  }

  auto Derivative(double t, const std::vector<double>& x, std::vector<double>& f) -> StepStatus;
  // x = x0 + h * sum of weights[i] * slopes[i].
  void Combine(double h, std::span<const double> weights, std::span<const std::vector<double>> slopes,
               std::vector<double>& x) const;
  // Where a fixed step from t0_ ends.
  [[nodiscard]] auto FixedEnd(double limit) -> double;

  System* system_ = nullptr;
  IntegratorSettings settings_;
  uint32_t n_ = 0;
  double t0_ = 0, t1_ = 0;
  std::vector<double> x0_, x1_, f0_, f1_;
  IntegratorStatistics statistics_;
  std::string_view message_;

 private:
  auto SearchRoots(double& t, bool& found) -> StepStatus;
  auto BeginAgain() -> StepStatus;
  [[nodiscard]] auto View() -> StepView;
  auto RepeatTo(double t) -> StepStatus;

  // The time of the last start, and fixed steps since: times come from multiplication, not accumulation.
  double origin_ = 0;
  uint64_t fixed_steps_ = 0;
  bool is_first_step_ = true;
  // Whether PrepareDense was called for the present step.
  bool is_dense_ = false;
  // Whether the present step was taken again.
  bool was_repeated_ = false;
  StepRoots roots_;
  std::vector<double> x_root_;
};

}  // namespace kerf::runtime
