// Dense LU with row-scaled partial pivoting, column by column (Golub and Van Loan, Matrix Computations, 3.4).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/linear_solver.h"

namespace kerf::runtime {

class DenseLu final : public LinearSolver {
 public:
  void Analyse(const CscPattern& pattern) override;
  auto Factor(const double* values) -> uint32_t override;
  [[nodiscard]] auto LeastPivot() const -> double override { return least_pivot_; }
  void Solve(double* b) override;

  // Factors the n by n matrix that the caller has put, column by column, into entries().
  void Resize(uint32_t n);
  [[nodiscard]] auto entries() -> double* { return a_.data(); }
  auto FactorEntries() -> uint32_t;

 private:
  void ScaleRows();
  [[nodiscard]] auto FindPivot(uint32_t column) const -> uint32_t;
  void Eliminate(uint32_t column);

  CscPattern pattern_;
  uint32_t n_ = 0;
  std::vector<double> a_;
  std::vector<double> row_scale_;
  // The largest scaled entry of each column before elimination: what a vanishing pivot is compared with.
  std::vector<double> column_size_;
  std::vector<uint32_t> pivot_row_;
  double least_pivot_ = 1;
};

}  // namespace kerf::runtime
