// The iteration itself. The merit function of the line search is the norm of the residuals, each relative to
// the change that a typical change of the unknowns would cause in it.
#include "runtime/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::runtime {
namespace {

constexpr uint32_t kMaxNewtonIterations = 60;
// The error left in an unknown, relative to its weight.
constexpr double kTolerance = 1e-13;
// Updates that no longer shrink count as rounding errors when they are smaller than this.
constexpr double kRoundingUpdate = 1e-7;
// Below this size an update is taken whole: the merit function would only show rounding errors.
constexpr double kSmallUpdate = 1e-9;
constexpr double kGoodContraction = 0.03;
// So much old factors must contract, and full steps beyond kMaxNewtonIterations, whose lengths must not
// shrink.
constexpr double kSteadyContraction = 0.5;
constexpr double kSameLength = 0.9;
// Residuals not larger than so often those of the last solution need no proof.
constexpr double kSameResidual = 4;
constexpr uint32_t kMostIterations = 1000;
constexpr double kMinDamping = 1e-5;
// Where the Jacobian almost vanishes updates are absurdly long: damping goes on until they are this short.
constexpr double kShortUpdate = 1e-2;
constexpr double kArmijo = 1e-4;

}  // namespace

auto BlockSolver::Iterate() -> StepStatus {
  merit_ = Evaluate(z_);
  if (!std::isfinite(merit_)) return StepStatus::NonFinite;
  bool wants_jacobian = !is_factored_;
  // Steps of equal length that make steady progress, as down an exponential function, are not counted. Steps
  // that get shorter lead to a multiple root, which is not found exactly.
  const uint32_t n_most = effort_ == Effort::Full ? kMostIterations : kMaxNewtonIterations;
  uint32_t n_slow = 0;
  double last_length = 0;
  for (iterations_ = 1; iterations_ <= n_most && n_slow < kMaxNewtonIterations; ++iterations_, ++n_slow) {
    ++statistics_.iterations;
    is_fresh_ = wants_jacobian;
    if (wants_jacobian && FactorHere() != kNone) {
      // A step that mends a singular matrix may lead to where it is regular.
      if (!TakeRegularisedStep()) return StepStatus::SingularBlock;
      continue;
    }
    if (wants_jacobian) {
      UpdateRowScale(kNominalShare);
      merit_ = Merit();
      for (uint32_t i = 0; i < n_; ++i) largest_scale_[i] = std::max(largest_scale_[i], row_scale_[i]);
    }
    ComputeUpdate();
    const double update = UpdateSize();
    const double before = merit_;
    if (!TakeDampedStep(update)) {
      if (is_fresh_ && !TakeRegularisedStep()) return StepStatus::BlockDidNotConverge;
      wants_jacobian = true;
      continue;
    }
    const double contraction = before > 0 ? merit_ / before : 0;
    if (HasConverged(update, contraction)) {
      settled_ = LargestResidual();
      singular_column_ = FindFlat();
      return singular_column_ == kNone ? StepStatus::Ok : StepStatus::SingularBlock;
    }
    wants_jacobian = damping_ < 1 || contraction > kGoodContraction;
    const double length = UpdateLength();
    if (damping_ == 1 && contraction < kSteadyContraction && length > kSameLength * last_length) --n_slow;
    last_length = length;
  }
  return StepStatus::BlockDidNotConverge;
}

auto BlockSolver::HasConverged(double update, double contraction) const -> bool {
  if (damping_ < 1) return false;
  if (std::min(contraction, 1.0) * update <= kTolerance) {
    // By a Jacobian that has become much too large any update is small. Where values may have jumped, it has
    // to show that it still contracts.
    return is_fresh_ || effort_ == Effort::Stage || contraction <= kSteadyContraction ||
           LargestResidual() <= kSameResidual * settled_;
  }
  return is_fresh_ && update <= kRoundingUpdate && contraction > 0.5;
}

// exp(-z) = 0 is satisfied to the last bit by any z that is large enough, and tanh(z) = 1 too: an unknown by
// which nothing changes any more has not been found but lost. Returns it, or kNone.
auto BlockSolver::FindFlat() -> uint32_t {
  // Only columns that have faded are worth the evaluations.
  constexpr double kFaded = 1e-6;
  if (effort_ != Effort::Full || shift_ != 0) return kNone;
  block_->jacobian.run(block_->jacobian.context, w_);
  const double* entries = w_ + block_->jacobian_slot;
  for (uint32_t j = 0; j < n_; ++j) {
    const double weight = Weight(j, kNominalShare);
    bool has_faded = true;
    for (uint32_t p = block_->col_ptr[j]; p < block_->col_ptr[j + 1] && has_faded; ++p)
      has_faded = std::abs(entries[p]) * weight <= kFaded * largest_scale_[block_->row_index[p]];
    if (has_faded && IsFlat(j)) return j;
  }
  return kNone;
}

