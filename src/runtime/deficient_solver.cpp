// Dense; singular blocks are small, and rare.
#include "runtime/deficient_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace kerf::runtime {

auto DeficientSolver::Factor(const CscPattern& pattern, const double* values,
                             const std::vector<double>& nominal) -> bool {
  n_ = pattern.n;
  column_scale_ = nominal;
  if (!std::all_of(values, values + pattern.nnz(), [](double a) { return std::isfinite(a); })) return false;
  Load(pattern, values);
  Eliminate();
  FindNullSpace();
  return true;
}

// Columns times their nominal values, rows divided by their largest entries.
void DeficientSolver::Load(const CscPattern& pattern, const double* values) {
  a_.assign(size_t{n_} * n_, 0.0);
  row_scale_.assign(n_, 0.0);
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p) {
      double& entry = at(pattern.row_index[p], j);
      entry += values[p] * column_scale_[j];
      row_scale_[pattern.row_index[p]] = std::max(row_scale_[pattern.row_index[p]], std::abs(entry));
    }
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1 / scale : 1;
  for (uint32_t j = 0; j < n_; ++j) {
    for (uint32_t i = 0; i < n_; ++i) at(i, j) *= row_scale_[i];
  }
  row_at_.resize(n_);
  column_at_.resize(n_);
  std::iota(row_at_.begin(), row_at_.end(), 0U);
  std::iota(column_at_.begin(), column_at_.end(), 0U);
}

void DeficientSolver::Eliminate() {
  // Rounding errors of the elimination stay below this, relative to the largest entry.
  constexpr double kNothing = 1e-11;
  for (rank_ = 0; rank_ < n_; ++rank_) {
    uint32_t row = rank_;
    uint32_t column = rank_;
    for (uint32_t j = rank_; j < n_; ++j) {
      for (uint32_t i = rank_; i < n_; ++i) {
        if (std::abs(at(i, j)) <= std::abs(at(row, column))) continue;
        row = i;
        column = j;
      }
    }
    if (std::abs(at(row, column)) <= kNothing) return;
    for (uint32_t j = 0; j < n_; ++j) std::swap(at(row, j), at(rank_, j));
    for (uint32_t i = 0; i < n_; ++i) std::swap(at(i, column), at(i, rank_));
    std::swap(row_at_[row], row_at_[rank_]);
    std::swap(column_at_[column], column_at_[rank_]);
    for (uint32_t i = rank_ + 1; i < n_; ++i) {
      const double factor = at(i, rank_) / at(rank_, rank_);
      at(i, rank_) = factor;
      if (factor == 0) continue;
      for (uint32_t j = rank_ + 1; j < n_; ++j) at(i, j) -= factor * at(rank_, j);
    }
  }
}

// Each free unknown set to 1 in turn, made orthonormal one after the other.
void DeficientSolver::FindNullSpace() {
  null_space_.clear();
  for (uint32_t free = rank_; free < n_; ++free) {
    std::vector<double> y(n_, 0.0);
    y[free] = 1;
    for (uint32_t i = rank_; i-- > 0;) {
      double sum = at(i, free);
      for (uint32_t j = i + 1; j < rank_; ++j) sum += at(i, j) * y[j];
      y[i] = -sum / at(i, i);
    }
    Project(y);
    const double length = std::sqrt(std::inner_product(y.begin(), y.end(), y.begin(), 0.0));
    for (double& entry : y) entry /= length;
    null_space_.push_back(std::move(y));
  }
}

void DeficientSolver::Project(std::vector<double>& y) const {
  for (const std::vector<double>& direction : null_space_) {
    const double part = std::inner_product(y.begin(), y.end(), direction.begin(), 0.0);
    for (uint32_t i = 0; i < n_; ++i) y[i] -= part * direction[i];
  }
}

void DeficientSolver::FreeDirection(size_t k, double* direction) const {
  for (uint32_t j = 0; j < n_; ++j)
    direction[column_at_[j]] = null_space_[k][j] * column_scale_[column_at_[j]];
}

void DeficientSolver::Solve(double* b) const {
  std::vector<double> y(n_);
  for (uint32_t i = 0; i < n_; ++i) y[i] = b[row_at_[i]] * row_scale_[row_at_[i]];
  for (uint32_t j = 0; j < rank_; ++j) {
    for (uint32_t i = j + 1; i < rank_; ++i) y[i] -= at(i, j) * y[j];
  }
  std::fill(y.begin() + rank_, y.end(), 0.0);
  for (uint32_t i = rank_; i-- > 0;) {
    for (uint32_t j = i + 1; j < rank_; ++j) y[i] -= at(i, j) * y[j];
    y[i] /= at(i, i);
  }
  Project(y);
  for (uint32_t j = 0; j < n_; ++j) b[column_at_[j]] = y[j] * column_scale_[column_at_[j]];
}

}  // namespace kerf::runtime
