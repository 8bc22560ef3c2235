// Why a matrix is singular: rows of which a sum is zero, and columns that can change together without any row
// noticing. For messages, so by elimination with complete pivoting of a dense matrix, which tells small
// pivots from rounding errors best (Golub and Van Loan, Matrix Computations, 3.4.8).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/linear_solver.h"

namespace kerf::runtime {

struct RankDefect {
  // Each list of rows, ascending, depends on each other; fewest rows first.
  std::vector<std::vector<uint32_t>> rows;
  // Columns that the rows leave open, ascending.
  std::vector<uint32_t> columns;
};

// Of an n by n matrix, column by column, that is said to be singular: at least one list of rows and one
// column are found. Entries that are not finite count as zero.
auto FindRankDefect(uint32_t n, std::vector<double> matrix) -> RankDefect;

// The matrix with these entries, column by column.
auto DenseMatrix(const CscPattern& pattern, const double* entries) -> std::vector<double>;

}  // namespace kerf::runtime
