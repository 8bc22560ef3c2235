// Step control as in E. Hairer, S. P. Nørsett and G. Wanner, Solving Ordinary Differential Equations I, II.4.
#include "runtime/embedded_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "runtime/classic_integrators.h"

namespace kerf::runtime {

namespace {

// Whether the two results differ by nothing where the derivative depends on time alone, whatever its error:
// the weights of stages at the same instant cancel.
auto IsBlindToTime(const EmbeddedPair& pair) -> bool {
  constexpr double kRounding = 1e-12;
  for (size_t k = 0; k < pair.n_stages(); ++k) {
    double sum = 0;
    for (size_t i = 0; i < pair.n_stages(); ++i) sum += pair.nodes[i] == pair.nodes[k] ? pair.error[i] : 0;
    if (std::abs(sum) > kRounding) return false;
  }
  return true;
}

}  // namespace

void EmbeddedIntegrator::Allocate() {
  step_part_ = StepPart(settings_.relative_tolerance, pair_.part);
  k_.assign(pair_.n_stages(), std::vector<double>(n_));
  x_.assign(n_, 0);
  violations_.assign(n_, 0);
  unseen_.resize(n_);
  std::iota(unseen_.begin(), unseen_.end(), 0U);
  if (!IsBlindToTime(pair_)) unseen_.clear();
  has_changed_.assign(n_, false);
  is_probed_.assign(n_, false);
  polynomial_.Resize(n_, pair_.order);
  next_step_ = 0;
  statistics_.order = pair_.order;
}

// A one-step method has no history to lose, so a restart goes on with about the step it had.
void EmbeddedIntegrator::Restart() {
  if (next_step_ > 0) return void(next_step_ /= 2);
  next_step_ = settings_.initial_step > 0 ? settings_.initial_step : FirstStep();
}

// A step in which an Euler step would change x by about a hundredth of its size; where x is almost 0, one in
// which the slope alone, raised to the order of the method, stays small. Too long a step is only rejected.
auto EmbeddedIntegrator::FirstStep() const -> double {
  double size = 0;
  double slope = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    size = std::max(size, std::abs(x1_[i]) / Weight(i, x1_[i]));
    slope = std::max(slope, std::abs(f1_[i]) / Weight(i, x1_[i]));
  }
  if (slope < 1e-5) return 1e-6;
  return 0.01 * std::max(size / slope, std::pow(slope, -1.0 / (pair_.lower_order + 1)));
}

auto EmbeddedIntegrator::Advance(double limit) -> StepStatus {
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
    const double slowest = -1.0 / (pair_.lower_order + 1);
    const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-10), slowest), 0.2, 5.0);
    if (error <= 1) {
      // A step cut short by the limit says little about the step to come.
      next_step_ = is_last ? std::max(next_step_, h * factor) : h * factor;
      LookAtUnseen();
      return StepStatus::Ok;
    }
    next_step_ = h * factor;
    Reject(h, status);
  }
  message_ = "the step size has become too small";
  return StepStatus::IntegratorFailed;
}

// The error is beyond all bounds where the step could not be taken.
auto EmbeddedIntegrator::Try(double h, double& error) -> StepStatus {
  constexpr double kFailed = 1e3;
  StepStatus status = RunStages(h);
  error = status == StepStatus::Ok ? ErrorNorm(h) : kFailed;
  if (!std::isfinite(error)) error = kFailed;
  if (error > 1 || EndsWithDerivative()) return status;
  status = Derivative(t1_, x1_, f1_);
  if (status != StepStatus::Ok) error = kFailed;
  return status;
}

auto EmbeddedIntegrator::Repeat() -> StepStatus {
  const StepStatus status = RunStages(t1_ - t0_);
  return status == StepStatus::Ok && !EndsWithDerivative() ? Derivative(t1_, x1_, f1_) : status;
}

auto EmbeddedIntegrator::RunStages(double h) -> StepStatus {
  polynomial_.Begin();
  k_[0] = f0_;
  for (size_t stage = 1; stage < pair_.n_stages(); ++stage) {
    Combine(h, pair_.Row(stage), k_, x_);
    const double t = pair_.nodes[stage] == 1 ? t1_ : t0_ + pair_.nodes[stage] * h;
    const StepStatus status = Derivative(t, x_, k_[stage]);
    if (status != StepStatus::Ok) return status;
  }
  Combine(h, pair_.weights, k_, x1_);
  if (EndsWithDerivative()) f1_ = k_.back();
  return StepStatus::Ok;
}

auto EmbeddedIntegrator::EndsWithDerivative() const -> bool {
  const size_t last = pair_.n_stages() - 1;
  return pair_.nodes[last] == 1 && pair_.weights[last] == 0 &&
         std::equal(pair_.weights.begin(), pair_.weights.end() - 1, pair_.Row(last).begin());
}

