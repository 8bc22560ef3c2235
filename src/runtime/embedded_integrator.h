// Explicit Runge-Kutta methods with variable steps, one class for all tables of embedded_pair.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/dense_polynomial.h"
#include "runtime/embedded_pair.h"
#include "runtime/explicit_integrator.h"

namespace kerf::runtime {

class EmbeddedIntegrator final : public ExplicitIntegrator {
 public:
  explicit EmbeddedIntegrator(const EmbeddedPair& pair) : pair_(pair) {}

  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override { return violations_; }
  [[nodiscard]] auto UnseenStates() const -> std::vector<uint32_t> override;

 protected:
  void Allocate() override;
  void Restart() override;
  auto RestartWith(double step) -> bool override {
    next_step_ = step;
    return true;
  }
  auto Advance(double limit) -> StepStatus override;
  auto Repeat() -> StepStatus override;
  [[nodiscard]] auto CanRepeat() const -> bool override { return true; }
  void PrepareDense() override;
  void Dense(double s, double* x) const override;

 private:
  [[nodiscard]] auto FirstStep() const -> double;
  auto Try(double h, double& error) -> StepStatus;
  auto RunStages(double h) -> StepStatus;
  [[nodiscard]] auto ScaledError(double h, uint32_t i) const -> double;
  [[nodiscard]] auto ErrorNorm(double h) const -> double;
  void Reject(double h, StepStatus status);
  void LookAtUnseen();
  void ProbeUnseen();
  void DenseQuartic(double s, double* x) const;
  [[nodiscard]] auto Ends() const -> DensePolynomial::Ends {
    return {t0_, t1_ - t0_, &x0_, &x1_, &f0_, &f1_};
  }
  // Whether the last stage is the derivative at the end of the step.
  [[nodiscard]] auto EndsWithDerivative() const -> bool;
  [[nodiscard]] auto Weight(uint32_t i, double x) const -> double {
    return step_part_ * (settings_.absolute_tolerance[i] + settings_.relative_tolerance * std::abs(x));
  }

  const EmbeddedPair& pair_;
  std::vector<std::vector<double>> k_;
  std::vector<double> x_;
  DensePolynomial polynomial_;
  double next_step_ = 0;
  double step_part_ = 1;
  std::vector<uint64_t> violations_;
  // States of whose errors nothing was seen yet, and whether their derivatives have changed within a step.
  std::vector<uint32_t> unseen_;
  std::vector<bool> has_changed_;
  // Whether they depend on time alone indeed.
  std::vector<bool> is_probed_;
};

}  // namespace kerf::runtime
