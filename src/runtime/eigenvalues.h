// Eigenvalues of small dense matrices: reduction to Hessenberg form and shifted QR iterations in complex
// arithmetic (G. H. Golub and C. F. Van Loan, Matrix Computations, 7.4 and 7.5).
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace kerf::runtime {

// Of the n by n matrix given row by row. Empty if the iteration does not converge or a value is not finite.
auto Eigenvalues(uint32_t n, const std::vector<double>& rows) -> std::vector<std::complex<double>>;

// The largest singular value, by power iterations on AᵀA.
auto LargestSingularValue(uint32_t n, const std::vector<double>& rows) -> double;

}  // namespace kerf::runtime
