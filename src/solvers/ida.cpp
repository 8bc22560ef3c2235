// IDA with its own root finding, stop time and dense output (Hindmarsh et al. 2005).
#include "solvers/ida.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/implicit_form.h"
#include "solvers/sundials_parts.h"

namespace kerf::solvers {
namespace {

using runtime::Crossing;
using runtime::IntegratorSettings;
using runtime::IntegratorStatistics;
using runtime::StepKind;
using runtime::StepResult;
using runtime::StepStatus;
using runtime::System;

auto Data(N_Vector vector) -> double* { return N_VGetArrayPointer_Serial(vector); }

class Ida final : public runtime::Integrator {
 public:
  Ida() = default;
  Ida(const Ida&) = delete;
  auto operator=(const Ida&) -> Ida& = delete;
  ~Ida() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  auto Step(double limit) -> StepResult override;
  void Interpolate(double t, double* x) override;
  void FillSlots(double t, double* w) override;
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> override { return crossings_; }
  [[nodiscard]] auto statistics() const -> IntegratorStatistics override;
  [[nodiscard]] auto message() const -> std::string_view override {
    if (!parts_) return {};
    return parts_->message;
  }

 private:
  void Release();
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  auto SetUpSolvers() -> bool;
  auto MakeConsistent(double limit) -> bool;
  auto AddVector() -> N_Vector { return static_cast<N_Vector>(parts_->AddVector(form_->size())); }

  static auto Weights(N_Vector y, N_Vector weights, void* self) -> int;
  static auto Residual(double t, N_Vector y, N_Vector yp, N_Vector residual, void* self) -> int;
  static auto Roots(double t, N_Vector y, N_Vector yp, double* values, void* self) -> int;
  static auto Jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix jacobian, void* self,
                       N_Vector, N_Vector, N_Vector) -> int;

