// Eigenvalues and eigenvectors of a general matrix, by LAPACK's dgeevx.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "analysis/matrix.h"

namespace kerf::analysis {

// A·right_k = value_k·right_k and left_k^H·A = value_k·left_k^H; vectors of length 1. Conjugate pairs follow
// each other, the one with positive imaginary part first.
struct Eigensystem {
  std::vector<std::complex<double>> values;
  std::vector<std::vector<std::complex<double>>> right;
  std::vector<std::vector<std::complex<double>>> left;
  // Of the matrix after balancing: eigenvalues are good to a few rounding errors of it.
  double norm = 0;
};

// Nothing if the iteration does not converge. The matrix is square and finite.
auto TryEigensystem(Matrix a) -> std::optional<Eigensystem>;

}  // namespace kerf::analysis
