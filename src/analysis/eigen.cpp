// The Fortran calling convention of LAPACK, and its way to store conjugate pairs in real columns.
#include "analysis/eigen.h"

#include <algorithm>

// NOLINTNEXTLINE(readability-identifier-naming): the name is LAPACK's.
extern "C" void dgeevx_(const char* balance, const char* want_left, const char* want_right, const char* sense,
                        const int* n, double* a, const int* lda, double* real, double* imaginary,
                        double* left, const int* ldl, double* right, const int* ldr, int* low, int* high,
                        double* scale, double* norm, double* condition_values, double* condition_vectors,
                        double* work, const int* n_work, int* int_work, int* info);

namespace kerf::analysis {

namespace {

using Vector = std::vector<std::complex<double>>;

auto ColumnOf(const Matrix& columns, const std::vector<double>& imaginary, uint32_t k) -> Vector {
  Vector column(columns.n_rows);
  for (uint32_t i = 0; i < columns.n_rows; ++i) {
    // A pair k, k+1 stands as real and imaginary part of its first vector.
    if (imaginary[k] == 0) column[i] = columns.at(i, k);
    if (imaginary[k] > 0) column[i] = {columns.at(i, k), columns.at(i, k + 1)};
    if (imaginary[k] < 0) column[i] = {columns.at(i, k - 1), -columns.at(i, k)};
  }
  return column;
}

}  // namespace

auto TryEigensystem(Matrix a) -> std::optional<Eigensystem> {
  const auto n = static_cast<int>(a.n_rows);
  if (n == 0) return Eigensystem{};
  std::vector<double> real(a.n_rows), imaginary(a.n_rows), scale(a.n_rows), unused(a.n_rows), work(1);
  std::vector<int> int_work(2 * size_t{a.n_rows});
  Matrix left(a.n_rows, a.n_rows);
  Matrix right(a.n_rows, a.n_rows);
  double norm = 0;
  int low = 0;
  int high = 0;
  int info = 0;
  // The first call asks how much memory the second one would like.
  for (int n_work : {-1, 0}) {
    if (n_work == 0) {
      n_work = std::max(static_cast<int>(work[0]), 4 * n);
      work.resize(static_cast<size_t>(n_work));
    }
    dgeevx_("B", "V", "V", "N", &n, a.entries.data(), &n, real.data(), imaginary.data(), left.entries.data(),
            &n, right.entries.data(), &n, &low, &high, scale.data(), &norm, unused.data(), unused.data(),
            work.data(), &n_work, int_work.data(), &info);
    if (info != 0) return std::nullopt;
  }
  Eigensystem result;
  result.norm = norm;
  for (uint32_t k = 0; k < a.n_rows; ++k) {
    result.values.emplace_back(real[k], imaginary[k]);
    result.right.push_back(ColumnOf(right, imaginary, k));
    result.left.push_back(ColumnOf(left, imaginary, k));
  }
  return result;
}

}  // namespace kerf::analysis
