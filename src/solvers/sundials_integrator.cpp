// Sums over starts, and the roots of a step.
#include "solvers/sundials_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::solvers {

using runtime::StepKind;
using runtime::StepResult;
using runtime::StepStatus;

void SundialsIntegrator::BeginRun(runtime::System& system, const runtime::IntegratorSettings& settings,
                                  double part) {
  system_ = &system;
  settings_ = settings;
  step_part_ = runtime::StepPart(settings.relative_tolerance, part);
  is_started_ = false;
  before_ = {};
  parts_.emplace();
  roots_.Prepare(system.relations().root_settings());
  violations_.assign(system.n_states(), 0);
  scaled_errors_.assign(system.n_states(), 0);
}

void SundialsIntegrator::BeginStart() {
  if (is_started_) before_ = statistics();
  is_started_ = true;
  failures_noted_ = 0;
  stop_time_ = std::numeric_limits<double>::quiet_NaN();
}

auto SundialsIntegrator::BeginStep(double limit) -> bool {
  const bool is_new = limit != stop_time_;
  stop_time_ = limit;
  parts_->message.clear();
  return is_new;
}

// SUNDIALS keeps the errors of the last try only, which succeeded; the state that came closest to failing
// then is taken to be the one that failed before.
void SundialsIntegrator::NoteFailures() {
  const long failures = Count().error_fails;
  const long n_new = failures - failures_noted_;
  failures_noted_ = failures;
  if (n_new <= 0 || scaled_errors_.empty() || !ScaledErrors(scaled_errors_)) return;
  const auto worst =
      std::ranges::max_element(scaled_errors_, {}, [](double error) { return std::abs(error); });
  violations_[static_cast<size_t>(worst - scaled_errors_.begin())] += static_cast<uint64_t>(n_new);
}

auto SundialsIntegrator::FinishStart(double t) -> StepStatus {
  return roots_.Start(t, [&](double* values) { return RootsHere(t, values); }, *system_);
}

// Where rounding errors, or those of equations that are solved inside, are larger than a part of the
// tolerance, steps fail however short they are. Then the whole tolerance has to do.
auto SundialsIntegrator::StepMoreCoarsely(double limit, double& t) -> bool {
  if (step_part_ == 1) return false;
  step_part_ = 1;
  const std::string message = parts_->message;
  before_ = statistics();
  failures_noted_ = 0;
  if (!StartHere(t)) {
    // Why the step failed is told, not that there is no step to start from.
    parts_->message = message;
    return false;
  }
  SetStopTime(limit);
  if (StepOnce(limit, t)) return true;
  if (parts_->message.empty()) parts_->message = message;
  return false;
}

auto SundialsIntegrator::Step(double limit) -> StepResult {
  if (BeginStep(limit)) SetStopTime(limit);
  double t = 0;
  const uint64_t failures = system_->n_failures();
  // What the model cannot evaluate is no matter of tolerances.
  if (!StepOnce(limit, t) && (system_->n_failures() != failures || !StepMoreCoarsely(limit, t)))
    return {StepKind::Failed, t, StepStatus::IntegratorFailed};
  NoteFailures();
  return SearchRoots(t);
}

auto SundialsIntegrator::SearchRoots(double t) -> StepResult {
  const double end = t;
  runtime::StepView view;
  view.at_end = [&](double* values) { return RootsHere(end, values); };
  view.inside = [this](double at, double* values) { return RootsAt(at, values); };
  bool found = false;
  const StepStatus status = roots_.Advance(t, view, found);
  if (status != StepStatus::Ok) return {StepKind::Failed, t, status};
  return {found ? StepKind::RootFound : StepKind::Stepped, t, StepStatus::Ok};
}

auto SundialsIntegrator::message() const -> std::string_view {
  if (!parts_) return {};
  return parts_->message;
}

auto SundialsIntegrator::statistics() const -> runtime::IntegratorStatistics {
  runtime::IntegratorStatistics sum = before_;
  if (!is_started_) return sum;
  const Counts counts = Count();
  sum.steps += static_cast<uint64_t>(counts.steps);
  sum.rhs_evaluations += static_cast<uint64_t>(counts.evaluations);
  sum.error_test_failures += static_cast<uint64_t>(counts.error_fails);
  sum.rejected += static_cast<uint64_t>(counts.error_fails + counts.convergence_fails);
  sum.nonlinear_iterations += static_cast<uint64_t>(counts.iterations);
  sum.jacobian_evaluations += static_cast<uint64_t>(counts.jacobians);
  sum.order = static_cast<uint32_t>(counts.order);
  sum.step_size = counts.step_size;
  return sum;
}

}  // namespace kerf::solvers
