// What the integrators of SUNDIALS share: bookkeeping over several starts, roots and messages. Roots are
// sought in their dense output as in that of all others (runtime/step_roots.h), so that what counts as a
// crossing does not depend on the method.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/integrator.h"
#include "runtime/step_roots.h"
#include "solvers/sundials_parts.h"

namespace kerf::solvers {

class SundialsIntegrator : public runtime::Integrator {
 public:
  auto Step(double limit) -> runtime::StepResult final;
  [[nodiscard]] auto crossings() const -> std::span<const runtime::Crossing> override {
    return roots_.crossings();
  }
  [[nodiscard]] auto statistics() const -> runtime::IntegratorStatistics override;
  [[nodiscard]] auto message() const -> std::string_view override;
  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override { return violations_; }

 protected:
  // Errors of multistep methods are alike from step to step, and add up to more than those of others.
  static constexpr double kMultistepPart = 0.01;

  // What SUNDIALS has counted since the last start, in its own types.
  struct Counts {
    long steps = 0, evaluations = 0, error_fails = 0, iterations = 0, convergence_fails = 0, jacobians = 0;
    int order = 0;
    double step_size = 0;
  };
  [[nodiscard]] virtual auto Count() const -> Counts = 0;

  // In this order: once for Prepare, for each Start, and when the integrator stands there.
  // Errors of steps may be as large as `part` of the tolerance (StepPart).
  void BeginRun(runtime::System& system, const runtime::IntegratorSettings& settings, double part);
  void BeginStart();
  auto FinishStart(double t) -> runtime::StepStatus;

  // Stops at the limit from now on.
  virtual void SetStopTime(double limit) = 0;
  // One step of SUNDIALS; t becomes where it stands. False: it failed there.
  virtual auto StepOnce(double limit, double& t) -> bool = 0;
  // Starts anew where it stands, at t; false: that is not possible.
  virtual auto StartHere(double /*t*/) -> bool { return false; }
  // The root functions at t in the last step, or at its end or start, and the model with them.
  virtual auto RootsAt(double t, double* values) -> runtime::StepStatus = 0;
  virtual auto RootsHere(double t, double* values) -> runtime::StepStatus = 0;

  // Writes each state's estimated error of the last step, relative to what it may be; false: not known.
  virtual auto ScaledErrors(std::vector<double>& scaled) -> bool = 0;
  // After each step.
  void NoteFailures();

  // Positive: SUNDIALS may try a smaller step. Negative: it is over.
  static auto Flag(runtime::StepStatus status) -> int {
    if (status == runtime::StepStatus::Ok) return 0;
    return runtime::IsRecoverable(status) ? 1 : -1;
  }

  runtime::System* system_ = nullptr;
  runtime::IntegratorSettings settings_;
  double step_part_ = 1;
  std::optional<SundialsParts> parts_;

 private:
  auto BeginStep(double limit) -> bool;
  auto StepMoreCoarsely(double limit, double& t) -> bool;
  auto SearchRoots(double t) -> runtime::StepResult;

  runtime::StepRoots roots_;
  bool is_started_ = false;
  double stop_time_ = 0;
  std::vector<uint64_t> violations_;
  // Failures of the error test since the last start that are noted already.
  long failures_noted_ = 0;
  std::vector<double> scaled_errors_;
  // Of earlier starts; SUNDIALS counts anew after each.
  runtime::IntegratorStatistics before_;
};

}  // namespace kerf::solvers
