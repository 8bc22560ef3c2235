// IDA with its own stop time and dense output (Hindmarsh et al. 2005).
#include "solvers/ida.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "solvers/implicit_form.h"
#include "solvers/sundials_integrator.h"

namespace kerf::solvers {
namespace {

using runtime::IntegratorSettings;
using runtime::StepStatus;
using runtime::System;

auto Data(N_Vector vector) -> double* { return N_VGetArrayPointer_Serial(vector); }

class Ida final : public SundialsIntegrator {
 public:
  Ida() = default;
  Ida(const Ida&) = delete;
  auto operator=(const Ida&) -> Ida& = delete;
  ~Ida() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  void Interpolate(double t, double* x) override;
  void FillSlots(double t, double* w) override;
  [[nodiscard]] auto TakesImplicitForm() const -> bool override { return true; }

 private:
  void SetStopTime(double limit) override { IDASetStopTime(memory_, limit); }
  auto StepOnce(double limit, double& t) -> bool override;
  auto StartHere(double t) -> bool override;
  auto RootsAt(double t, double* values) -> StepStatus override;
  auto RootsHere(double t, double* values) -> StepStatus override;
  [[nodiscard]] auto Count() const -> Counts override;
  auto ScaledErrors(std::vector<double>& scaled) -> bool override;
  void Release();
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  auto SetUpSolvers() -> bool;
  auto AddVector() -> N_Vector { return static_cast<N_Vector>(parts_->AddVector(form_->size())); }

  static auto Weights(N_Vector y, N_Vector weights, void* self) -> int;
  static auto Residual(double t, N_Vector y, N_Vector yp, N_Vector residual, void* self) -> int;
  static auto Jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix jacobian, void* self,
                       N_Vector, N_Vector, N_Vector) -> int;

  std::optional<ImplicitForm> form_;
  void* memory_ = nullptr;
  N_Vector y_ = nullptr;
  N_Vector errors_ = nullptr, weights_ = nullptr;
  N_Vector yp_ = nullptr;
};

// Asked before each step. Algebraic unknowns, which come after the states, have no tolerance of their own.
auto Ida::Weights(N_Vector y, N_Vector weights, void* self) -> int {
  const auto* ida = static_cast<Ida*>(self);
  SetWeights(ida->settings_, ida->step_part_, Data(y), ida->system_->n_states(), Data(weights));
  for (uint32_t i = ida->system_->n_states(); i < ida->form_->size(); ++i) {
    Data(weights)[i] = 1 / (ida->step_part_ * ida->settings_.relative_tolerance * (1 + std::abs(Data(y)[i])));
  }
  return 0;
}

auto Ida::Residual(double t, N_Vector y, N_Vector yp, N_Vector residual, void* self) -> int {
  return Flag(static_cast<Ida*>(self)->form_->Residual(t, Data(y), Data(yp), Data(residual)));
}

auto Ida::RootsAt(double t, double* values) -> StepStatus {
  IDAGetDky(memory_, t, 0, y_);
  IDAGetDky(memory_, t, 1, yp_);
  return form_->Roots(t, Data(y_), Data(yp_), values);
}

auto Ida::RootsHere(double t, double* values) -> StepStatus {
  return form_->Roots(t, Data(y_), Data(yp_), values);
}

auto Ida::Jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix jacobian, void* self,
                   N_Vector, N_Vector, N_Vector) -> int {
  auto* ida = static_cast<Ida*>(self);
  return Flag(ida->form_->Jacobian(t, cj, Data(y), Data(yp), ida->parts_->Entries(jacobian)));
}

void Ida::Release() {
  if (memory_ != nullptr) IDAFree(&memory_);
  parts_.reset();
}

