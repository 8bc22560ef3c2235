// Radau IIA of order 5 with three stages, as in the program RADAU5 (E. Hairer and G. Wanner, Solving Ordinary
// Differential Equations II, IV.8): simplified Newton iterations in transformed stages, an error estimate of
// order 3, and the collocation polynomial as dense output. L-stable, so that it serves problems that are
// stiff and oscillate, where methods of backward differences lose their digits.
#include "solvers/radau.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "runtime/explicit_integrator.h"
#include "solvers/radau_coefficients.h"
#include "solvers/radau_matrices.h"

namespace kerf::solvers {
namespace {

using radau::kNode;
using runtime::StepStatus;

constexpr int kMaxNewton = 7;
constexpr double kSafety = 0.9;
// The Jacobian is kept while the iteration contracts better than this.
constexpr double kGoodContraction = 1e-3;
// The last iteration may have converged at once, as it does where the equations are linear; this one need
// not, if a kink lies within its step. Below this, changes well beyond the tolerance would pass unseen.
constexpr double kLeastRemaining = 1e-5;
// Steps that would grow by less than this are kept, with their matrices.
constexpr double kSameStep = 1.2;

class Radau final : public runtime::ExplicitIntegrator {
 public:
  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override { return violations_; }

 protected:
  void Allocate() override;
  void Restart() override;
  auto RestartWith(double step) -> bool override;
  auto Advance(double limit) -> StepStatus override;
  auto Repeat() -> StepStatus override;
  [[nodiscard]] auto CanRepeat() const -> bool override { return true; }
  [[nodiscard]] auto ConfirmsRoots() const -> bool override { return true; }
  void Dense(double s, double* x) const override;

 private:
  using Stages = std::array<std::vector<double>, 3>;

  [[nodiscard]] auto FirstStep() const -> double;
  void SetScale();
  auto SetMatrices(double h) -> StepStatus;
  void Predict(double h);
  void PredictPart(double part);
  // Whether the iteration has converged; if not, next_step_ is a shorter one.
  auto Iterate(double h) -> bool;
  auto Improve(double h, double& change) -> StepStatus;
  void Transform(const radau::Matrix& matrix, const Stages& from, Stages& to) const;
  auto EstimateError(double h, double& error) -> StepStatus;
  [[nodiscard]] auto Norm(const std::vector<double>& x) const -> double;
  void Accept(double h, double error, bool is_last);
  static auto Lagrange(size_t i, double s) -> double;

