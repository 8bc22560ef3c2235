// CVODE with its own stop time and dense output (Hindmarsh et al. 2005).
#include "solvers/cvode.h"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "solvers/sundials_ode.h"

namespace kerf::solvers {
namespace {

using runtime::IntegratorSettings;
using runtime::StepStatus;
using runtime::System;

class Cvode final : public SundialsOde {
 public:
  explicit Cvode(int method) : method_(method) {}
  Cvode(const Cvode&) = delete;
  auto operator=(const Cvode&) -> Cvode& = delete;
  ~Cvode() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  void Interpolate(double t, double* x) override;

 private:
  void SetStopTime(double limit) override { CVodeSetStopTime(memory_, limit); }
  auto StepOnce(double limit, double& t) -> bool override;
  auto StartHere(double t) -> bool override;
  [[nodiscard]] auto Count() const -> Counts override;
  void Release();
  auto SetUpSolvers() -> bool;
  void RenewJacobian();
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  auto ScaledErrors(std::vector<double>& scaled) -> bool override;

  int method_;
  void* memory_ = nullptr;
  SUNNonlinearSolver fixed_point_ = nullptr;
  // Evaluations of the Jacobian since the last start, and the step in which the last one was.
  long n_jacobians_ = 0;
  double jacobian_step_ = 0;
};

void Cvode::Release() {
  if (memory_ != nullptr) CVodeFree(&memory_);
  if (fixed_point_ != nullptr) SUNNonlinSolFree(fixed_point_);
  fixed_point_ = nullptr;
  parts_.reset();
}

auto Cvode::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  Release();
  BeginRun(system, settings, kMultistepPart);
  AddVectors();
  memory_ = CVodeCreate(method_, static_cast<SUNContext>(parts_->context()));
  return SetUpMemory(settings) && SetUpSolvers() ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Cvode::SetUpMemory(const IntegratorSettings& settings) -> bool {
  // More failures than usual are worth it where the model is undefined beyond some surface.
  constexpr int kMaxFailures = 25;
  bool ok = CVodeSetErrHandlerFn(memory_, SundialsParts::Collect, &parts_->message) == CV_SUCCESS;
  ok = ok && CVodeInit(memory_, Rhs, 0, x_) == CV_SUCCESS &&
       CVodeSetUserData(memory_, static_cast<SundialsOde*>(this)) == CV_SUCCESS;
  ok = ok && CVodeWFtolerances(memory_, Weights) == CV_SUCCESS;
  ok = ok && CVodeSetMaxHnilWarns(memory_, -1) == CV_SUCCESS;
  ok = ok && CVodeSetMaxErrTestFails(memory_, kMaxFailures) == CV_SUCCESS;
  ok = ok && CVodeSetMaxConvFails(memory_, kMaxFailures) == CV_SUCCESS;
  if (settings.max_step > 0) ok = ok && CVodeSetMaxStep(memory_, settings.max_step) == CV_SUCCESS;
  if (settings.initial_step > 0) ok = ok && CVodeSetInitStep(memory_, settings.initial_step) == CV_SUCCESS;
  return ok;
}

auto Cvode::SetUpSolvers() -> bool {
  if (method_ == CV_ADAMS) {
    fixed_point_ = SUNNonlinSol_FixedPoint(x_, 0, static_cast<SUNContext>(parts_->context()));
    return CVodeSetNonlinearSolver(memory_, fixed_point_) == CV_SUCCESS;
  }
  if (IsTooLargeForDense(system_->machine().model(), parts_->message)) return false;
  parts_->SetUpLinear(system_->pattern(), x_);
  const int flag = CVodeSetLinearSolver(memory_, static_cast<SUNLinearSolver>(parts_->linear_solver()),
                                        static_cast<SUNMatrix>(parts_->matrix()));
  return flag == CV_SUCCESS && CVodeSetJacFn(memory_, Jacobian) == CV_SUCCESS;
}

auto Cvode::ScaledErrors(std::vector<double>& scaled) -> bool {
  if (CVodeGetEstLocalErrors(memory_, errors_) != CV_SUCCESS ||
      CVodeGetErrWeights(memory_, weights_) != CV_SUCCESS)
    return false;
  MultiplyErrors(scaled);
  return true;
}

auto Cvode::Start(double t, const double* x) -> StepStatus {
  BeginStart();
  std::copy_n(x, system_->n_states(), state());
  return CVodeReInit(memory_, t, x_) == CV_SUCCESS ? FinishStart(t) : StepStatus::IntegratorFailed;
}

// A Jacobian kept from where the model was much stiffer makes corrections so small that they pass for
// convergence. So it is renewed with the next matrix where the step has changed much since.
void Cvode::RenewJacobian() {
  constexpr double kMuchLonger = 10;
  constexpr long kUsualAge = 51;
  if (method_ != CV_BDF) return;
  long n_jacobians = 0;
  CVodeGetNumJacEvals(memory_, &n_jacobians);
  if (n_jacobians != n_jacobians_) CVodeGetLastStep(memory_, &jacobian_step_);
  n_jacobians_ = n_jacobians;
  double next = 0;
  CVodeGetCurrentStep(memory_, &next);
  const bool has_changed = next > kMuchLonger * jacobian_step_ || kMuchLonger * next < jacobian_step_;
  CVodeSetJacEvalFrequency(memory_, has_changed ? 1 : kUsualAge);
}

auto Cvode::StartHere(double t) -> bool {
  return CVodeGetDky(memory_, t, 0, x_) == CV_SUCCESS && CVodeReInit(memory_, t, x_) == CV_SUCCESS;
}

auto Cvode::StepOnce(double limit, double& t) -> bool {
  RenewJacobian();
  const bool is_done = CVode(memory_, limit, x_, &t, CV_ONE_STEP) >= 0;
  if (!is_done) CVodeGetCurrentTime(memory_, &t);
  return is_done;
}

void Cvode::Interpolate(double t, double* x) {
  // The vector of the last step is free for this: CVODE works on its own history.
  CVodeGetDky(memory_, t, 0, x_);
  std::copy_n(state(), system_->n_states(), x);
}

auto Cvode::Count() const -> Counts {
  Counts counts;
  CVodeGetNumSteps(memory_, &counts.steps);
  CVodeGetNumRhsEvals(memory_, &counts.evaluations);
  CVodeGetNumErrTestFails(memory_, &counts.error_fails);
  CVodeGetNumNonlinSolvIters(memory_, &counts.iterations);
  CVodeGetNumNonlinSolvConvFails(memory_, &counts.convergence_fails);
  if (method_ == CV_BDF) CVodeGetNumJacEvals(memory_, &counts.jacobians);
  CVodeGetLastOrder(memory_, &counts.order);
  CVodeGetLastStep(memory_, &counts.step_size);
  return counts;
}

}  // namespace

auto MakeCvodeBdf() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Cvode>(CV_BDF); }
auto MakeCvodeAdams() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Cvode>(CV_ADAMS); }

}  // namespace kerf::solvers