// Whether the residuals stay as they are, to the last bit, when the unknown grows a little and by its size.
auto BlockSolver::IsFlat(uint32_t column) -> bool {
  const std::vector<double> here = residual_;
  bool is_flat = true;
  for (const double part : {0.01, 1.0}) {
    trial_ = z_;
    trial_[column] += std::copysign(part * Weight(column, 1), z_[column]);
    Evaluate(trial_);
    is_flat = is_flat && residual_ == here;
  }
  Evaluate(z_);
  return is_flat;
}

// Takes z + damping * update with the largest damping that lessens the merit function enough; an old Jacobian
// gets only one try. On success z, the residual and the merit are those of the new point.
auto BlockSolver::TakeDampedStep(double update) -> bool {
  if (!std::isfinite(update)) return false;
  const double least = is_fresh_ ? std::min(kMinDamping, kShortUpdate / update) : 1;
  for (damping_ = 1; damping_ >= least; damping_ /= 2) {
    for (uint32_t i = 0; i < n_; ++i) trial_[i] = z_[i] + damping_ * update_[i];
    const double merit = Evaluate(trial_);
    if (!std::isfinite(merit)) continue;
    const bool is_small = update * damping_ <= kSmallUpdate;
    if (!is_small && merit > (1 - kArmijo * damping_) * merit_) continue;
    // Where values may have jumped, an old Jacobian that does not contract well leads to other solutions.
    if (!is_small && !is_fresh_ && effort_ == Effort::Full && merit > kSteadyContraction * merit_) continue;
    z_.swap(trial_);
    merit_ = merit;
    return true;
  }
  // Back to the point the Jacobian will be taken at.
  Evaluate(z_);
  return false;
}

// Evaluates the residual at z and returns the merit, which is not finite if a residual is not.
auto BlockSolver::Evaluate(const std::vector<double>& z) -> double {
  ++statistics_.evaluations;
  for (uint32_t i = 0; i < n_; ++i) Unknown(i) = z[i];
  block_->residual.run(block_->residual.context, w_);
  const double* r = w_ + block_->residual_slot;
  for (uint32_t i = 0; i < n_; ++i) residual_[i] = r[i];
  if (shift_ != 0) {
    for (uint32_t i = 0; i < n_; ++i) residual_[i] -= shift_ * shifted_by_[i];
  }
  return Merit();
}

auto BlockSolver::Merit() const -> double {
  double sum = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    const double scaled = residual_[i] / row_scale_[i];
    sum += scaled * scaled;
  }
  return std::sqrt(sum);
}

void BlockSolver::ComputeUpdate() {
  for (uint32_t i = 0; i < n_; ++i) update_[i] = -residual_[i];
  SolveFactored(update_.data());
}

auto BlockSolver::UpdateSize() const -> double {
  double size = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    const double part = std::abs(update_[i]) / Weight(i, kNominalShare);
    // Comparisons lose what is not a number; sums do not.
    size = std::isfinite(part) ? std::max(size, part) : std::numeric_limits<double>::infinity();
  }
  return size;
}

auto BlockSolver::LargestResidual() const -> double {
  double largest = 0;
  for (const double r : residual_) largest = std::max(largest, std::abs(r));
  return largest;
}

auto BlockSolver::UpdateLength() const -> double {
  double length = 0;
  for (uint32_t i = 0; i < n_; ++i) length = std::max(length, std::abs(update_[i]) / Nominal(i));
  return length;
}

auto BlockSolver::Nominal(uint32_t i) const -> double {
  const double nominal = block_->nominal == nullptr ? 1 : std::abs(block_->nominal[i]);
  return nominal > 0 && std::isfinite(nominal) ? nominal : 1;
}

// At the start an unknown is typically as large as its guess. Where all are small, as times in microseconds
// are, residuals measured by larger changes would not notice when they become much worse, and the search
// would end where unknowns vanish together.
auto BlockSolver::Typical(uint32_t i) const -> double {
  const bool has_guess = model_->is_start_problem != 0 && start_[i] != 0 && std::isfinite(start_[i]);
  return has_guess ? std::min(Nominal(i), std::abs(start_[i])) : Nominal(i);
}

auto BlockSolver::Weight(uint32_t i, double nominal_share) const -> double {
  return std::max(std::abs(z_[i]), nominal_share * Nominal(i));
}

void BlockSolver::UpdateRowScale(double nominal_share, double least) {
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (uint32_t j = 0; j < n_; ++j) {
    const double weight = std::max({std::abs(z_[j]), nominal_share * Typical(j), least});
    for (uint32_t p = block_->col_ptr[j]; p < block_->col_ptr[j + 1]; ++p) {
      row_scale_[block_->row_index[p]] += std::abs(factored_[p]) * weight;
    }
  }
  for (double& scale : row_scale_) scale = scale > 0 && std::isfinite(scale) ? scale : 1;
}

}  // namespace kerf::runtime
