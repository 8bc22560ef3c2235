// Columns of the large matrix: those of the upper left and lower left part, then those of the right parts.
#include "solvers/radau_matrices.h"

#include "solvers/factory.h"
#include "solvers/radau_coefficients.h"

namespace kerf::solvers {

void RadauMatrices::SetUp(const runtime::CscPattern& pattern) {
  pattern_ = pattern;
  jacobian_.assign(pattern.nnz(), 0);
  real_entries_.assign(pattern.nnz(), 0);
  col_ptr_ = {0};
  rows_.clear();
  for (uint32_t half = 0; half < 2; ++half) {
    for (uint32_t j = 0; j < pattern.n; ++j) {
      // Above and below stand a column of the pattern and one entry of the diagonal.
      if (half == 1) rows_.push_back(j);
      for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p)
        rows_.push_back(half * pattern.n + pattern.row_index[p]);
      if (half == 0) rows_.push_back(pattern.n + j);
      col_ptr_.push_back(static_cast<uint32_t>(rows_.size()));
    }
  }
  complex_entries_.assign(rows_.size(), 0);
  real_ = MakeLinearSolver(pattern);
  complex_ = MakeLinearSolver({2 * pattern.n, col_ptr_.data(), rows_.data()});
}

auto RadauMatrices::Factor(double h) -> bool {
  uint32_t out = 0;
  for (uint32_t half = 0; half < 2; ++half) {
    for (uint32_t j = 0; j < pattern_.n; ++j) {
      if (half == 1) complex_entries_[out++] = -radau::kBeta / h;
      for (uint32_t p = pattern_.col_ptr[j]; p < pattern_.col_ptr[j + 1]; ++p) {
        const double one = pattern_.row_index[p] == j ? 1 : 0;
        real_entries_[p] = one * radau::kGamma / h - jacobian_[p];
        complex_entries_[out++] = one * radau::kAlpha / h - jacobian_[p];
      }
      if (half == 0) complex_entries_[out++] = radau::kBeta / h;
    }
  }
  return real_->Factor(real_entries_.data()) == runtime::kNone &&
         complex_->Factor(complex_entries_.data()) == runtime::kNone;
}

}  // namespace kerf::solvers
