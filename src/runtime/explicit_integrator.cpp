// Steps, roots and dense output of the integrators written here.
#include "runtime/explicit_integrator.h"

#include <algorithm>

namespace kerf::runtime {

auto ExplicitIntegrator::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  system_ = &system;
  settings_ = settings;
  statistics_ = {};
  n_ = system.n_states();
  for (std::vector<double>* v : {&x0_, &x1_, &f0_, &f1_, &x_root_}) v->assign(n_, 0);
  roots_.Resize(system.n_roots());
  Allocate();
  return StepStatus::Ok;
}

auto ExplicitIntegrator::Start(double t, const double* x) -> StepStatus {
  t0_ = t1_ = origin_ = t;
  fixed_steps_ = 0;
  std::copy_n(x, n_, x1_.begin());
  x0_ = x1_;
  const StepStatus status = Derivative(t, x1_, f1_);
  if (status != StepStatus::Ok) return status;
  Restart();
  // The evaluation just made has left the relations' functions in w.
  return roots_.Start(t, [&](double at, double* values) {
    system_->RootsHere(at, values);
    return StepStatus::Ok;
  });
}

auto ExplicitIntegrator::Derivative(double t, const std::vector<double>& x, std::vector<double>& f)
    -> StepStatus {
  ++statistics_.rhs_evaluations;
  return system_->Derivative(t, x.data(), f.data());
}

void ExplicitIntegrator::Combine(double h, std::span<const double> weights,
                                 std::span<const std::vector<double>> slopes, std::vector<double>& x) const {
  for (uint32_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (size_t k = 0; k < weights.size(); ++k) sum += weights[k] * slopes[k][i];
    x[i] = x0_[i] + h * sum;
  }
}

auto ExplicitIntegrator::FixedEnd(double limit) -> double {
  const double h = settings_.initial_step > 0 ? settings_.initial_step : settings_.output_step;
  const double end = origin_ + static_cast<double>(++fixed_steps_) * h;
  return end >= limit || IsSameInstant(end, limit) ? limit : end;
}

auto ExplicitIntegrator::Step(double limit) -> StepResult {
  t0_ = t1_;
  x0_.swap(x1_);
  f0_.swap(f1_);
  is_dense_ = false;
  StepStatus status = Advance(limit);
  if (status != StepStatus::Ok) return {StepKind::Failed, t0_, status};
  ++statistics_.steps;
  statistics_.step_size = t1_ - t0_;
  double t = t1_;
  bool found = false;
  status = SearchRoots(t, found);
  if (status != StepStatus::Ok) return {StepKind::Failed, t, status};
  return {found ? StepKind::RootFound : StepKind::Stepped, t, StepStatus::Ok};
}

auto ExplicitIntegrator::SearchRoots(double& t, bool& found) -> StepStatus {
  return roots_.Advance(
      t,
      [&](double at, double* values) {
        Interpolate(at, x_root_.data());
        return system_->Roots(at, x_root_.data(), values);
      },
      found);
}

void ExplicitIntegrator::Interpolate(double t, double* x) {
  if (t == t1_) {
    std::copy_n(x1_.begin(), n_, x);
    return;
  }
  if (!is_dense_) PrepareDense();
  is_dense_ = true;
  Dense((t - t0_) / (t1_ - t0_), x);
}

}  // namespace kerf::runtime
