// x1 = x0 + h f(t1, x1) by simplified Newton iterations, with variable steps.
//
// The local error h²/2 x'' is estimated from the slopes of this step and the last. Slopes are (x1 - x0)/h
// rather than f(t1, x1), in which a stiff model amplifies what the iteration has left over.
#include "solvers/implicit_euler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/explicit_integrator.h"
#include "solvers/factory.h"

namespace kerf::solvers {
namespace {

using runtime::StepStatus;

class ImplicitEuler final : public runtime::ExplicitIntegrator {
 public:
  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override { return violations_; }

 protected:
  void Allocate() override;
  void Restart() override;
  auto Advance(double limit) -> StepStatus override;
  auto Repeat() -> StepStatus override;
  [[nodiscard]] auto CanRepeat() const -> bool override { return true; }
  void Dense(double s, double* x) const override;

 private:
  [[nodiscard]] auto FirstStep() const -> double;
  [[nodiscard]] auto Weight(uint32_t i) const -> double {
    return settings_.absolute_tolerance[i] + settings_.relative_tolerance * std::abs(x0_[i]);
  }
  auto SetMatrix(double h) -> StepStatus;
  auto Solve(double h) -> StepStatus;
  auto Try(double h, double& error) -> StepStatus;
  [[nodiscard]] auto ScaledError(double h, uint32_t i) const -> double;
  void Reject(double h, bool has_error);

  runtime::CscPattern pattern_;
  std::unique_ptr<runtime::LinearSolver> solver_;
  std::vector<double> jacobian_, matrix_, change_, f_;
  // The slope at t0_ as the last step had it.
  std::vector<double> slope_;
  double next_step_ = 0, factored_step_ = 0;
  bool has_jacobian_ = false;
  // Of the last step.
  int n_iterations_ = 0;
  std::vector<uint64_t> violations_;
};

void ImplicitEuler::Allocate() {
  pattern_ = system_->pattern();
  jacobian_.assign(pattern_.nnz(), 0);
  matrix_ = jacobian_;
  solver_ = MakeLinearSolver(pattern_);
  for (std::vector<double>* v : {&change_, &f_, &slope_}) v->assign(n_, 0);
  violations_.assign(n_, 0);
  statistics_.order = 1;
  next_step_ = 0;
}

void ImplicitEuler::Restart() {
  has_jacobian_ = false;
  slope_ = f1_;
  if (next_step_ > 0) return void(next_step_ /= 2);
  next_step_ = settings_.initial_step > 0 ? settings_.initial_step : FirstStep();
}

auto ImplicitEuler::FirstStep() const -> double {
  double fastest = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    const double weight = settings_.absolute_tolerance[i] + settings_.relative_tolerance * std::abs(x1_[i]);
    fastest = std::max(fastest, std::abs(f1_[i]) / weight);
  }
  // Where all states are about 0 that may be less than what time can be counted in.
  const double least = 1e3 * std::numeric_limits<double>::epsilon() * std::abs(t1_);
  return std::max(least, fastest < 1e-5 ? 1e-6 : 1 / fastest);
}

auto ImplicitEuler::SetMatrix(double h) -> StepStatus {
  if (!has_jacobian_) {
    ++statistics_.jacobian_evaluations;
    const StepStatus status = system_->Jacobian(t0_, x0_.data(), jacobian_.data());
    if (status != StepStatus::Ok) return status;
    has_jacobian_ = true;
    factored_step_ = 0;
  }
  if (factored_step_ == h) return StepStatus::Ok;
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t p = pattern_.col_ptr[j]; p < pattern_.col_ptr[j + 1]; ++p)
      matrix_[p] = (pattern_.row_index[p] == j ? 1 : 0) - h * jacobian_[p];
  }
  if (solver_->Factor(matrix_.data()) != runtime::kNone) return StepStatus::SingularBlock;
  factored_step_ = h;
  return StepStatus::Ok;
}

