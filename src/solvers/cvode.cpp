// CVODE with its own root finding, stop time and dense output (Hindmarsh et al. 2005).
#include "solvers/cvode.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

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

class Cvode final : public runtime::Integrator {
 public:
  explicit Cvode(int method) : method_(method) {}
  Cvode(const Cvode&) = delete;
  auto operator=(const Cvode&) -> Cvode& = delete;
  ~Cvode() override { Release(); }

  auto Prepare(System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  auto Step(double limit) -> StepResult override;
  void Interpolate(double t, double* x) override;
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> override { return crossings_; }
  [[nodiscard]] auto statistics() const -> IntegratorStatistics override;
  [[nodiscard]] auto message() const -> std::string_view override {
    if (!parts_) return {};
    return parts_->message;
  }

 private:
  void Release();
  auto SetUpSolvers() -> bool;
  auto SetUpMemory(const IntegratorSettings& settings) -> bool;
  void CollectCrossings();

  static auto Weights(N_Vector x, N_Vector weights, void* self) -> int;
  static auto Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int;
  static auto Roots(double t, N_Vector x, double* values, void* self) -> int;
  static auto Jacobian(double t, N_Vector x, N_Vector fx, SUNMatrix jacobian, void* self, N_Vector, N_Vector,
                       N_Vector) -> int;

  int method_;
  System* system_ = nullptr;
  std::optional<SundialsParts> parts_;
  void* memory_ = nullptr;
  N_Vector x_ = nullptr;
  IntegratorSettings settings_;
  SUNNonlinearSolver fixed_point_ = nullptr;
  bool is_started_ = false;
  double stop_time_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<int> roots_found_;
  std::vector<Crossing> crossings_;
  // Of earlier starts; CVODE counts anew after each.
  IntegratorStatistics before_;
};

// Positive: CVODE may try a smaller step. Negative: it is over.
auto Flag(StepStatus status) -> int {
  if (status == StepStatus::Ok) return 0;
  return runtime::IsRecoverable(status) ? 1 : -1;
}

// Asked before each step, so that absolute tolerances may change during the run.
auto Cvode::Weights(N_Vector x, N_Vector weights, void* self) -> int {
  const IntegratorSettings& settings = static_cast<Cvode*>(self)->settings_;
  const uint32_t n = static_cast<Cvode*>(self)->system_->n_states();
  SetWeights(settings, N_VGetArrayPointer_Serial(x), n, N_VGetArrayPointer_Serial(weights));
  return 0;
}

auto Cvode::Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int {
  return Flag(static_cast<Cvode*>(self)->system_->Derivative(t, N_VGetArrayPointer_Serial(x),
                                                             N_VGetArrayPointer_Serial(x_dot)));
}

auto Cvode::Roots(double t, N_Vector x, double* values, void* self) -> int {
  return Flag(static_cast<Cvode*>(self)->system_->Roots(t, N_VGetArrayPointer_Serial(x), values));
}

auto Cvode::Jacobian(double t, N_Vector x, N_Vector /*fx*/, SUNMatrix jacobian, void* self, N_Vector,
                     N_Vector, N_Vector) -> int {
  const auto* cvode = static_cast<Cvode*>(self);
  double* entries = cvode->parts_->Entries(jacobian);
  return Flag(cvode->system_->Jacobian(t, N_VGetArrayPointer_Serial(x), entries));
}

void Cvode::Release() {
  if (memory_ != nullptr) CVodeFree(&memory_);
  if (fixed_point_ != nullptr) SUNNonlinSolFree(fixed_point_);
  fixed_point_ = nullptr;
  parts_.reset();
}

auto Cvode::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  Release();
  system_ = &system;
  is_started_ = false;
  before_ = {};
  parts_.emplace();
  x_ = static_cast<N_Vector>(parts_->AddVector(system.n_states()));
  roots_found_.assign(system.n_roots(), 0);
  memory_ = CVodeCreate(method_, static_cast<SUNContext>(parts_->context()));
  return SetUpMemory(settings) && SetUpSolvers() ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Cvode::SetUpMemory(const IntegratorSettings& settings) -> bool {
  // More failures than usual are worth it where the model is undefined beyond some surface.
  constexpr int kMaxFailures = 25;
  settings_ = settings;
  bool ok = CVodeSetErrHandlerFn(memory_, SundialsParts::Collect, &parts_->message) == CV_SUCCESS;
  ok = ok && CVodeInit(memory_, Rhs, 0, x_) == CV_SUCCESS && CVodeSetUserData(memory_, this) == CV_SUCCESS;
  ok = ok && CVodeWFtolerances(memory_, Weights) == CV_SUCCESS;
  ok = ok && CVodeSetMaxHnilWarns(memory_, -1) == CV_SUCCESS;
  ok = ok && CVodeSetMaxErrTestFails(memory_, kMaxFailures) == CV_SUCCESS;
  ok = ok && CVodeSetMaxConvFails(memory_, kMaxFailures) == CV_SUCCESS;
  if (settings.max_step > 0) ok = ok && CVodeSetMaxStep(memory_, settings.max_step) == CV_SUCCESS;
  if (settings.initial_step > 0) ok = ok && CVodeSetInitStep(memory_, settings.initial_step) == CV_SUCCESS;
  if (roots_found_.empty()) return ok;
  ok = ok && CVodeRootInit(memory_, static_cast<int>(roots_found_.size()), Roots) == CV_SUCCESS;
  return ok && CVodeSetNoInactiveRootWarn(memory_) == CV_SUCCESS;
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

auto Cvode::Start(double t, const double* x) -> StepStatus {
  if (is_started_) before_ = statistics();
  std::copy_n(x, system_->n_states(), N_VGetArrayPointer_Serial(x_));
  stop_time_ = std::numeric_limits<double>::quiet_NaN();
  is_started_ = true;
  return CVodeReInit(memory_, t, x_) == CV_SUCCESS ? StepStatus::Ok : StepStatus::IntegratorFailed;
}

auto Cvode::Step(double limit) -> StepResult {
  if (limit != stop_time_) CVodeSetStopTime(memory_, limit);
  stop_time_ = limit;
  double t = 0;
  crossings_.clear();
  parts_->message.clear();
  const int flag = CVode(memory_, limit, x_, &t, CV_ONE_STEP);
  if (flag < 0) {
    CVodeGetCurrentTime(memory_, &t);
    return {StepKind::Failed, t, StepStatus::IntegratorFailed};
  }
  if (flag != CV_ROOT_RETURN) return {StepKind::Stepped, t, StepStatus::Ok};
  CollectCrossings();
  return {StepKind::RootFound, t, StepStatus::Ok};
}

void Cvode::CollectCrossings() {
  CVodeGetRootInfo(memory_, roots_found_.data());
  for (uint32_t i = 0; i < roots_found_.size(); ++i) {
    if (roots_found_[i] != 0) crossings_.push_back({i, roots_found_[i]});
  }
}

void Cvode::Interpolate(double t, double* x) {
  // The vector of the last step is free for this: CVODE works on its own history.
  CVodeGetDky(memory_, t, 0, x_);
  std::copy_n(N_VGetArrayPointer_Serial(x_), system_->n_states(), x);
}

auto Cvode::statistics() const -> IntegratorStatistics {
  IntegratorStatistics sum = before_;
  if (memory_ == nullptr || !is_started_) return sum;
  long steps = 0, rhs = 0, error_fails = 0, iterations = 0, convergence_fails = 0, jacobians = 0;
  int order = 0;
  CVodeGetNumSteps(memory_, &steps);
  CVodeGetNumRhsEvals(memory_, &rhs);
  CVodeGetNumErrTestFails(memory_, &error_fails);
  CVodeGetNumNonlinSolvIters(memory_, &iterations);
  CVodeGetNumNonlinSolvConvFails(memory_, &convergence_fails);
  if (method_ == CV_BDF) CVodeGetNumJacEvals(memory_, &jacobians);
  CVodeGetLastOrder(memory_, &order);
  CVodeGetLastStep(memory_, &sum.step_size);
  sum.steps += static_cast<uint64_t>(steps);
  sum.rhs_evaluations += static_cast<uint64_t>(rhs);
  sum.error_test_failures += static_cast<uint64_t>(error_fails);
  sum.rejected += static_cast<uint64_t>(error_fails + convergence_fails);
  sum.nonlinear_iterations += static_cast<uint64_t>(iterations);
  sum.jacobian_evaluations += static_cast<uint64_t>(jacobians);
  sum.order = static_cast<uint32_t>(order);
  return sum;
}

}  // namespace

auto MakeCvodeBdf() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Cvode>(CV_BDF); }
auto MakeCvodeAdams() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Cvode>(CV_ADAMS); }

}  // namespace kerf::solvers
