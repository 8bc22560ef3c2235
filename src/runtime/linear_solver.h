// Factorisation of a square matrix whose pattern is known beforehand; dense here, sparse ones come in by a
// factory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/failure.h"

namespace kerf::runtime {

// Compressed sparse columns. Does not own its arrays.
struct CscPattern {
  uint32_t n = 0;
  const uint32_t* col_ptr = nullptr;
  const uint32_t* row_index = nullptr;

  [[nodiscard]] auto nnz() const -> uint32_t { return n == 0 ? 0 : col_ptr[n]; }
};

// Small or well filled matrices are faster dense.
inline auto IsWorthDense(const CscPattern& pattern) -> bool {
  constexpr uint32_t kSmall = 40;
  constexpr double kWellFilled = 0.3;
  return pattern.n <= kSmall || pattern.nnz() > kWellFilled * pattern.n * pattern.n;
}

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  // The arrays of the pattern must outlive the solver.
  virtual void Analyse(const CscPattern& pattern) = 0;
  // Factors the matrix with these entries. Returns kNone, or the first column for which no pivot was left.
  virtual auto Factor(const double* values) -> uint32_t = 0;
  // The smallest pivot of the present factors, relative to the largest entry of its column: where it is near
  // rounding errors, the matrix may be singular all the same.
  [[nodiscard]] virtual auto LeastPivot() const -> double = 0;
  // Replaces b by the solution. Only after a successful Factor.
  virtual void Solve(double* b) = 0;
};

using LinearSolverFactory = std::function<std::unique_ptr<LinearSolver>(const CscPattern&)>;

// Dense LU with partial pivoting for every pattern.
auto MakeDenseSolver(const CscPattern& pattern) -> std::unique_ptr<LinearSolver>;

}  // namespace kerf::runtime
