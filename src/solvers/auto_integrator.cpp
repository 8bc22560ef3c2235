// Looks at the model at the start, after the first steps of a method that is not for stiff models, and
// whenever the step size has changed tenfold, but not more often than every hundredth of the run; a method
// for stiff models is left alone for 400 steps while they are longer than those that others could make, by
// the eigenvalues known. A change takes effect at the next step, since the last one is still to be
// interpolated.
#include "solvers/auto_integrator.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "runtime/spectrum.h"
#include "solvers/factory.h"
#include "solvers/method_choice.h"

namespace kerf::solvers {
namespace {

using runtime::IntegratorSettings;
using runtime::IntegratorStatistics;
using runtime::StepKind;
using runtime::StepResult;
using runtime::StepStatus;

class AutoIntegrator final : public runtime::Integrator {
 public:
  auto Prepare(runtime::System& system, const IntegratorSettings& settings) -> StepStatus override;
  auto Start(double t, const double* x) -> StepStatus override;
  auto Step(double limit) -> StepResult override;
  void Interpolate(double t, double* x) override { current_->Interpolate(t, x); }
  void FillSlots(double t, double* w) override { current_->FillSlots(t, w); }
  [[nodiscard]] auto crossings() const -> std::span<const runtime::Crossing> override {
    return current_->crossings();
  }
  [[nodiscard]] auto statistics() const -> IntegratorStatistics override;
  [[nodiscard]] auto violations() const -> std::span<const uint64_t> override;
  [[nodiscard]] auto poor_locations() const -> std::span<const runtime::PoorLocation> override;
  [[nodiscard]] auto UnseenStates() const -> std::vector<uint32_t> override;
  [[nodiscard]] auto choices() const -> std::span<const runtime::SolverChoice> override { return choices_; }
  [[nodiscard]] auto message() const -> std::string_view override {
    return current_ == nullptr ? std::string_view() : current_->message();
  }

 private:
  // Looks are at least this part of the run apart. Of a method that is not for stiff models so many steps are
  // enough, first few and then, doubled each time, many.
  static constexpr double kLeastSpacing = 0.01;
  static constexpr uint64_t kFirstSteps = 20;
  static constexpr uint64_t kManySteps = 400;
  static constexpr uint64_t kFewStarts = 4;
  // Before that many steps a method is still looking for its step, and rejections mean nothing.
  static constexpr uint64_t kStartUp = 100;
  static constexpr double kMuchChanged = 10;

  [[nodiscard]] auto IsDue() const -> bool;
  [[nodiscard]] auto TypicalStep() const -> double;
  void Look(const double* x);
  auto Use(std::string_view solver) -> StepStatus;

