// A block's solver around the iteration: setting up, factoring, linear blocks, and the order of attempts.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "runtime/newton.h"

namespace kerf::runtime {
namespace {

// Residuals of a linear block, relative to the size of the products in their rows: worth a refinement, and
// hopeless.
constexpr double kRefine = 1e-13;
constexpr double kHopeless = 1e-6;

auto AreFinite(const std::vector<double>& values) -> bool {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

BlockSolver::BlockSolver(const KerfModel& model, const KerfBlock& block, const LinearSolverFactory& factory,
                         double* w)
    : model_(&model), block_(&block), n_(block.n), w_(w), factored_(block.nnz) {
  if (n_ > 1) linear_ = factory({n_, block.col_ptr, block.row_index});
  for (std::vector<double>* buffer : {&z_, &trial_, &update_, &residual_, &shifted_by_, &entry_})
    buffer->resize(n_);
  row_scale_.assign(n_, 1);
  for (uint32_t i = 0; i < n_; ++i) start_.push_back(model.start[block.unknown_slots[i]]);
  last_good_ = start_;
}

auto BlockSolver::Solve(Effort effort, Failure& failure) -> StepStatus {
  // The values of the last evaluation are the guess. An extrapolation over accepted steps would replace them
  // here.
  for (uint32_t i = 0; i < n_; ++i) entry_[i] = Unknown(i);
  if (block_->is_linear != 0) {
    const StepStatus status = SolveLinear();
    if (status != StepStatus::Ok) Record(status, failure);
    return status;
  }
  effort_ = effort;
  largest_scale_.assign(n_, 0);
  StepStatus status = Attempt(entry_);
  if (status == StepStatus::Ok) return status;
  Record(status, failure);
  // The factors belong to a place that the next attempts do not start from.
  is_factored_ = false;
  if (last_good_ != entry_ && Attempt(last_good_) == StepStatus::Ok) return StepStatus::Ok;
  if (effort == Effort::Full && SearchWider() == StepStatus::Ok) return StepStatus::Ok;
  for (uint32_t i = 0; i < n_; ++i) Unknown(i) = entry_[i];
  is_factored_ = false;
  return status;
}

auto BlockSolver::Attempt(const std::vector<double>& start) -> StepStatus {
  z_ = start;
  StepStatus status = Iterate();
  // A Jacobian from elsewhere may have led astray.
  if (status != StepStatus::Ok && is_factored_) {
    is_factored_ = false;
    z_ = start;
    status = Iterate();
  }
  return status;
}

auto BlockSolver::WorstResidual() const -> double {
  double worst = 0;
  for (uint32_t i = 0; i < n_; ++i) worst = std::max(worst, std::abs(residual_[i]) / row_scale_[i]);
  return worst;
}

// r(z) = A z - b, so one step from anywhere solves it; a second one only removes rounding errors.
auto BlockSolver::Refine(double& worst) -> StepStatus {
  for (iterations_ = 1; iterations_ <= 2; ++iterations_) {
    ++statistics_.iterations;
    ComputeUpdate();
    for (uint32_t i = 0; i < n_; ++i) z_[i] += update_[i];
    Evaluate(z_);
    if (!AreFinite(residual_)) return StepStatus::NonFinite;
    UpdateRowScale(0);
    worst = WorstResidual();
    if (worst <= kRefine) break;
  }
  return StepStatus::Ok;
}

// Rounding errors can leave a pivot where exact numbers leave none. What it divides is rounding errors as
// well: small residuals then still change the solution as a whole. The residuals at hand may be zero by
// chance, so others of the size of their rounding errors are tried. True: the singular matrix is factored.
auto BlockSolver::HidesDependence() -> bool {
  constexpr double kSuspicious = 1e-10;
  if (n_ < 2 || deficient_ || linear_->LeastPivot() > kSuspicious) return false;
  ComputeUpdate();
  bool has_no_digits = ChangesSolution();
  UpdateRowScale(0);
  for (uint32_t k = 0; k < 4 && !has_no_digits; ++k) {
    SetRoundingErrors(k);
    SolveFactored(update_.data());
    has_no_digits = ChangesSolution();
  }
  if (has_no_digits && FactorDeficient() && deficient_->n_free() > 0) return true;
  deficient_.reset();
  singular_column_ = kNone;
  return false;
}

// Whether the update leaves no digits of z; the unknown that it changes most is noted.
auto BlockSolver::ChangesSolution() -> bool {
  constexpr double kNoDigits = 0.01;
  double change = 0;
  double size = 0;
  for (uint32_t i = 0; i < n_; ++i) {
    size = std::max(size, std::abs(z_[i]) / Nominal(i));
    if (!(std::abs(update_[i]) / Nominal(i) > change)) continue;
    change = std::abs(update_[i]) / Nominal(i);
    singular_column_ = i;
  }
  return change > kNoDigits * size;
}

// Residuals that evaluating the rows might as well have had, with signs that differ from k to k. Rows of
// which all products are zero have no rounding errors.
void BlockSolver::SetRoundingErrors(uint32_t k) {
  std::vector<bool> is_zero(n_, true);
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t p = block_->col_ptr[j]; p < block_->col_ptr[j + 1]; ++p) {
      if (factored_[p] != 0 && z_[j] != 0) is_zero[block_->row_index[p]] = false;
    }
  }
  for (uint32_t i = 0; i < n_; ++i) {
    const bool is_negative = (((i + 1) * (2 * k + 1)) >> k & 1) != 0;
    const double size = is_zero[i] ? 0 : std::numeric_limits<double>::epsilon() / 2 * row_scale_[i];
    update_[i] = is_negative ? -size : size;
  }
}

auto BlockSolver::SolveLinear() -> StepStatus {
  for (uint32_t i = 0; i < n_; ++i) z_[i] = std::isfinite(entry_[i]) ? entry_[i] : 0;
  iterations_ = 0;
  // The merit is relative to the last solution, which may have been next to nothing, so it may overflow.
  Evaluate(z_);
  if (!AreFinite(residual_)) return StepStatus::NonFinite;
  if (FactorHere() != kNone) return StepStatus::SingularBlock;
  double worst = 0;
  StepStatus status = Refine(worst);
  if (status == StepStatus::Ok && HidesDependence()) {
    for (uint32_t i = 0; i < n_; ++i) z_[i] = std::isfinite(entry_[i]) ? entry_[i] : 0;
    Evaluate(z_);
    status = Refine(worst);
  }
  if (status != StepStatus::Ok) return status;
  if (worst > kHopeless) {
    // Unknowns that fade away along a chain, or that are zero but for rounding errors of much larger guesses
    // or of what they usually are, have no digits to be right in.
    constexpr double kFaded = 1e-14;
    double largest = 1;
    for (uint32_t i = 0; i < n_; ++i) {
      largest = std::max({largest, std::abs(z_[i]), std::isfinite(entry_[i]) ? std::abs(entry_[i]) : 0.0});
      if (block_->nominal != nullptr) largest = std::max(largest, std::abs(block_->nominal[i]));
    }
    UpdateRowScale(0, kFaded * largest);
    worst = WorstResidual();
  }
  // A solution that is 0 has nothing to be relative to.
  const bool is_zero = std::all_of(z_.begin(), z_.end(), [](double z) { return z == 0; });
  if (deficient_) {
    if (worst > kHopeless || !AreDerivativesDetermined()) return StepStatus::SingularBlock;
    if (undetermined_ == kNone) {
      undetermined_ = block_->unknown_slots[singular_column_];
      undetermined_time_ = w_[model_->time_slot];
      undetermined_entries_ = factored_;
    }
    return StepStatus::Ok;
  }
  if (worst <= kHopeless || is_zero || IsRounding()) return StepStatus::Ok;
  return StepStatus::BlockDidNotConverge;
}

// Unknowns that are the difference of large numbers which cancel have no digits to be right in either, and of
// those numbers the block knows nothing. What the residuals would still change in the unknowns tells.
auto BlockSolver::IsRounding() -> bool {
  constexpr double kRounding = 1e-10;
  ComputeUpdate();
  return UpdateSize() <= kRounding;
}

// Along all solutions the derivatives of states must be the same: a choice among several motions is none that
// a solver may make. w is left at the solution.
auto BlockSolver::AreDerivativesDetermined() -> bool {
  constexpr double kSame = 1e-9;
  const double* derivatives = w_ + model_->derivative_slot;
  const std::vector<double> here(derivatives, derivatives + model_->n_states);
  bool is_same = true;
  for (size_t k = 0; k < deficient_->n_free() && is_same; ++k) {
    deficient_->FreeDirection(k, trial_.data());
    for (uint32_t i = 0; i < n_; ++i) trial_[i] += z_[i];
    Evaluate(trial_);
    for (uint32_t i = 0; i < model_->n_states; ++i) {
      const double change = std::abs(derivatives[i] - here[i]);
      is_same = is_same && change <= kSame * (1 + std::abs(here[i]));
    }
  }
  Evaluate(z_);
  return is_same;
}

auto BlockSolver::FactorHere() -> uint32_t {
  block_->jacobian.run(block_->jacobian.context, w_);
  const double* entries = w_ + block_->jacobian_slot;
  // Entries that have not changed, as in a linear block with constant coefficients, keep their factors.
  if (is_factored_ && std::equal(factored_.begin(), factored_.end(), entries)) return kNone;
  std::copy_n(entries, factored_.size(), factored_.begin());
  is_factored_ = false;
  deficient_.reset();
  singular_column_ = FactorEntries();
  is_factored_ = singular_column_ == kNone || FactorDeficient();
  return is_factored_ ? kNone : singular_column_;
}

// Linear equations that do not determine their unknowns may still have solutions.
auto BlockSolver::FactorDeficient() -> bool {
  constexpr uint32_t kMaxUnknowns = 300;
  if (block_->is_linear == 0 || n_ > kMaxUnknowns) return false;
  std::vector<double> nominal;
  for (uint32_t i = 0; i < n_; ++i) nominal.push_back(Nominal(i));
  auto solver = std::make_unique<DeficientSolver>();
  if (!solver->Factor({n_, block_->col_ptr, block_->row_index}, factored_.data(), nominal)) return false;
  deficient_ = std::move(solver);
  return true;
}

auto BlockSolver::FactorEntries() -> uint32_t {
  ++statistics_.factorisations;
  if (n_ > 1) return linear_->Factor(factored_.data());
  if (n_ == 0) return kNone;
  const bool is_regular = !factored_.empty() && factored_[0] != 0 && std::isfinite(factored_[0]);
  return is_regular ? kNone : 0;
}

void BlockSolver::SolveFactored(double* b) {
  if (deficient_) return deficient_->Solve(b);
  if (n_ > 1) return linear_->Solve(b);
  if (n_ == 1) b[0] /= factored_[0];
}

void BlockSolver::SolveTangent(double* tangent) {
  for (uint32_t i = 0; i < n_; ++i) update_[i] = -tangent[block_->residual_slot + i];
  SolveFactored(update_.data());
  for (uint32_t i = 0; i < n_; ++i) tangent[block_->unknown_slots[i]] = update_[i];
}

void BlockSolver::Accept() {
  for (uint32_t i = 0; i < n_; ++i) last_good_[i] = Unknown(i);
}

void BlockSolver::Record(StepStatus status, Failure& failure) const {
  failure.status = status;
  failure.iterations = iterations_;
  failure.slot = kNone;
  failure.entries.clear();
  failure.unknowns.clear();
  if (status == StepStatus::SingularBlock) {
    failure.slot = block_->unknown_slots[singular_column_];
    failure.entries.assign(w_ + block_->jacobian_slot, w_ + block_->jacobian_slot + block_->nnz);
    failure.unknowns = z_;
  }
  failure.residual = n_ == 0 ? kNone : 0;
  double worst = -1;
  for (uint32_t i = 0; i < n_; ++i) {
    const double size = std::abs(residual_[i]) / row_scale_[i];
    if (size <= worst) continue;
    worst = std::isfinite(size) ? size : std::numeric_limits<double>::infinity();
    failure.residual = i;
  }
  if (n_ > 0) failure.residual_value = residual_[failure.residual];
}

}  // namespace kerf::runtime