auto EmbeddedIntegrator::ScaledError(double h, uint32_t i) const -> double {
  double error = 0;
  for (size_t k = 0; k < k_.size(); ++k) error += pair_.error[k] * k_[k][i];
  return h * error / Weight(i, std::max(std::abs(x0_[i]), std::abs(x1_[i])));
}

auto EmbeddedIntegrator::ErrorNorm(double h) const -> double {
  double sum = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    const double scaled = ScaledError(h, i);
    sum += scaled * scaled;
  }
  return std::sqrt(sum / n_);
}

void EmbeddedIntegrator::Reject(double h, StepStatus status) {
  ++statistics_.rejected;
  if (status != StepStatus::Ok) return;
  ++statistics_.error_test_failures;
  for (uint32_t i = 0; i < n_; ++i) violations_[i] += std::abs(ScaledError(h, i)) > 1 ? 1 : 0;
}

// Fehlberg's pairs compare stages at the same instants: where a derivative depends on time alone, they find
// no difference, whatever the error.
void EmbeddedIntegrator::LookAtUnseen() {
  constexpr double kRounding = 1e-13;
  constexpr double kChanged = 1e-6;
  std::erase_if(unseen_, [&](uint32_t i) {
    double sum = 0;
    double size = 0;
    for (size_t k = 0; k < k_.size(); ++k) {
      sum += pair_.error[k] * k_[k][i];
      size += std::abs(pair_.error[k] * k_[k][i]);
      if (std::abs(k_[k][i] - k_[0][i]) > kChanged * std::abs(k_[0][i])) has_changed_[i] = true;
    }
    return std::abs(sum) > kRounding * size;
  });
  for (const uint32_t i : unseen_) {
    if (has_changed_[i] && !is_probed_[i]) return ProbeUnseen();
  }
}

// In short steps there is no difference either, of anything smooth. So the derivative itself is asked: at the
// same instant with all states a little elsewhere it is the same to the last bit, or it depends on a state.
void EmbeddedIntegrator::ProbeUnseen() {
  constexpr double kElsewhere = 1e-4;
  std::vector<double> derivative(n_);
  for (uint32_t i = 0; i < n_; ++i) x_[i] = x0_[i] + kElsewhere * std::max(std::abs(x0_[i]), 1.0);
  if (Derivative(t0_, x_, derivative) == StepStatus::Ok) {
    std::erase_if(unseen_, [&](uint32_t i) { return derivative[i] != f0_[i]; });
    for (const uint32_t i : unseen_) is_probed_[i] = true;
  }
  // Who asks for the functions of conditions finds those of the end.
  (void)Derivative(t1_, x1_, derivative);
}

auto EmbeddedIntegrator::UnseenStates() const -> std::vector<uint32_t> {
  std::vector<uint32_t> states;
  for (const uint32_t i : unseen_) {
    if (has_changed_[i] && is_probed_[i]) states.push_back(i);
  }
  return states;
}

void EmbeddedIntegrator::PrepareDense() {
  if (!pair_.dense.empty()) return;
  polynomial_.Build(Ends(), [this](double t, const std::vector<double>& x, std::vector<double>& f) {
    return Derivative(t, x, f);
  });
}

void EmbeddedIntegrator::Dense(double s, double* x) const {
  if (pair_.dense.empty()) return polynomial_.Evaluate(Ends(), s, x);
  DenseQuartic(s, x);
}

void EmbeddedIntegrator::DenseQuartic(double s, double* x) const {
  const double h = t1_ - t0_;
  for (uint32_t i = 0; i < n_; ++i) {
    const double rise = x1_[i] - x0_[i];
    const double bow = h * f0_[i] - rise;
    double correction = 0;
    for (size_t k = 0; k < k_.size(); ++k) correction += pair_.dense[k] * k_[k][i];
    const double last = rise - h * f1_[i] - bow;
    x[i] = x0_[i] + s * (rise + (1 - s) * (bow + s * (last + (1 - s) * h * correction)));
  }
}

auto MakeDormandPrince() -> std::unique_ptr<Integrator> {
  return std::make_unique<EmbeddedIntegrator>(DormandPrince54());
}
auto MakeRungeKuttaSimpson() -> std::unique_ptr<Integrator> {
  return std::make_unique<EmbeddedIntegrator>(RungeKuttaSimpson());
}
auto MakeEngland() -> std::unique_ptr<Integrator> {
  return std::make_unique<EmbeddedIntegrator>(England45());
}
auto MakeFehlberg56() -> std::unique_ptr<Integrator> {
  return std::make_unique<EmbeddedIntegrator>(Fehlberg56());
}
auto MakeFehlberg89() -> std::unique_ptr<Integrator> {
  return std::make_unique<EmbeddedIntegrator>(Fehlberg89());
}

}  // namespace kerf::runtime
