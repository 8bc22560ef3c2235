// ARKStep with its own stop time and dense output (Reynolds et al. 2022).
#include "solvers/arkode.h"

#include <arkode/arkode_arkstep.h>

#include <algorithm>
#include <vector>

#include "solvers/sundials_ode.h"

namespace kerf::solvers {
namespace {

using runtime::IntegratorSettings;
using runtime::StepStatus;
using runtime::System;

class Arkode final : public SundialsOde {
 public:
  explicit Arkode(bool is_implicit) : is_implicit_(is_implicit) {}
  Arkode(const Arkode&) = delete;
  auto operator=(const Arkode&) -> Arkode& = delete;
  ~Arkode() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  void Interpolate(double t, double* x) override;

 private:
  void SetStopTime(double limit) override { ARKStepSetStopTime(memory_, limit); }
  auto StepOnce(double limit, double& t) -> bool override;
  [[nodiscard]] auto Count() const -> Counts override;
  auto ScaledErrors(std::vector<double>& scaled) -> bool override;
  void Release();
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  auto SetUpSolver() -> bool;

  bool is_implicit_;
  void* memory_ = nullptr;
};

void Arkode::Release() {
  if (memory_ != nullptr) ARKStepFree(&memory_);
  parts_.reset();
}

auto Arkode::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  Release();
  BeginRun(system, settings, 1);
  AddVectors();
  memory_ = ARKStepCreate(is_implicit_ ? nullptr : Rhs, is_implicit_ ? Rhs : nullptr, 0, x_,
                          static_cast<SUNContext>(parts_->context()));
  const bool ok = memory_ != nullptr && SetUpMemory(settings) && (!is_implicit_ || SetUpSolver());
  return ok ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Arkode::SetUpMemory(const IntegratorSettings& settings) -> bool {
  // More failures than usual are worth it where the model is undefined beyond some surface.
  constexpr int kMaxFailures = 25;
  constexpr int kExplicitOrder = 5;
  bool ok = ARKStepSetErrHandlerFn(memory_, SundialsParts::Collect, &parts_->message) == ARK_SUCCESS;
  ok = ok && ARKStepSetUserData(memory_, static_cast<SundialsOde*>(this)) == ARK_SUCCESS;
  // Of stage order 2, so that stiff problems keep most of the order.
  const int flag = is_implicit_ ? ARKStepSetTableNum(memory_, ARKODE_ARK436L2SA_DIRK_6_3_4, ARKODE_ERK_NONE)
                                : ARKStepSetOrder(memory_, kExplicitOrder);
  ok = ok && flag == ARK_SUCCESS;
  ok = ok && ARKStepWFtolerances(memory_, Weights) == ARK_SUCCESS;
  ok = ok && ARKStepSetMaxHnilWarns(memory_, -1) == ARK_SUCCESS;
  ok = ok && ARKStepSetMaxErrTestFails(memory_, kMaxFailures) == ARK_SUCCESS;
  ok = ok && ARKStepSetMaxConvFails(memory_, kMaxFailures) == ARK_SUCCESS;
  if (settings.max_step > 0) ok = ok && ARKStepSetMaxStep(memory_, settings.max_step) == ARK_SUCCESS;
  if (settings.initial_step > 0) ok = ok && ARKStepSetInitStep(memory_, settings.initial_step) == ARK_SUCCESS;
  return ok;
}

auto Arkode::SetUpSolver() -> bool {
  if (IsTooLargeForDense(system_->machine().model(), parts_->message)) return false;
  parts_->SetUpLinear(system_->pattern(), x_);
  const int flag = ARKStepSetLinearSolver(memory_, static_cast<SUNLinearSolver>(parts_->linear_solver()),
                                          static_cast<SUNMatrix>(parts_->matrix()));
  // The slopes of a stage come from its equation: f at a stage that is solved inexactly is far off in stiff
  // directions, and steps would shrink without need.
  bool ok = flag == ARK_SUCCESS && ARKStepSetJacFn(memory_, Jacobian) == ARK_SUCCESS;
  ok = ok && ARKStepSetDeduceImplicitRhs(memory_, SUNTRUE) == ARK_SUCCESS;
  // For the same reason nothing between steps is computed from slopes, and stages are solved well below the
  // tolerance.
  constexpr double kStageTolerance = 0.01;
  ok = ok && ARKStepSetInterpolantType(memory_, ARK_INTERP_LAGRANGE) == ARK_SUCCESS;
  // A rate of convergence learnt from earlier stages holds for the matrix of their step size. A step that is
  // cut short at an event keeps that matrix, and a first correction would pass for convergence.
  constexpr double kNoDecrease = 1;
  ok = ok && ARKStepSetNonlinCRDown(memory_, kNoDecrease) == ARK_SUCCESS;
  return ok && ARKStepSetNonlinConvCoef(memory_, kStageTolerance) == ARK_SUCCESS;
}

auto Arkode::Start(double t, const double* x) -> StepStatus {
  BeginStart();
  std::copy_n(x, system_->n_states(), state());
  const int flag = ARKStepReInit(memory_, is_implicit_ ? nullptr : Rhs, is_implicit_ ? Rhs : nullptr, t, x_);
  return flag == ARK_SUCCESS ? FinishStart(t) : StepStatus::IntegratorFailed;
}

auto Arkode::StepOnce(double limit, double& t) -> bool {
  const bool is_done = ARKStepEvolve(memory_, limit, x_, &t, ARK_ONE_STEP) >= 0;
  if (!is_done) ARKStepGetCurrentTime(memory_, &t);
  return is_done;
}

void Arkode::Interpolate(double t, double* x) {
  ARKStepGetDky(memory_, t, 0, x_);
  std::copy_n(state(), system_->n_states(), x);
}

auto Arkode::ScaledErrors(std::vector<double>& scaled) -> bool {
  if (ARKStepGetEstLocalErrors(memory_, errors_) != ARK_SUCCESS ||
      ARKStepGetErrWeights(memory_, weights_) != ARK_SUCCESS)
    return false;
  MultiplyErrors(scaled);
  return true;
}

auto Arkode::Count() const -> Counts {
  Counts counts;
  long explicit_evaluations = 0;
  long implicit_evaluations = 0;
  ARKStepGetNumSteps(memory_, &counts.steps);
  ARKStepGetNumRhsEvals(memory_, &explicit_evaluations, &implicit_evaluations);
  counts.evaluations = explicit_evaluations + implicit_evaluations;
  ARKStepGetNumErrTestFails(memory_, &counts.error_fails);
  if (is_implicit_) {
    ARKStepGetNumNonlinSolvIters(memory_, &counts.iterations);
    ARKStepGetNumNonlinSolvConvFails(memory_, &counts.convergence_fails);
    ARKStepGetNumJacEvals(memory_, &counts.jacobians);
  }
  ARKStepGetLastStep(memory_, &counts.step_size);
  return counts;
}

}  // namespace

auto MakeArkodeErk() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Arkode>(false); }
auto MakeArkodeDirk() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Arkode>(true); }

}  // namespace kerf::solvers
