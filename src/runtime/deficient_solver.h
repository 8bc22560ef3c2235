// Linear equations of a matrix that is singular: where they have solutions, the one with the least change is
// taken. Two brakes that hold one shaft share their torque in infinitely many ways, and yet the shaft stands
// still.
//
// Gauss elimination with complete pivoting finds the rank; the solution with zeros in place of what is free
// is projected onto the space orthogonal to the solutions of the homogeneous equations (Golub and Van Loan,
// Matrix Computations, 5.5).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/linear_solver.h"

namespace kerf::runtime {

class DeficientSolver {
 public:
  // Factors the matrix with these entries; unknowns are compared in units of `nominal`. False if an entry is
  // not finite.
  auto Factor(const CscPattern& pattern, const double* values, const std::vector<double>& nominal) -> bool;
  // Replaces b by the least solution. Equations that contradict the others are left unsatisfied: the caller
  // has to look.
  void Solve(double* b) const;
  // How many unknowns are free, and by how much all change along the k-th way in which they are.
  [[nodiscard]] auto n_free() const -> size_t { return null_space_.size(); }
  void FreeDirection(size_t k, double* direction) const;

 private:
  void Load(const CscPattern& pattern, const double* values);
  void Eliminate();
  void FindNullSpace();
  void Project(std::vector<double>& y) const;
  [[nodiscard]] auto at(uint32_t i, uint32_t j) const -> double { return a_[size_t{j} * n_ + i]; }
  [[nodiscard]] auto at(uint32_t i, uint32_t j) -> double& { return a_[size_t{j} * n_ + i]; }

  uint32_t n_ = 0;
  uint32_t rank_ = 0;
  std::vector<double> a_;
  std::vector<double> row_scale_;
  std::vector<double> column_scale_;
  // Positions in the factored matrix of rows and columns as given.
  std::vector<uint32_t> row_at_;
  std::vector<uint32_t> column_at_;
  // Orthonormal columns, in the order of the factored matrix.
  std::vector<std::vector<double>> null_space_;
};

}  // namespace kerf::runtime
