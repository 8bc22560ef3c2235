// Dense matrices, column by column as LAPACK wants them.
#pragma once

#include <cstdint>
#include <vector>

namespace kerf::analysis {

struct Matrix {
  uint32_t n_rows = 0;
  uint32_t n_cols = 0;
  std::vector<double> entries;

  Matrix() = default;
  Matrix(uint32_t rows, uint32_t cols) : n_rows(rows), n_cols(cols), entries(size_t{rows} * cols, 0.0) {}
  [[nodiscard]] auto at(uint32_t row, uint32_t col) -> double& { return entries[size_t{col} * n_rows + row]; }
  [[nodiscard]] auto at(uint32_t row, uint32_t col) const -> double {
    return entries[size_t{col} * n_rows + row];
  }
};

}  // namespace kerf::analysis
