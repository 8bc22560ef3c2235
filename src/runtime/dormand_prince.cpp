// Dormand-Prince 5(4) with the fourth-order dense output of Hairer, Nørsett and Wanner, Solving Ordinary
// Differential Equations I, II.5 and II.6.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "runtime/classic_integrators.h"
#include "runtime/explicit_integrator.h"

namespace kerf::runtime {
namespace {

constexpr size_t kStages = 7;
constexpr std::array<double, kStages> kNode = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
constexpr std::array<std::array<double, 6>, kStages> kRow = {{
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
}};
// The difference of the fifth- and fourth-order solutions.
constexpr std::array<double, kStages> kError = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
constexpr std::array<double, kStages> kDense = {-12715105075.0 / 11282082432,  0,
                                                87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                                701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                                69997945.0 / 29380423};

class DormandPrince final : public ExplicitIntegrator {
 protected:
  void Allocate() override {
    for (std::vector<double>& k : k_) k.assign(n_, 0);
    x_.assign(n_, 0);
    next_step_ = 0;
  }
  // A one-step method has no history to lose, so a restart goes on with about the step it had.
  void Restart() override {
    if (next_step_ > 0) return void(next_step_ /= 2);
    next_step_ = settings_.initial_step > 0 ? settings_.initial_step : FirstStep();
  }
  auto Advance(double limit) -> StepStatus override;
  void Dense(double s, double* x) const override;

 private:
  [[nodiscard]] auto FirstStep() const -> double;
  auto Try(double h, double& error) -> StepStatus;
  [[nodiscard]] auto ErrorNorm(double h) const -> double;
  [[nodiscard]] auto Weight(uint32_t i, double x) const -> double {
    return settings_.absolute_tolerance[i] + settings_.relative_tolerance * std::abs(x);
  }

  std::array<std::vector<double>, kStages> k_;
  std::vector<double> x_;
  double next_step_ = 0;
};

// A step in which an Euler step would change x by about a hundredth of its size (Hairer, II.4); where x is
// almost 0, one in which the slope alone, raised to the order of the method, stays small. Too long a step is
// only rejected.
auto DormandPrince::FirstStep() const -> double {
  double size = 0;
  double slope = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    size = std::max(size, std::abs(x1_[i]) / Weight(i, x1_[i]));
    slope = std::max(slope, std::abs(f1_[i]) / Weight(i, x1_[i]));
  }
  if (slope < 1e-5) return 1e-6;
  return 0.01 * std::max(size / slope, std::pow(slope, -0.2));
}

auto DormandPrince::Advance(double limit) -> StepStatus {
  statistics_.order = 5;
  constexpr int kMaxTries = 40;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    double h = settings_.max_step > 0 ? std::min(next_step_, settings_.max_step) : next_step_;
    // The last step is stretched a little rather than followed by a tiny one.
    const bool is_last = t0_ + 1.01 * h >= limit;
    if (is_last) h = limit - t0_;
    t1_ = is_last ? limit : t0_ + h;
    if (t1_ - t0_ <= 4 * std::numeric_limits<double>::epsilon() * std::abs(t0_) && !is_last) break;
    double error = 0;
    const StepStatus status = Try(h, error);
    if (IsRecoverable(status) || !std::isfinite(error)) error = 1e3;
    const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 5.0);
    if (error <= 1) {
      // A step cut short by the limit says little about the step to come.
      next_step_ = is_last ? std::max(next_step_, h * factor) : h * factor;
      return StepStatus::Ok;
    }
    next_step_ = h * factor;
    ++statistics_.rejected;
    if (!IsRecoverable(status)) ++statistics_.error_test_failures;
  }
  message_ = "the step size has become too small";
  return StepStatus::IntegratorFailed;
}

auto DormandPrince::Try(double h, double& error) -> StepStatus {
  k_[0] = f0_;
  for (size_t stage = 1; stage < kStages; ++stage) {
    std::vector<double>& x = stage + 1 == kStages ? x1_ : x_;
    Combine(h, std::span(kRow[stage]).first(stage), k_, x);
    const double t = kNode[stage] == 1 ? t1_ : t0_ + kNode[stage] * h;
    const StepStatus status = Derivative(t, x, k_[stage]);
    if (status != StepStatus::Ok) return status;
  }
  f1_ = k_[kStages - 1];
  error = ErrorNorm(h);
  return StepStatus::Ok;
}

auto DormandPrince::ErrorNorm(double h) const -> double {
  double sum = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    double error = 0;
    for (size_t k = 0; k < kStages; ++k) error += kError[k] * k_[k][i];
    const double scaled = h * error / Weight(i, std::max(std::abs(x0_[i]), std::abs(x1_[i])));
    sum += scaled * scaled;
  }
  return std::sqrt(sum / n_);
}

void DormandPrince::Dense(double s, double* x) const {
  const double h = t1_ - t0_;
  for (uint32_t i = 0; i < n_; ++i) {
    const double rise = x1_[i] - x0_[i];
    const double bow = h * f0_[i] - rise;
    double correction = 0;
    for (size_t k = 0; k < kStages; ++k) correction += kDense[k] * k_[k][i];
    const double last = rise - h * f1_[i] - bow;
    x[i] = x0_[i] + s * (rise + (1 - s) * (bow + s * (last + (1 - s) * h * correction)));
  }
}

}  // namespace

auto MakeDormandPrince() -> std::unique_ptr<Integrator> { return std::make_unique<DormandPrince>(); }

}  // namespace kerf::runtime
