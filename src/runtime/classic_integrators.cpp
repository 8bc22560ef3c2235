// Methods with fixed steps.
#include "runtime/classic_integrators.h"

#include <algorithm>
#include <array>

#include "runtime/explicit_integrator.h"

namespace kerf::runtime {
namespace {

class TimeWalker final : public ExplicitIntegrator {
 protected:
  auto Advance(double limit) -> StepStatus override {
    t1_ = FixedEnd(limit);
    return StepStatus::Ok;
  }
  [[nodiscard]] auto LeavesModelAtEnd() const -> bool override { return false; }
  void Dense(double /*s*/, double* /*x*/) const override {}
};

class Euler final : public ExplicitIntegrator {
 protected:
  auto Advance(double limit) -> StepStatus override {
    statistics_.order = 1;
    t1_ = FixedEnd(limit);
    return Repeat();
  }
  auto Repeat() -> StepStatus override {
    for (uint32_t i = 0; i < n_; ++i) x1_[i] = x0_[i] + (t1_ - t0_) * f0_[i];
    return Derivative(t1_, x1_, f1_);
  }
  [[nodiscard]] auto CanRepeat() const -> bool override { return true; }
  void Dense(double s, double* x) const override {
    for (uint32_t i = 0; i < n_; ++i) x[i] = x0_[i] + s * (x1_[i] - x0_[i]);
  }
};

class RungeKutta4 final : public ExplicitIntegrator {
 protected:
  void Allocate() override {
    for (std::vector<double>& k : k_) k.assign(n_, 0);
    x_.assign(n_, 0);
  }

  auto Advance(double limit) -> StepStatus override {
    statistics_.order = 4;
    t1_ = FixedEnd(limit);
    return Repeat();
  }
  [[nodiscard]] auto CanRepeat() const -> bool override { return true; }

  auto Repeat() -> StepStatus override {
    const double h = t1_ - t0_;
    k_[0] = f0_;
    constexpr std::array<double, 4> kNode = {0, 0.5, 0.5, 1};
    for (size_t stage = 1; stage < 4; ++stage) {
      for (uint32_t i = 0; i < n_; ++i) x_[i] = x0_[i] + h * kNode[stage] * k_[stage - 1][i];
      const StepStatus status = Derivative(stage == 3 ? t1_ : t0_ + kNode[stage] * h, x_, k_[stage]);
      if (status != StepStatus::Ok) return status;
    }
    constexpr std::array<double, 4> kWeight = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    Combine(h, kWeight, k_, x1_);
    return Derivative(t1_, x1_, f1_);
  }

  // Cubic Hermite interpolation between the ends.
  void Dense(double s, double* x) const override {
    const double h = t1_ - t0_;
    for (uint32_t i = 0; i < n_; ++i) {
      const double rise = x1_[i] - x0_[i];
      const double left = h * f0_[i] - rise;
      const double right = rise - h * f1_[i];
      x[i] = x0_[i] + s * (rise + (1 - s) * (left * (1 - s) + right * s));
    }
  }

 private:
  std::array<std::vector<double>, 4> k_;
  std::vector<double> x_;
};

}  // namespace

auto MakeTimeWalker() -> std::unique_ptr<Integrator> { return std::make_unique<TimeWalker>(); }
auto MakeEuler() -> std::unique_ptr<Integrator> { return std::make_unique<Euler>(); }
auto MakeRungeKutta4() -> std::unique_ptr<Integrator> { return std::make_unique<RungeKutta4>(); }

}  // namespace kerf::runtime
