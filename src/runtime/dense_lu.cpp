// Rows are divided by their largest entry first, so that equations in different units compete fairly for the
// pivot.
#include "runtime/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace kerf::runtime {

void DenseLu::Resize(uint32_t n) {
  n_ = n;
  a_.resize(static_cast<size_t>(n) * n);
  row_scale_.resize(n);
  column_size_.resize(n);
  pivot_row_.resize(n);
}

void DenseLu::Analyse(const CscPattern& pattern) {
  pattern_ = pattern;
  Resize(pattern.n);
}

auto DenseLu::Factor(const double* values) -> uint32_t {
  std::fill(a_.begin(), a_.end(), 0.0);
  for (uint32_t j = 0; j < n_; ++j) {
    double* column = &a_[static_cast<size_t>(j) * n_];
    for (uint32_t p = pattern_.col_ptr[j]; p < pattern_.col_ptr[j + 1]; ++p) {
      column[pattern_.row_index[p]] += values[p];
    }
  }
  return FactorEntries();
}

auto DenseLu::FactorEntries() -> uint32_t {
  ScaleRows();
  const double tiny = 4 * n_ * std::numeric_limits<double>::epsilon();
  least_pivot_ = 1;
  for (uint32_t j = 0; j < n_; ++j) {
    const uint32_t p = FindPivot(j);
    pivot_row_[j] = p;
    // Written so that a pivot that is not a number is refused as well.
    const double pivot = std::abs(a_[static_cast<size_t>(j) * n_ + p]);
    if (!(pivot > tiny * column_size_[j])) return j;
    least_pivot_ = std::min(least_pivot_, pivot / column_size_[j]);
    if (p != j) {
      for (uint32_t k = 0; k < n_; ++k) {
        std::swap(a_[static_cast<size_t>(k) * n_ + p], a_[static_cast<size_t>(k) * n_ + j]);
      }
    }
    Eliminate(j);
  }
  return kNone;
}

void DenseLu::ScaleRows() {
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (uint32_t j = 0; j < n_; ++j) {
    const double* column = &a_[static_cast<size_t>(j) * n_];
    for (uint32_t i = 0; i < n_; ++i) row_scale_[i] = std::max(row_scale_[i], std::abs(column[i]));
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1 / scale : 1;
  for (uint32_t j = 0; j < n_; ++j) {
    double* column = &a_[static_cast<size_t>(j) * n_];
    column_size_[j] = 0;
    for (uint32_t i = 0; i < n_; ++i) {
      column[i] *= row_scale_[i];
      column_size_[j] = std::max(column_size_[j], std::abs(column[i]));
    }
  }
}

auto DenseLu::FindPivot(uint32_t column) const -> uint32_t {
  const double* a = &a_[static_cast<size_t>(column) * n_];
  uint32_t best = column;
  for (uint32_t i = column + 1; i < n_; ++i) {
    if (std::abs(a[i]) > std::abs(a[best])) best = i;
  }
  return best;
}

void DenseLu::Eliminate(uint32_t column) {
  double* pivot = &a_[static_cast<size_t>(column) * n_];
  const double inverse = 1 / pivot[column];
  for (uint32_t i = column + 1; i < n_; ++i) pivot[i] *= inverse;
  for (uint32_t k = column + 1; k < n_; ++k) {
    double* target = &a_[static_cast<size_t>(k) * n_];
    const double factor = target[column];
    if (factor == 0) continue;
    for (uint32_t i = column + 1; i < n_; ++i) target[i] -= pivot[i] * factor;
  }
}

void DenseLu::Solve(double* b) {
  for (uint32_t i = 0; i < n_; ++i) b[i] *= row_scale_[i];
  // Whole rows were exchanged, multipliers included, so all exchanges come before the elimination.
  for (uint32_t j = 0; j < n_; ++j) std::swap(b[j], b[pivot_row_[j]]);
  for (uint32_t j = 0; j < n_; ++j) {
    const double* column = &a_[static_cast<size_t>(j) * n_];
    for (uint32_t i = j + 1; i < n_; ++i) b[i] -= column[i] * b[j];
  }
  for (uint32_t j = n_; j-- > 0;) {
    const double* column = &a_[static_cast<size_t>(j) * n_];
    b[j] /= column[j];
    for (uint32_t i = 0; i < j; ++i) b[i] -= column[i] * b[j];
  }
}

auto MakeDenseSolver(const CscPattern& pattern) -> std::unique_ptr<LinearSolver> {
  auto solver = std::make_unique<DenseLu>();
  solver->Analyse(pattern);
  return solver;
}

}  // namespace kerf::runtime
