// The linear systems of Radau IIA: with J = df/dx, the matrices (gamma/h) I - J and, for a pair of conjugate
// eigenvalues, ((alpha + i beta)/h) I - J. The latter is written as a real matrix of twice the size,
//
//   (alpha/h) I - J      -(beta/h) I
//    (beta/h) I        (alpha/h) I - J
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/linear_solver.h"
#include "runtime/system.h"

namespace kerf::solvers {

class RadauMatrices {
 public:
  void SetUp(const runtime::CscPattern& pattern);
  // Entries of J, in the order of the pattern.
  [[nodiscard]] auto jacobian() -> double* { return jacobian_.data(); }
  // False if one of the matrices is singular.
  auto Factor(double h) -> bool;
  void SolveReal(double* b) { real_->Solve(b); }
  // Real and imaginary part, n numbers each, one after the other.
  void SolveComplex(double* b) { complex_->Solve(b); }

 private:
  runtime::CscPattern pattern_;
  std::vector<uint32_t> col_ptr_, rows_;
  std::vector<double> jacobian_, real_entries_, complex_entries_;
  std::unique_ptr<runtime::LinearSolver> real_, complex_;
};

}  // namespace kerf::solvers