  RadauMatrices matrices_;
  std::vector<uint64_t> violations_;
  // What the stages add to x0, the same transformed, slopes, and changes of an iteration.
  Stages z_, w_, f_, change_;
  std::vector<double> scale_, x_, error_, pair_;
  double relative_ = 0, factor_of_absolute_ = 1, newton_tolerance_ = 0;
  double next_step_ = 0, last_step_ = 0, factored_step_ = 0;
  double last_error_ = 0;
  bool has_jacobian_ = false, is_first_ = true, was_rejected_ = false;
  // How fast the last iteration converged, what its last change left to do, and how many it took.
  double contraction_ = 0;
  double remaining_ = 1;
  int n_newton_ = 0;
};

void Radau::Allocate() {
  matrices_.SetUp(system_->pattern());
  for (Stages* stages : {&z_, &w_, &f_, &change_}) {
    for (std::vector<double>& stage : *stages) stage.assign(n_, 0);
  }
  for (std::vector<double>* vector : {&scale_, &x_, &error_}) vector->assign(n_, 0);
  pair_.assign(2 * size_t{n_}, 0);
  // The estimate is of order 3, the result of order 5. RADAU5 has 0.1 here; a fiftieth of it costs about
  // twice the steps and keeps the error of many oscillations, and of values between steps, near the
  // tolerance.
  relative_ = 0.002 * std::pow(settings_.relative_tolerance, 2.0 / 3);
  factor_of_absolute_ = relative_ / settings_.relative_tolerance;
  newton_tolerance_ =
      std::max(10 * std::numeric_limits<double>::epsilon() / relative_, std::min(0.03, std::sqrt(relative_)));
  next_step_ = 0;
  violations_.assign(n_, 0);
  statistics_.order = 5;
}

void Radau::Restart() {
  has_jacobian_ = false;
  is_first_ = true;
  factored_step_ = 0;
  was_rejected_ = false;
  remaining_ = 1;
  if (settings_.initial_step > 0) {
    next_step_ = settings_.initial_step;
  } else {
    next_step_ = FirstStep();
  }
}

auto Radau::RestartWith(double step) -> bool {
  Restart();
  next_step_ = step;
  return true;
}

// A step in which an Euler step would change x by about a hundredth of its size, or of its tolerance.
auto Radau::FirstStep() const -> double {
  double size = 0;
  double slope = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    const double weight = settings_.absolute_tolerance[i] + settings_.relative_tolerance * std::abs(x1_[i]);
    size = std::max(size, std::abs(x1_[i]) / weight);
    slope = std::max(slope, std::abs(f1_[i]) / weight);
  }
  // Where all states are about 0 that may be less than what time can be counted in.
  const double least = 1e3 * std::numeric_limits<double>::epsilon() * std::abs(t1_);
  return std::max(least, slope < 1e-5 ? 1e-6 : 0.01 * std::max(size, 1.0) / slope);
}

void Radau::SetScale() {
  for (uint32_t i = 0; i < n_; ++i) {
    scale_[i] = factor_of_absolute_ * settings_.absolute_tolerance[i] + relative_ * std::abs(x0_[i]);
  }
}

auto Radau::Norm(const std::vector<double>& x) const -> double {
  double sum = 0;
  for (uint32_t i = 0; i < n_; ++i) sum += x[i] / scale_[i] * (x[i] / scale_[i]);
  return std::sqrt(sum / n_);
}

auto Radau::SetMatrices(double h) -> StepStatus {
  if (!has_jacobian_) {
    ++statistics_.jacobian_evaluations;
    const StepStatus status = system_->Jacobian(t0_, x0_.data(), matrices_.jacobian());
    if (status != StepStatus::Ok) return status;
    has_jacobian_ = true;
    factored_step_ = 0;
  }
  if (factored_step_ == h) return StepStatus::Ok;
  if (!matrices_.Factor(h)) return StepStatus::SingularBlock;
  factored_step_ = h;
  return StepStatus::Ok;
}

auto Radau::Lagrange(size_t i, double s) -> double {
  double value = s / kNode[i];
  for (size_t j = 0; j < kNode.size(); ++j) {
    if (j != i) value *= (s - kNode[j]) / (kNode[i] - kNode[j]);
  }
  return value;
}

void Radau::Dense(double s, double* x) const {
  const std::array<double, 3> weights = {Lagrange(0, s), Lagrange(1, s), Lagrange(2, s)};
  for (uint32_t i = 0; i < n_; ++i)
    x[i] = x0_[i] + weights[0] * z_[0][i] + weights[1] * z_[1][i] + weights[2] * z_[2][i];
}

void Radau::Transform(const radau::Matrix& matrix, const Stages& from, Stages& to) const {
  for (uint32_t i = 0; i < n_; ++i) {
    for (size_t k = 0; k < 3; ++k)
      to[k][i] = matrix[k][0] * from[0][i] + matrix[k][1] * from[1][i] + matrix[k][2] * from[2][i];
  }
}

// The polynomial of the last step goes on; x0 is where it ended.
void Radau::Predict(double h) {
  if (is_first_ || was_rejected_) {
    for (std::vector<double>& stage : z_) std::fill(stage.begin(), stage.end(), 0.0);
  } else {
    std::array<std::array<double, 3>, 3> weights{};
    for (size_t k = 0; k < 3; ++k) {
      for (size_t i = 0; i < 3; ++i) weights[k][i] = Lagrange(i, 1 + kNode[k] * h / last_step_);
    }
    for (uint32_t i = 0; i < n_; ++i) {
      const std::array<double, 3> old = {z_[0][i], z_[1][i], z_[2][i]};
      for (size_t k = 0; k < 3; ++k)
        z_[k][i] = weights[k][0] * old[0] + weights[k][1] * old[1] + weights[k][2] * old[2] - old[2];
    }
  }
  Transform(radau::kInverseT, z_, w_);
}

// The polynomial of the same step, as that of a part of it.
void Radau::PredictPart(double part) {
  std::array<std::array<double, 3>, 3> weights{};
  for (size_t k = 0; k < 3; ++k) {
    for (size_t i = 0; i < 3; ++i) weights[k][i] = Lagrange(i, kNode[k] * part);
  }
  for (uint32_t i = 0; i < n_; ++i) {
    const std::array<double, 3> whole = {z_[0][i], z_[1][i], z_[2][i]};
    for (size_t k = 0; k < 3; ++k)
      z_[k][i] = weights[k][0] * whole[0] + weights[k][1] * whole[1] + weights[k][2] * whole[2];
  }
  Transform(radau::kInverseT, z_, w_);
}

auto Radau::Improve(double h, double& change) -> StepStatus {
  for (size_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < n_; ++i) x_[i] = x0_[i] + z_[k][i];
    const double t = kNode[k] == 1 ? t1_ : t0_ + kNode[k] * h;
    if (const StepStatus status = Derivative(t, x_, f_[k]); status != StepStatus::Ok) return status;
  }
  Transform(radau::kInverseT, f_, change_);
  for (uint32_t i = 0; i < n_; ++i) {
    change_[0][i] -= radau::kGamma / h * w_[0][i];
    pair_[i] = change_[1][i] - (radau::kAlpha * w_[1][i] - radau::kBeta * w_[2][i]) / h;
    pair_[n_ + i] = change_[2][i] - (radau::kAlpha * w_[2][i] + radau::kBeta * w_[1][i]) / h;
  }
  matrices_.SolveReal(change_[0].data());
  matrices_.SolveComplex(pair_.data());
  std::copy_n(pair_.begin(), n_, change_[1].begin());
  std::copy_n(pair_.begin() + n_, n_, change_[2].begin());
  double sum = 0;
  for (size_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < n_; ++i) w_[k][i] += change_[k][i];
    const double part = Norm(change_[k]);
    sum += part * part;
  }
  change = std::sqrt(sum / 3);
  Transform(radau::kT, w_, z_);
  ++statistics_.nonlinear_iterations;
  return StepStatus::Ok;
}