  System* system_ = nullptr;
  std::optional<ImplicitForm> form_;
  std::optional<SundialsParts> parts_;
  void* memory_ = nullptr;
  N_Vector y_ = nullptr;
  N_Vector yp_ = nullptr;
  IntegratorSettings settings_;
  bool is_started_ = false;
  bool is_consistent_ = false;
  double stop_time_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<int> roots_found_;
  std::vector<Crossing> crossings_;
  // Of earlier starts; IDA counts anew after each.
  IntegratorStatistics before_;
};

// Positive: IDA may try a smaller step. Negative: it is over.
auto Flag(StepStatus status) -> int {
  if (status == StepStatus::Ok) return 0;
  return runtime::IsRecoverable(status) ? 1 : -1;
}

// Asked before each step. Algebraic unknowns, which come after the states, have no tolerance of their own.
auto Ida::Weights(N_Vector y, N_Vector weights, void* self) -> int {
  const auto* ida = static_cast<Ida*>(self);
  SetWeights(ida->settings_, Data(y), ida->system_->n_states(), Data(weights));
  for (uint32_t i = ida->system_->n_states(); i < ida->form_->size(); ++i) {
    Data(weights)[i] = 1 / (ida->settings_.relative_tolerance * (1 + std::abs(Data(y)[i])));
  }
  return 0;
}

auto Ida::Residual(double t, N_Vector y, N_Vector yp, N_Vector residual, void* self) -> int {
  return Flag(static_cast<Ida*>(self)->form_->Residual(t, Data(y), Data(yp), Data(residual)));
}

auto Ida::Roots(double t, N_Vector y, N_Vector yp, double* values, void* self) -> int {
  return Flag(static_cast<Ida*>(self)->form_->Roots(t, Data(y), Data(yp), values));
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
  system_ = &system;
  is_started_ = false;
  before_ = {};
  parts_.emplace();
  const KerfModel& model = system.machine().model();
  if (model.implicit.n == 0 && IsTooLargeForDense(model, parts_->message))
    return StepStatus::IntegratorFailed;
  form_.emplace(system);
  y_ = AddVector();
  yp_ = AddVector();
  roots_found_.assign(system.n_roots(), 0);
  memory_ = IDACreate(static_cast<SUNContext>(parts_->context()));
  return SetUpMemory(settings) && SetUpSolvers() ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Ida::SetUpMemory(const IntegratorSettings& settings) -> bool {
  constexpr int kMaxFailures = 25;
  settings_ = settings;
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
  if (roots_found_.empty()) return ok;
  ok = ok && IDARootInit(memory_, static_cast<int>(roots_found_.size()), Roots) == IDA_SUCCESS;
  return ok && IDASetNoInactiveRootWarn(memory_) == IDA_SUCCESS;
}

auto Ida::SetUpSolvers() -> bool {
  parts_->SetUpLinear(form_->pattern(), y_);
  const int flag = IDASetLinearSolver(memory_, static_cast<SUNLinearSolver>(parts_->linear_solver()),
                                      static_cast<SUNMatrix>(parts_->matrix()));
  return flag == IDA_SUCCESS && IDASetJacFn(memory_, Jacobian) == IDA_SUCCESS;
}

auto Ida::Start(double t, const double* x) -> StepStatus {
  if (is_started_) before_ = statistics();
  const StepStatus status = form_->Start(t, x, Data(y_), Data(yp_));
  if (status != StepStatus::Ok) return status;
  is_started_ = true;
  is_consistent_ = !system_->is_implicit_only();
  stop_time_ = std::numeric_limits<double>::quiet_NaN();
  return IDAReInit(memory_, t, y_, yp_) == IDA_SUCCESS ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

// Without programs that compute them, the derivatives and algebraic unknowns at the start are IDA's to find.
auto Ida::MakeConsistent(double limit) -> bool {
  is_consistent_ = true;
  return IDACalcIC(memory_, IDA_YA_YDP_INIT, limit) == IDA_SUCCESS &&
         IDAGetConsistentIC(memory_, y_, yp_) == IDA_SUCCESS;
}

auto Ida::Step(double limit) -> StepResult {
  double t = 0;
  IDAGetCurrentTime(memory_, &t);
  if (limit != stop_time_) IDASetStopTime(memory_, limit);
  stop_time_ = limit;
  crossings_.clear();
  parts_->message.clear();
  if (!is_consistent_ && !MakeConsistent(limit)) return {StepKind::Failed, t, StepStatus::IntegratorFailed};
  const int flag = IDASolve(memory_, limit, &t, y_, yp_, IDA_ONE_STEP);
  if (flag < 0) {
    IDAGetCurrentTime(memory_, &t);
    return {StepKind::Failed, t, StepStatus::IntegratorFailed};
  }
  if (flag != IDA_ROOT_RETURN) return {StepKind::Stepped, t, StepStatus::Ok};
  IDAGetRootInfo(memory_, roots_found_.data());
  for (uint32_t i = 0; i < roots_found_.size(); ++i) {
    if (roots_found_[i] != 0) crossings_.push_back({i, roots_found_[i]});
  }
  return {StepKind::RootFound, t, StepStatus::Ok};
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

auto Ida::statistics() const -> IntegratorStatistics {
  IntegratorStatistics sum = before_;
  if (memory_ == nullptr || !is_started_) return sum;
  long steps = 0, residuals = 0, error_fails = 0, iterations = 0, convergence_fails = 0, jacobians = 0;
  int order = 0;
  IDAGetNumSteps(memory_, &steps);
  IDAGetNumResEvals(memory_, &residuals);
  IDAGetNumErrTestFails(memory_, &error_fails);
  IDAGetNumNonlinSolvIters(memory_, &iterations);
  IDAGetNumNonlinSolvConvFails(memory_, &convergence_fails);
  IDAGetNumJacEvals(memory_, &jacobians);
  IDAGetLastOrder(memory_, &order);
  IDAGetLastStep(memory_, &sum.step_size);
  sum.steps += static_cast<uint64_t>(steps);
  sum.rhs_evaluations += static_cast<uint64_t>(residuals);
  sum.error_test_failures += static_cast<uint64_t>(error_fails);
  sum.rejected += static_cast<uint64_t>(error_fails + convergence_fails);
  sum.nonlinear_iterations += static_cast<uint64_t>(iterations);
  sum.jacobian_evaluations += static_cast<uint64_t>(jacobians);
  sum.order = static_cast<uint32_t>(order);
  return sum;
}

}  // namespace

auto MakeIda() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Ida>(); }

}  // namespace kerf::solvers
