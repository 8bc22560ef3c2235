// ARKStep with its own root finding, stop time and dense output (Reynolds et al. 2022).
#include "solvers/arkode.h"

#include <arkode/arkode_arkstep.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <vector>

#include "solvers/sundials_integrator.h"

namespace kerf::solvers {
namespace {

using runtime::IntegratorSettings;
using runtime::StepKind;
using runtime::StepResult;
using runtime::StepStatus;
using runtime::System;

class Arkode final : public SundialsIntegrator {
 public:
  explicit Arkode(bool is_implicit) : is_implicit_(is_implicit) {}
  Arkode(const Arkode&) = delete;
  auto operator=(const Arkode&) -> Arkode& = delete;
  ~Arkode() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  auto Step(double limit) -> StepResult override;
  void Interpolate(double t, double* x) override;

 private:
  [[nodiscard]] auto Count() const -> Counts override;
  auto ScaledErrors(std::vector<double>& scaled) -> bool override;
  void Release();
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  auto SetUpSolver() -> bool;

  static auto Weights(N_Vector x, N_Vector weights, void* self) -> int;
  static auto Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int;
  static auto Roots(double t, N_Vector x, double* values, void* self) -> int;
  static auto Jacobian(double t, N_Vector x, N_Vector fx, SUNMatrix jacobian, void* self, N_Vector, N_Vector,
                       N_Vector) -> int;

  bool is_implicit_;
  void* memory_ = nullptr;
  N_Vector x_ = nullptr, errors_ = nullptr, weights_ = nullptr;
};

auto Arkode::Weights(N_Vector x, N_Vector weights, void* self) -> int {
  const auto* arkode = static_cast<Arkode*>(self);
  SetWeights(arkode->settings_, N_VGetArrayPointer_Serial(x), arkode->system_->n_states(),
             N_VGetArrayPointer_Serial(weights));
  return 0;
}

auto Arkode::Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int {
  return Flag(static_cast<Arkode*>(self)->system_->Derivative(t, N_VGetArrayPointer_Serial(x),
                                                              N_VGetArrayPointer_Serial(x_dot)));
}

auto Arkode::Roots(double t, N_Vector x, double* values, void* self) -> int {
  return Flag(static_cast<Arkode*>(self)->system_->Roots(t, N_VGetArrayPointer_Serial(x), values));
}

auto Arkode::Jacobian(double t, N_Vector x, N_Vector /*fx*/, SUNMatrix jacobian, void* self, N_Vector,
                      N_Vector, N_Vector) -> int {
  const auto* arkode = static_cast<Arkode*>(self);
  double* entries = arkode->parts_->Entries(jacobian);
  return Flag(arkode->system_->Jacobian(t, N_VGetArrayPointer_Serial(x), entries));
}

void Arkode::Release() {
  if (memory_ != nullptr) ARKStepFree(&memory_);
  parts_.reset();
}

auto Arkode::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  Release();
  BeginRun(system, settings);
  x_ = static_cast<N_Vector>(parts_->AddVector(system.n_states()));
  errors_ = static_cast<N_Vector>(parts_->AddVector(system.n_states()));
  weights_ = static_cast<N_Vector>(parts_->AddVector(system.n_states()));
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
  ok = ok && ARKStepSetUserData(memory_, this) == ARK_SUCCESS;
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
  if (roots_found_.empty()) return ok;
  ok = ok && ARKStepRootInit(memory_, static_cast<int>(roots_found_.size()), Roots) == ARK_SUCCESS;
  ok = ok && ARKStepSetRootDirection(memory_, RootDirections().data()) == ARK_SUCCESS;
  return ok && ARKStepSetNoInactiveRootWarn(memory_) == ARK_SUCCESS;
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
  return ok && ARKStepSetNonlinConvCoef(memory_, kStageTolerance) == ARK_SUCCESS;
}

auto Arkode::Start(double t, const double* x) -> StepStatus {
  BeginStart();
  std::copy_n(x, system_->n_states(), N_VGetArrayPointer_Serial(x_));
  const int flag = ARKStepReInit(memory_, is_implicit_ ? nullptr : Rhs, is_implicit_ ? Rhs : nullptr, t, x_);
  return flag == ARK_SUCCESS ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Arkode::Step(double limit) -> StepResult {
  if (BeginStep(limit)) ARKStepSetStopTime(memory_, limit);
  double t = 0;
  const int flag = ARKStepEvolve(memory_, limit, x_, &t, ARK_ONE_STEP);
  if (flag < 0) {
    ARKStepGetCurrentTime(memory_, &t);
    return {StepKind::Failed, t, StepStatus::IntegratorFailed};
  }
  NoteFailures();
  if (flag != ARK_ROOT_RETURN) return {StepKind::Stepped, t, StepStatus::Ok};
  ARKStepGetRootInfo(memory_, roots_found_.data());
  return {CollectCrossings() ? StepKind::RootFound : StepKind::Stepped, t, StepStatus::Ok};
}

void Arkode::Interpolate(double t, double* x) {
  ARKStepGetDky(memory_, t, 0, x_);
  std::copy_n(N_VGetArrayPointer_Serial(x_), system_->n_states(), x);
}

auto Arkode::ScaledErrors(std::vector<double>& scaled) -> bool {
  if (ARKStepGetEstLocalErrors(memory_, errors_) != ARK_SUCCESS ||
      ARKStepGetErrWeights(memory_, weights_) != ARK_SUCCESS)
    return false;
  for (size_t i = 0; i < scaled.size(); ++i)
    scaled[i] = N_VGetArrayPointer_Serial(errors_)[i] * N_VGetArrayPointer_Serial(weights_)[i];
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