auto Ida::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  Release();
  BeginRun(system, settings, kMultistepPart);
  const KerfModel& model = system.machine().model();
  if (model.implicit.n == 0 && IsTooLargeForDense(model, parts_->message))
    return StepStatus::IntegratorFailed;
  form_.emplace(system);
  y_ = AddVector();
  errors_ = AddVector();
  weights_ = AddVector();
  yp_ = AddVector();
  memory_ = IDACreate(static_cast<SUNContext>(parts_->context()));
  return SetUpMemory(settings) && SetUpSolvers() ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Ida::SetUpMemory(const IntegratorSettings& settings) -> bool {
  constexpr int kMaxFailures = 25;
  N_Vector differential = AddVector();
  for (uint32_t i = 0; i < form_->size(); ++i) {
    Data(differential)[i] = form_->IsDifferential(i) ? 1 : 0;
  }
  bool ok = IDASetErrHandlerFn(memory_, SundialsParts::Collect, &parts_->message) == IDA_SUCCESS;
  ok = ok && IDAInit(memory_, Residual, 0, y_, yp_) == IDA_SUCCESS &&
       IDASetUserData(memory_, this) == IDA_SUCCESS;
  ok = ok && IDAWFtolerances(memory_, Weights) == IDA_SUCCESS;
  // The algebraic unknowns follow from the states, whose errors are the ones to control.
  ok = ok && IDASetId(memory_, differential) == IDA_SUCCESS && IDASetSuppressAlg(memory_, 1) == IDA_SUCCESS;
  ok = ok && IDASetMaxErrTestFails(memory_, kMaxFailures) == IDA_SUCCESS;
  ok = ok && IDASetMaxConvFails(memory_, kMaxFailures) == IDA_SUCCESS;
  if (settings.max_step > 0) ok = ok && IDASetMaxStep(memory_, settings.max_step) == IDA_SUCCESS;
  if (settings.initial_step > 0) ok = ok && IDASetInitStep(memory_, settings.initial_step) == IDA_SUCCESS;
  return ok;
}

auto Ida::SetUpSolvers() -> bool {
  parts_->SetUpLinear(form_->pattern(), y_);
  const int flag = IDASetLinearSolver(memory_, static_cast<SUNLinearSolver>(parts_->linear_solver()),
                                      static_cast<SUNMatrix>(parts_->matrix()));
  return flag == IDA_SUCCESS && IDASetJacFn(memory_, Jacobian) == IDA_SUCCESS;
}

auto Ida::Start(double t, const double* x) -> StepStatus {
  const StepStatus status = form_->Start(t, x, Data(y_), Data(yp_));
  if (status != StepStatus::Ok) return status;
  BeginStart();
  return IDAReInit(memory_, t, y_, yp_) == IDA_SUCCESS ? FinishStart(t) : StepStatus::IntegratorFailed;
}

auto Ida::StartHere(double t) -> bool {
  return IDAGetDky(memory_, t, 0, y_) == IDA_SUCCESS && IDAGetDky(memory_, t, 1, yp_) == IDA_SUCCESS &&
         IDAReInit(memory_, t, y_, yp_) == IDA_SUCCESS;
}

auto Ida::StepOnce(double limit, double& t) -> bool {
  const bool is_done = IDASolve(memory_, limit, &t, y_, yp_, IDA_ONE_STEP) >= 0;
  if (!is_done) IDAGetCurrentTime(memory_, &t);
  return is_done;
}

void Ida::Interpolate(double t, double* x) {
  IDAGetDky(memory_, t, 0, y_);
  std::copy_n(Data(y_), system_->n_states(), x);
}

void Ida::FillSlots(double t, double* /*w*/) {
  if (!form_->is_own()) return;
  IDAGetDky(memory_, t, 0, y_);
  IDAGetDky(memory_, t, 1, yp_);
  form_->Scatter(t, Data(y_), Data(yp_));
}

// The states come first in y.
auto Ida::ScaledErrors(std::vector<double>& scaled) -> bool {
  if (IDAGetEstLocalErrors(memory_, errors_) != IDA_SUCCESS ||
      IDAGetErrWeights(memory_, weights_) != IDA_SUCCESS)
    return false;
  for (size_t i = 0; i < scaled.size(); ++i) scaled[i] = Data(errors_)[i] * Data(weights_)[i];
  return true;
}

auto Ida::Count() const -> Counts {
  Counts counts;
  IDAGetNumSteps(memory_, &counts.steps);
  IDAGetNumResEvals(memory_, &counts.evaluations);
  IDAGetNumErrTestFails(memory_, &counts.error_fails);
  IDAGetNumNonlinSolvIters(memory_, &counts.iterations);
  IDAGetNumNonlinSolvConvFails(memory_, &counts.convergence_fails);
  IDAGetNumJacEvals(memory_, &counts.jacobians);
  IDAGetLastOrder(memory_, &counts.order);
  IDAGetLastStep(memory_, &counts.step_size);
  return counts;
}

}  // namespace

auto MakeIda() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Ida>(); }

}  // namespace kerf::solvers