auto Radau::Iterate(double h) -> bool {
  double last_change = 0;
  double last_rate = 0;
  remaining_ = std::pow(std::max(remaining_, kLeastRemaining), 0.8);
  contraction_ = kGoodContraction;
  for (n_newton_ = 1; n_newton_ <= kMaxNewton; ++n_newton_) {
    double change = 0;
    if (Improve(h, change) != StepStatus::Ok || !std::isfinite(change)) break;
    if (n_newton_ > 1) {
      const double rate = change / last_change;
      contraction_ = n_newton_ == 2 ? rate : std::sqrt(rate * last_rate);
      last_rate = rate;
      if (contraction_ >= 0.99) break;
      remaining_ = contraction_ / (1 - contraction_);
      // Where it would not get there in the iterations left, a step is chosen for which it will.
      const double expected =
          remaining_ * change * std::pow(contraction_, kMaxNewton - n_newton_) / newton_tolerance_;
      if (expected >= 1) {
        const double excess = std::clamp(expected, 1e-4, 20.0);
        next_step_ = h * 0.8 * std::pow(excess, -1.0 / (4 + kMaxNewton - n_newton_));
        return false;
      }
    }
    last_change = std::max(change, std::numeric_limits<double>::epsilon());
    if (remaining_ * change <= newton_tolerance_) return true;
  }
  next_step_ = h / 2;
  remaining_ = 1;
  return false;
}

auto Radau::EstimateError(double h, double& error) -> StepStatus {
  std::vector<double>& sum = f_[0];
  for (uint32_t i = 0; i < n_; ++i) {
    sum[i] = (radau::kError[0] * z_[0][i] + radau::kError[1] * z_[1][i] + radau::kError[2] * z_[2][i]) / h;
    error_[i] = sum[i] + f0_[i];
  }
  matrices_.SolveReal(error_.data());
  error = std::max(Norm(error_), 1e-10);
  if (error < 1 || !(is_first_ || was_rejected_)) return StepStatus::Ok;
  // Stiff components make the estimate too large at first, so that it is filtered once more. RADAU5 evaluates
  // f(x0 + error) for that, which is the same for a smooth f; but where a condition that is no event changes
  // on the way to x0 + error, it takes the slope behind the kink for that at x0 and sees no error at all.
  for (uint32_t i = 0; i < n_; ++i) error_[i] *= radau::kGamma / h;
  matrices_.SolveReal(error_.data());
  error = std::max(Norm(error_), 1e-10);
  return StepStatus::Ok;
}

