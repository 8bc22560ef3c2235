// Steps, roots and dense output of the integrators written here.
#include "runtime/explicit_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kerf::runtime {

auto ExplicitIntegrator::Prepare(System& system, const IntegratorSettings& settings) -> StepStatus {
  system_ = &system;
  settings_ = settings;
  statistics_ = {};
  n_ = system.n_states();
  for (std::vector<double>* v : {&x0_, &x1_, &f0_, &f1_, &x_root_}) v->assign(n_, 0);
  roots_.Prepare(system.relations().root_settings());
  Allocate();
  return StepStatus::Ok;
}

auto ExplicitIntegrator::Start(double t, const double* x) -> StepStatus {
  t0_ = t1_ = origin_ = t;
  fixed_steps_ = 0;
  is_first_step_ = true;
  std::copy_n(x, n_, x1_.begin());
  x0_ = x1_;
  const StepStatus status = Derivative(t, x1_, f1_);
  if (status != StepStatus::Ok) return status;
  Restart();
  // The evaluation just made has left the relations' functions in w.
  return roots_.Start(t, View().at_end, *system_);
}

auto ExplicitIntegrator::statistics() const -> IntegratorStatistics {
  IntegratorStatistics statistics = statistics_;
  statistics.location_trials = roots_.n_trials();
  return statistics;
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
  // What happens fast after a start is gone before a stage of a long first step sees it: there the dense
  // output tells of roots that are none. A root so early is believed only to a step of about its distance.
  // One within rounding errors of the start is the start's own: a function that begins at 0.
  constexpr double kEarly = 0.01;
  constexpr double kLonger = 10;
  constexpr double kAtStart = 64 * std::numeric_limits<double>::epsilon();
  t0_ = t1_;
  x0_.swap(x1_);
  f0_.swap(f1_);
  const bool is_first = std::exchange(is_first_step_, false);
  for (;;) {
    is_dense_ = false;
    was_repeated_ = false;
    StepStatus status = Advance(limit);
    if (status != StepStatus::Ok) return {StepKind::Failed, t0_, status};
    double t = t1_;
    bool found = false;
    status = SearchRoots(t, found);
    if (status != StepStatus::Ok) return {StepKind::Failed, t, status};
    const double step = t1_ - t0_;
    const double distance = t - t0_;
    const bool is_early = distance < kEarly * step && distance > kAtStart * std::max(std::abs(t), step);
    if (is_first && found && is_early && RestartWith(kLonger * distance)) {
      ++statistics_.rejected;
      status = BeginAgain();
      if (status != StepStatus::Ok) return {StepKind::Failed, t0_, status};
      continue;
    }
    ++statistics_.steps;
    statistics_.step_size = step;
    return {found ? StepKind::RootFound : StepKind::Stepped, t, StepStatus::Ok};
  }
}

// The search for roots forgets the step that has been taken.
auto ExplicitIntegrator::BeginAgain() -> StepStatus {
  t1_ = t0_;
  x1_ = x0_;
  const StepStatus status = Derivative(t0_, x0_, f0_);
  return status == StepStatus::Ok ? roots_.Start(t0_, View().at_end, *system_) : status;
}

auto ExplicitIntegrator::View() -> StepView {
  StepView view;
  view.at_end = [this](double* values) {
    if (!LeavesModelAtEnd()) return system_->Roots(t1_, x1_.data(), values);
    system_->RootsHere(t1_, values);
    return StepStatus::Ok;
  };
  view.inside = [this](double t, double* values) {
    Interpolate(t, x_root_.data());
    return system_->Roots(t, x_root_.data(), values);
  };
  if (CanRepeat()) {
    view.repeated = [this](double t, double* values) {
      const StepStatus status = RepeatTo(t);
      if (status == StepStatus::Ok) system_->RootsHere(t, values);
      return status;
    };
    view.confirms = ConfirmsRoots();
  }
  view.slopes_here = [this](double* slopes) { return system_->RootSlopesHere(slopes); };
  view.slopes_at_start = [this](double* slopes) {
    system_->SetPoint(t0_, x0_.data());
    const StepStatus status = system_->EvaluateHere();
    return status == StepStatus::Ok ? system_->RootSlopesHere(slopes) : status;
  };
  return view;
}

auto ExplicitIntegrator::RepeatTo(double t) -> StepStatus {
  t1_ = t;
  is_dense_ = false;
  was_repeated_ = true;
  return Repeat();
}

auto ExplicitIntegrator::SearchRoots(double& t, bool& found) -> StepStatus {
  const StepStatus status = roots_.Advance(t, View(), found);
  // The last trial need not be the one that was taken.
  const bool must_repeat = status == StepStatus::Ok && was_repeated_ && t != t1_;
  return must_repeat ? RepeatTo(t) : status;
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
