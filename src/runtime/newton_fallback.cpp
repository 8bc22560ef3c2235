// What is tried when plain Newton fails: a Levenberg-Marquardt step where the Jacobian is singular or no
// descent direction comes of it, the model's start values, continuation along r(z) = (1 - s) r(z0) from s = 0
// to 1, and start values shifted by the unknowns' magnitude.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "runtime/dense_lu.h"
#include "runtime/newton.h"

namespace kerf::runtime {
namespace {

constexpr uint32_t kMaxRegularised = 300;

// The scaled Jacobian R^-1 J W as a dense matrix, column by column.
struct ScaledMatrix {
  uint32_t n;
  std::vector<double> a;
  [[nodiscard]] auto column(uint32_t j) const -> const double* { return &a[static_cast<size_t>(j) * n]; }
};

auto Dot(const double* a, const double* b, uint32_t n) -> double {
  double sum = 0;
  for (uint32_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Solves (A'A + mu I) y = -A'r; y replaces r. Returns whether the matrix could be factored.
auto SolveNormalEquations(const ScaledMatrix& matrix, double mu, std::vector<double>& r) -> bool {
  const uint32_t n = matrix.n;
  DenseLu lu;
  lu.Resize(n);
  for (uint32_t j = 0; j < n; ++j) {
    for (uint32_t i = 0; i < n; ++i) {
      lu.entries()[static_cast<size_t>(j) * n + i] =
          Dot(matrix.column(i), matrix.column(j), n) + (i == j ? mu : 0);
    }
  }
  if (lu.FactorEntries() != kNone) return false;
  std::vector<double> y(n);
  for (uint32_t j = 0; j < n; ++j) y[j] = -Dot(matrix.column(j), r.data(), n);
  lu.Solve(y.data());
  r = y;
  return true;
}

}  // namespace

auto BlockSolver::TakeRegularisedStep() -> bool {
  if (n_ > kMaxRegularised) return false;
  UpdateRowScale(kNominalShare);
  merit_ = Merit();
  ScaledMatrix matrix{n_, std::vector<double>(static_cast<size_t>(n_) * n_)};
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t p = block_->col_ptr[j]; p < block_->col_ptr[j + 1]; ++p) {
      const uint32_t i = block_->row_index[p];
      matrix.a[static_cast<size_t>(j) * n_ + i] = factored_[p] * Weight(j, kNominalShare) / row_scale_[i];
    }
  }
  const std::vector<double> here = residual_;
  for (double mu = 1e-8; mu <= 1e2; mu *= 100) {
    std::vector<double> y(n_);
    for (uint32_t i = 0; i < n_; ++i) y[i] = here[i] / row_scale_[i];
    if (!SolveNormalEquations(matrix, mu, y)) continue;
    for (uint32_t i = 0; i < n_; ++i) trial_[i] = z_[i] + y[i] * Weight(i, kNominalShare);
    const double merit = Evaluate(trial_);
    if (!(merit < 0.999 * merit_)) continue;
    z_.swap(trial_);
    merit_ = merit;
    return true;
  }
  Evaluate(z_);
  return false;
}

auto BlockSolver::SearchWider() -> StepStatus {
  is_factored_ = false;
  if (Attempt(start_) == StepStatus::Ok) return StepStatus::Ok;
  if (Continue(entry_) == StepStatus::Ok) return StepStatus::Ok;
  const StepStatus status = Continue(start_);
  if (status == StepStatus::Ok) return status;
  // At z = 0 many Jacobians vanish (z**2 = 4): start from beside it, on the positive side first.
  for (const double shift : {1.0, -1.0, 0.1, -0.1, 10.0, -10.0}) {
    std::vector<double> beside = start_;
    for (uint32_t i = 0; i < n_; ++i) beside[i] += shift * Nominal(i);
    is_factored_ = false;
    if (Attempt(beside) == StepStatus::Ok) return StepStatus::Ok;
  }
  return status;
}

auto BlockSolver::Continue(const std::vector<double>& start) -> StepStatus {
  constexpr double kFirstStep = 0.1;
  constexpr double kLeastStep = 1e-5;
  z_ = start;
  if (!std::isfinite(Evaluate(z_))) return StepStatus::NonFinite;
  shifted_by_ = residual_;
  StepStatus status = StepStatus::Ok;
  double reached = 0;
  for (double step = kFirstStep; reached < 1 && step >= kLeastStep;) {
    const double target = std::min(1.0, reached + step);
    const std::vector<double> before = z_;
    shift_ = 1 - target;
    is_factored_ = false;
    status = Iterate();
    if (status == StepStatus::Ok) {
      reached = target;
      step *= 2;
    } else {
      z_ = before;
      step /= 4;
    }
  }
  shift_ = 0;
  return status;
}

}  // namespace kerf::runtime
