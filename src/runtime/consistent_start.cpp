// Steps of some size, extrapolated; the size that gives the best agreement is taken.
#include "runtime/consistent_start.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

// Steps relative to the length of the run: the first to be tried, and how many more, each a tenth of the
// last.
constexpr double kFirstTrialStep = 1e-6;
constexpr uint32_t kMoreSteps = 6;
// The errors of the result are about the square of the disagreement: good enough, and the worst taken.
constexpr double kGoodAgreement = 1e-5;
constexpr double kWorstAgreement = 1e-2;
// A state that moves by rounding errors alone keeps the value it was given.
constexpr double kNegligibleChange = 1e-11;

}  // namespace

void ConsistentStart::SetUp() {
  if (solver_ != nullptr) return;
  solver_ = factory_({implicit().n, implicit().col_ptr, implicit().row_index});
  for (std::vector<double>* vector : {&y_, &u_, &guess_, &change_, &trial_u_}) vector->resize(implicit().n);
  entries_.resize(implicit().nnz);
}

auto ConsistentStart::Scale(uint32_t i) const -> double {
  const KerfModel& model = system_.machine().model();
  if (i >= model.n_states) return std::abs(u_[i]) + 1;
  const double nominal = model.state_nominal == nullptr ? 1 : std::abs(model.state_nominal[i]);
  return std::abs(u_[i]) + std::max(std::abs(y_[i]), nominal) / span_;
}

auto ConsistentStart::Solve(double t, double span, const std::vector<double>& y0) -> StepStatus {
  const StepStatus status = Search(t, span, y0);
  if (status == StepStatus::Ok) return status;
  // The steps are nobody's business: what failed is the instant.
  system_.machine().failure().time = t;
  system_.machine().w()[system_.machine().model().time_slot] = t;
  return status;
}

auto ConsistentStart::Search(double t, double span, const std::vector<double>& y0) -> StepStatus {
  SetUp();
  span_ = span;
  const double* w = system_.machine().w();
  for (uint32_t i = 0; i < implicit().n; ++i) {
    guess_[i] = IsDifferential(i) ? 0 : w[implicit().y_slots[i]];
    // What the state form has left where it failed may be of no use.
    if (!std::isfinite(guess_[i])) guess_[i] = 0;
  }
  // Steps that the clock cannot resolve are of no use.
  const double least = 1e6 * std::numeric_limits<double>::epsilon() * std::abs(t);
  Trial best;
  best.disagreement = std::numeric_limits<double>::infinity();
  StepStatus status = StepStatus::Ok;
  double h = std::max(kFirstTrialStep * span, least);
  for (uint32_t k = 0; k <= kMoreSteps && h >= least && best.disagreement > kGoodAgreement; ++k, h /= 10) {
    Trial trial;
    status = Try(t, h, y0, trial);
    if (status == StepStatus::SingularBlock) return status;
    if (status != StepStatus::Ok) continue;
    // Smaller steps help until rounding errors take over.
    if (trial.disagreement >= best.disagreement) break;
    best = std::move(trial);
  }
  if (best.disagreement <= kWorstAgreement) return Finish(t, best, y0);
  return std::isinf(best.disagreement) ? status : FailHere(0);
}

auto ConsistentStart::Try(double t, double h, const std::vector<double>& y0, Trial& trial) -> StepStatus {
  const KerfModel& model = system_.machine().model();
  std::copy(y0.begin(), y0.end(), y_.begin());
  u_ = guess_;
  std::vector<double> second, functions(model.n_relations);
  for (uint32_t k = 1; k <= 3; ++k) {
    const StepStatus status = TakeStep(t + k * h, h);
    if (status != StepStatus::Ok) return status;
    for (uint32_t i = 0; i < implicit().n; ++i) y_[i] = IsDifferential(i) ? y_[i] + h * u_[i] : u_[i];
    if (k == 1) trial.y = y_;
    if (k != 2) continue;
    second = u_;
    for (uint32_t r = 0; r < model.n_relations; ++r)
      functions[r] = system_.machine().w()[model.relations[r].function_slot];
  }
  trial.yp.resize(implicit().n);
  for (uint32_t i = 0; i < implicit().n; ++i) {
    trial.disagreement = std::max(trial.disagreement, std::abs(u_[i] - second[i]) / Scale(i));
    trial.yp[i] = 3 * second[i] - 2 * u_[i];
    if (IsDifferential(i)) trial.y[i] -= h * (2 * second[i] - u_[i]);
    if (!IsDifferential(i)) trial.y[i] = trial.yp[i];
  }
  for (uint32_t r = 0; r < model.n_relations; ++r) {
    trial.slopes.push_back((system_.machine().w()[model.relations[r].function_slot] - functions[r]) / h);
  }
  return StepStatus::Ok;
}

auto ConsistentStart::Finish(double t, const Trial& trial, const std::vector<double>& y0) -> StepStatus {
  const KerfModel& model = system_.machine().model();
  double* w = system_.machine().w();
  w[model.time_slot] = t;
  for (uint32_t i = 0; i < implicit().n; ++i) {
    w[implicit().y_slots[i]] = trial.y[i];
    if (IsDifferential(i)) w[implicit().yp_slots[i]] = trial.yp[i];
  }
  for (uint32_t i = 0; i < model.n_states; ++i) {
    const double nominal = model.state_nominal == nullptr ? 1 : std::abs(model.state_nominal[i]);
    const double near = kNegligibleChange * std::max(std::abs(y0[i]), nominal);
    if (std::abs(trial.y[i] - y0[i]) <= near) w[implicit().y_slots[i]] = y0[i];
  }
  for (uint32_t r = 0; r < model.n_relations; ++r)
    system_.machine().tangents()[model.relations[r].function_slot] = trial.slopes[r];
  return system_.EvaluateImplicitHere();
}

}  // namespace kerf::runtime