// BlockDidNotConverge where the iteration does not contract.
auto ImplicitEuler::Solve(double h) -> StepStatus {
  constexpr int kMaxIterations = 8;
  constexpr double kGoodEnough = 0.01;
  for (uint32_t i = 0; i < n_; ++i) x1_[i] = x0_[i] + h * slope_[i];
  double last = std::numeric_limits<double>::infinity();
  for (n_iterations_ = 1; n_iterations_ <= kMaxIterations; ++n_iterations_) {
    if (const StepStatus status = Derivative(t1_, x1_, f_); status != StepStatus::Ok) return status;
    for (uint32_t i = 0; i < n_; ++i) change_[i] = x0_[i] + h * f_[i] - x1_[i];
    solver_->Solve(change_.data());
    ++statistics_.nonlinear_iterations;
    double size = 0;
    for (uint32_t i = 0; i < n_; ++i) {
      x1_[i] += change_[i];
      size = std::max(size, std::abs(change_[i]) / Weight(i));
    }
    if (!(size < 2 * last)) break;
    if (size <= kGoodEnough) return StepStatus::Ok;
    last = size;
  }
  return StepStatus::BlockDidNotConverge;
}

auto ImplicitEuler::ScaledError(double h, uint32_t i) const -> double {
  return 0.5 * (x1_[i] - x0_[i] - h * slope_[i]) / Weight(i);
}

auto ImplicitEuler::Try(double h, double& error) -> StepStatus {
  StepStatus status = SetMatrix(h);
  if (status == StepStatus::Ok) status = Solve(h);
  if (status != StepStatus::Ok) return status;
  double sum = 0;
  for (uint32_t i = 0; i < n_; ++i) sum += ScaledError(h, i) * ScaledError(h, i);
  error = std::sqrt(sum / n_);
  return error <= 1 ? Derivative(t1_, x1_, f1_) : StepStatus::Ok;
}

auto ImplicitEuler::Repeat() -> StepStatus {
  const double h = t1_ - t0_;
  StepStatus status = SetMatrix(h);
  if (status == StepStatus::Ok) status = Solve(h);
  if (status != StepStatus::Ok) return status;
  for (uint32_t i = 0; i < n_; ++i) slope_[i] = (x1_[i] - x0_[i]) / h;
  return Derivative(t1_, x1_, f1_);
}

void ImplicitEuler::Reject(double h, bool has_error) {
  ++statistics_.rejected;
  has_jacobian_ = false;
  if (!has_error) return;
  ++statistics_.error_test_failures;
  for (uint32_t i = 0; i < n_; ++i) violations_[i] += std::abs(ScaledError(h, i)) > 1 ? 1 : 0;
}

auto ImplicitEuler::Advance(double limit) -> StepStatus {
  constexpr int kMaxTries = 60;
  // Steps that would grow by less than this are kept, with their matrices.
  constexpr double kLeastGrowth = 1.2;
  // The Jacobian is kept while the iteration needs no more.
  constexpr int kFewIterations = 3;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    double h = settings_.max_step > 0 ? std::min(next_step_, settings_.max_step) : next_step_;
    const bool is_last = t0_ + 1.0001 * h >= limit;
    if (is_last) h = limit - t0_;
    t1_ = is_last ? limit : t0_ + h;
    if (h <= 10 * std::numeric_limits<double>::epsilon() * std::abs(t0_) && !is_last) break;
    double error = 0;
    const StepStatus status = Try(h, error);
    if (status == StepStatus::Ok && error <= 1) {
      const double factor = std::clamp(0.9 / std::sqrt(std::max(error, 1e-10)), 0.2, 5.0);
      const double proposed = factor > 1 && factor < kLeastGrowth ? h : h * factor;
      next_step_ = is_last ? std::max(next_step_, proposed) : proposed;
      for (uint32_t i = 0; i < n_; ++i) slope_[i] = (x1_[i] - x0_[i]) / h;
      has_jacobian_ = n_iterations_ <= kFewIterations;
      return StepStatus::Ok;
    }
    const bool has_error = status == StepStatus::Ok && std::isfinite(error);
    Reject(h, has_error);
    next_step_ = has_error ? h * std::clamp(0.9 / std::sqrt(error), 0.1, 0.9) : h / 4;
  }
  message_ = "the step size has become too small";
  return StepStatus::IntegratorFailed;
}

void ImplicitEuler::Dense(double s, double* x) const {
  for (uint32_t i = 0; i < n_; ++i) x[i] = x0_[i] + s * (x1_[i] - x0_[i]);
}

}  // namespace

auto MakeImplicitEuler() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<ImplicitEuler>(); }

}  // namespace kerf::solvers