  runtime::System* system_ = nullptr;
  IntegratorSettings settings_;
  std::map<std::string, std::unique_ptr<runtime::Integrator>, std::less<>> integrators_;
  runtime::Integrator* current_ = nullptr;
  std::string name_, wanted_;
  std::vector<runtime::SolverChoice> choices_;
  // The states at t_.
  std::vector<double> x_;
  double begin_ = 0, t_ = 0, step_ = 0;
  // Since the present solver was taken.
  uint64_t n_steps_ = 0, n_starts_ = 0;
  double looked_at_ = 0, looked_step_ = 0, known_radius_ = 0;
  uint64_t steps_since_look_ = 0;
  uint64_t patience_ = kFirstSteps;
  bool has_many_events_ = false, has_noise_ = false;
  // What the present solver had rejected when it was taken.
  uint64_t rejected_before_ = 0;
  uint64_t n_jacobians_ = 0;
  mutable std::vector<uint64_t> violations_;
  mutable std::vector<runtime::PoorLocation> poor_;
};

auto AutoIntegrator::Prepare(runtime::System& system, const IntegratorSettings& settings) -> StepStatus {
  *this = {};
  system_ = &system;
  settings_ = settings;
  x_.resize(system.n_states());
  return StepStatus::Ok;
}

auto AutoIntegrator::Use(std::string_view solver) -> StepStatus {
  name_ = solver;
  n_steps_ = 0;
  n_starts_ = 0;
  auto& slot = integrators_[name_];
  if (slot == nullptr) {
    slot = MakeIntegrator(name_);
    if (const StepStatus status = slot->Prepare(*system_, settings_); status != StepStatus::Ok) {
      current_ = slot.get();
      return status;
    }
  }
  current_ = slot.get();
  rejected_before_ = current_->statistics().rejected;
  steps_since_look_ = 0;
  patience_ = kFirstSteps;
  return StepStatus::Ok;
}

auto AutoIntegrator::Start(double t, const double* x) -> StepStatus {
  if (current_ == nullptr) begin_ = t;
  t_ = t;
  std::copy_n(x, x_.size(), x_.begin());
  ++n_starts_;
  if (current_ == nullptr || IsDue()) Look(x);
  if (wanted_ != name_) {
    if (const StepStatus status = Use(wanted_); status != StepStatus::Ok) return status;
    n_starts_ = 1;
  }
  return current_->Start(t, x);
}

auto AutoIntegrator::Step(double limit) -> StepResult {
  if (wanted_ != name_) {
    StepStatus status = Use(wanted_);
    if (status == StepStatus::Ok) status = current_->Start(t_, x_.data());
    if (status != StepStatus::Ok) return {StepKind::Failed, t_, status};
  }
  const StepResult result = current_->Step(limit);
  if (result.kind == StepKind::Failed) return result;
  ++n_steps_;
  ++steps_since_look_;
  step_ = result.t - t_;
  t_ = result.t;
  if (result.kind != StepKind::Stepped) return result;
  current_->Interpolate(t_, x_.data());
  if (t_ < limit && IsDue()) {
    Look(x_.data());
    // The model no longer stands where the step ended.
    system_->ForgetRoots();
  }
  return result;
}

// Of a method for stiff models the mean since the last look, since it starts with tiny steps after events;
// of others the longest that it makes.
auto AutoIntegrator::TypicalStep() const -> double {
  if (steps_since_look_ == 0) return 0;
  const double mean = (t_ - looked_at_) / static_cast<double>(steps_since_look_);
  return IsStiffMethod(name_) ? mean : std::max(mean, step_);
}

auto AutoIntegrator::IsDue() const -> bool {
  if (steps_since_look_ == 0) return false;
  const bool is_spaced = t_ - looked_at_ >= kLeastSpacing * settings_.run_length;
  const double step = TypicalStep();
  if (IsStiffMethod(name_))
    return is_spaced && (step * known_radius_ < kWasteful || steps_since_look_ >= kManySteps ||
                         (n_starts_ > kFewStarts && looked_step_ == 0));
  if (steps_since_look_ >= patience_) return true;
  if (n_steps_ < kFirstSteps && n_starts_ <= kFewStarts) return false;
  const bool has_changed = step > kMuchChanged * looked_step_ || step < looked_step_ / kMuchChanged;
  return is_spaced && has_changed;
}

void AutoIntegrator::Look(const double* x) {
  Features features;
  features.tolerance = settings_.relative_tolerance;
  features.had_many_events = has_many_events_;
  features.had_noise = has_noise_;
  features.step = TypicalStep();
  features.stretch = settings_.run_length;
  if (n_starts_ > kFewStarts) {
    features.steps_per_start = static_cast<double>(n_steps_) / static_cast<double>(n_starts_);
    features.stretch = (t_ - begin_) / static_cast<double>(n_starts_);
  }
  if (n_steps_ >= kStartUp) {
    const uint64_t rejected = current_->statistics().rejected - rejected_before_;
    features.rejected = static_cast<double>(rejected) / static_cast<double>(n_steps_ + rejected);
  }
  ++n_jacobians_;
  looked_at_ = t_;
  looked_step_ = features.step;
  steps_since_look_ = 0;
  if (current_ != nullptr) patience_ = std::min(2 * patience_, kManySteps);
  // Where there is no Jacobian nothing is known, and nothing changes.
  if (FindSpectrum(*system_, t_, x, features.spectrum) != StepStatus::Ok && current_ != nullptr) return;
  known_radius_ = features.spectrum.radius;
  MethodChoice choice = ChooseMethod(features, name_);
  has_many_events_ = choice.has_many_events;
  has_noise_ = choice.has_noise;
  if (choice.solver == name_) return;
  wanted_ = choice.solver;
  choices_.push_back({t_, wanted_, std::move(choice.reason)});
}

auto AutoIntegrator::statistics() const -> IntegratorStatistics {
  IntegratorStatistics sum;
  for (const auto& [name, integrator] : integrators_) {
    const IntegratorStatistics part = integrator->statistics();
    sum.steps += part.steps;
    sum.rejected += part.rejected;
    sum.rhs_evaluations += part.rhs_evaluations;
    sum.jacobian_evaluations += part.jacobian_evaluations;
    sum.nonlinear_iterations += part.nonlinear_iterations;
    sum.error_test_failures += part.error_test_failures;
    sum.location_trials += part.location_trials;
    if (integrator.get() != current_) continue;
    sum.order = part.order;
    sum.step_size = part.step_size;
  }
  sum.jacobian_evaluations += n_jacobians_;
  return sum;
}

auto AutoIntegrator::violations() const -> std::span<const uint64_t> {
  violations_.assign(x_.size(), 0);
  for (const auto& [name, integrator] : integrators_) {
    const auto part = integrator->violations();
    for (size_t i = 0; i < part.size(); ++i) violations_[i] += part[i];
  }
  return violations_;
}

auto AutoIntegrator::UnseenStates() const -> std::vector<uint32_t> {
  return current_ == nullptr ? std::vector<uint32_t>() : current_->UnseenStates();
}

auto AutoIntegrator::poor_locations() const -> std::span<const runtime::PoorLocation> {
  poor_.clear();
  for (const auto& [name, integrator] : integrators_)
    poor_.insert(poor_.end(), integrator->poor_locations().begin(), integrator->poor_locations().end());
  return poor_;
}

}  // namespace

auto MakeAuto() -> std::unique_ptr<runtime::Integrator> { return std::make_unique<AutoIntegrator>(); }

}  // namespace kerf::solvers