// The step to come, with the prediction of K. Gustafsson (1994).
void Radau::Accept(double h, double error, bool is_last) {
  const double allowance = std::min(kSafety, kSafety * (1 + 2 * kMaxNewton) / (n_newton_ + 2 * kMaxNewton));
  double shrink = std::clamp(std::pow(error, 0.25) / allowance, 0.125, 5.0);
  if (!is_first_ && last_error_ > 0) {
    const double predicted = last_step_ / h * std::pow(error * error / last_error_, 0.25) / kSafety;
    shrink = std::max(shrink, std::clamp(predicted, 0.125, 5.0));
  }
  double proposed = h / shrink;
  if (was_rejected_) proposed = std::min(proposed, h);
  last_error_ = std::max(error, 0.01);
  last_step_ = h;
  const bool keeps_jacobian = contraction_ <= kGoodContraction;
  if (!keeps_jacobian) has_jacobian_ = false;
  if (keeps_jacobian && proposed >= h && proposed <= kSameStep * h) proposed = h;
  // A step cut short by the limit says little about the step to come.
  next_step_ = is_last ? std::max(next_step_, proposed) : proposed;
  is_first_ = false;
  was_rejected_ = false;
}

auto Radau::Advance(double limit) -> StepStatus {
  constexpr int kMaxTries = 60;
  SetScale();
  bool is_fresh = !has_jacobian_;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    double h = settings_.max_step > 0 ? std::min(next_step_, settings_.max_step) : next_step_;
    const bool is_last = t0_ + 1.0001 * h >= limit;
    if (is_last) h = limit - t0_;
    t1_ = is_last ? limit : t0_ + h;
    if (h <= 10 * std::numeric_limits<double>::epsilon() * std::abs(t0_) && !is_last) break;
    const StepStatus prepared = SetMatrices(h);
    if (prepared != StepStatus::Ok && prepared != StepStatus::SingularBlock) {
      message_ = "the Jacobian cannot be evaluated";
      return prepared;
    }
    if (prepared == StepStatus::SingularBlock) {
      next_step_ = h / 2;
      continue;
    }
    Predict(h);
    double error = 0;
    const bool has_converged = Iterate(h);
    if (has_converged && EstimateError(h, error) == StepStatus::Ok && error < 1) {
      for (uint32_t i = 0; i < n_; ++i) x1_[i] = x0_[i] + z_[2][i];
      if (Derivative(t1_, x1_, f1_) == StepStatus::Ok) {
        Accept(h, error, is_last);
        return StepStatus::Ok;
      }
      error = 1e3;
    }
    ++statistics_.rejected;
    if (has_converged) {
      ++statistics_.error_test_failures;
      for (uint32_t i = 0; i < n_; ++i) violations_[i] += std::abs(error_[i]) > scale_[i] ? 1 : 0;
      next_step_ = is_first_ ? h / 10 : h / std::clamp(std::pow(error, 0.25) / kSafety, 1.1, 5.0);
    } else if (!is_fresh) {
      has_jacobian_ = false;
      is_fresh = true;
    }
    was_rejected_ = true;
  }
  message_ = "the step size has become too small";
  return StepStatus::IntegratorFailed;
}

// Where the iteration fails, the polynomial of the step that succeeded has to do.
auto Radau::Repeat() -> StepStatus {
  const double h = t1_ - t0_;
  PredictPart(h / last_step_);
  last_step_ = h;
  const Stages predicted = z_;
  const double next_step = next_step_;
  if (SetMatrices(h) != StepStatus::Ok || !Iterate(h)) z_ = predicted;
  next_step_ = std::min(next_step, 4 * h);
  for (uint32_t i = 0; i < n_; ++i) x1_[i] = x0_[i] + z_[2][i];
  return Derivative(t1_, x1_, f1_);
}

}  // namespace

auto MakeRadau() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<Radau>(); }

}  // namespace kerf::solvers
