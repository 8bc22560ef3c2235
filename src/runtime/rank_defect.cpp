// P A Q = L U with rows and columns scaled to their largest entries. What is left below the rank is zero:
// its rows are sums of those above, by L, and its columns of those before, by U.
#include "runtime/rank_defect.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace kerf::runtime {

namespace {

// Relative to the largest entry: pivots that are rounding errors, and parts of a sum that are.
constexpr double kNoPivot = 1e-10;
constexpr double kNoPart = 1e-7;

class CompleteElimination {
 public:
  CompleteElimination(uint32_t n, std::vector<double> matrix)
      : n_(n), a_(std::move(matrix)), row_at_(n), col_at_(n) {
    for (double& entry : a_) entry = std::isfinite(entry) ? entry : 0;
    std::iota(row_at_.begin(), row_at_.end(), 0U);
    std::iota(col_at_.begin(), col_at_.end(), 0U);
    // Twice, so that the scale of a column does not hide the entries of a row.
    for (int round = 0; round < 2; ++round) {
      for (uint32_t k = 0; k < n_; ++k) Scale(k, true);
      for (uint32_t k = 0; k < n_; ++k) Scale(k, false);
    }
    Run();
  }

  [[nodiscard]] auto Find() const -> RankDefect {
    RankDefect defect;
    std::vector<bool> is_open(n_, false);
    for (uint32_t k = rank_; k < n_; ++k) {
      defect.rows.push_back(DependentRows(k));
      for (const uint32_t col : OpenColumns(k)) is_open[col] = true;
    }
    std::ranges::stable_sort(defect.rows, {}, [](const auto& rows) { return rows.size(); });
    for (uint32_t col = 0; col < n_; ++col) {
      if (is_open[col]) defect.columns.push_back(col);
    }
    return defect;
  }

 private:
  [[nodiscard]] auto at(uint32_t i, uint32_t j) const -> double { return a_[size_t{j} * n_ + i]; }
  [[nodiscard]] auto at(uint32_t i, uint32_t j) -> double& { return a_[size_t{j} * n_ + i]; }

  void Scale(uint32_t k, bool is_row) {
    double largest = 0;
    for (uint32_t l = 0; l < n_; ++l) largest = std::max(largest, std::abs(is_row ? at(k, l) : at(l, k)));
    if (largest == 0) return;
    for (uint32_t l = 0; l < n_; ++l) (is_row ? at(k, l) : at(l, k)) /= largest;
  }

  void Run() {
    for (rank_ = 0; rank_ < n_; ++rank_) {
      uint32_t row = rank_;
      uint32_t col = rank_;
      for (uint32_t j = rank_; j < n_; ++j) {
        for (uint32_t i = rank_; i < n_; ++i) {
          if (std::abs(at(i, j)) <= std::abs(at(row, col))) continue;
          row = i;
          col = j;
        }
      }
      // It is singular by what is said, so the last pivot is a rounding error at any rate.
      if (std::abs(at(row, col)) <= kNoPivot || rank_ + 1 == n_) return;
      Exchange(row, col);
      for (uint32_t i = rank_ + 1; i < n_; ++i) {
        const double factor = at(i, rank_) / at(rank_, rank_);
        at(i, rank_) = factor;
        if (factor == 0) continue;
        for (uint32_t j = rank_ + 1; j < n_; ++j) at(i, j) -= factor * at(rank_, j);
      }
    }
  }

  void Exchange(uint32_t row, uint32_t col) {
    for (uint32_t j = 0; j < n_; ++j) std::swap(at(row, j), at(rank_, j));
    for (uint32_t i = 0; i < n_; ++i) std::swap(at(i, col), at(i, rank_));
    std::swap(row_at_[row], row_at_[rank_]);
    std::swap(col_at_[col], col_at_[rank_]);
  }

  // Row k is the sum of the rows above with the factors x, where x L = row k of L.
  [[nodiscard]] auto DependentRows(uint32_t k) const -> std::vector<uint32_t> {
    std::vector<double> x(rank_);
    for (uint32_t j = rank_; j-- > 0;) {
      x[j] = at(k, j);
      for (uint32_t i = j + 1; i < rank_; ++i) x[j] -= x[i] * at(i, j);
    }
    return Parts(x, k, row_at_);
  }

  // Column k is the sum of the columns before with the factors x, where U x = column k of U.
  [[nodiscard]] auto OpenColumns(uint32_t k) const -> std::vector<uint32_t> {
    std::vector<double> x(rank_);
    for (uint32_t i = rank_; i-- > 0;) {
      x[i] = at(i, k);
      for (uint32_t j = i + 1; j < rank_; ++j) x[i] -= at(i, j) * x[j];
      x[i] /= at(i, i);
    }
    return Parts(x, k, col_at_);
  }

  static auto Parts(const std::vector<double>& x, uint32_t k, const std::vector<uint32_t>& place)
      -> std::vector<uint32_t> {
    std::vector<uint32_t> parts = {place[k]};
    double largest = 1;
    for (const double part : x) largest = std::max(largest, std::abs(part));
    for (uint32_t i = 0; i < x.size(); ++i) {
      if (std::abs(x[i]) > kNoPart * largest) parts.push_back(place[i]);
    }
    std::ranges::sort(parts);
    return parts;
  }

  uint32_t n_;
  uint32_t rank_ = 0;
  std::vector<double> a_;
  // Rows and columns as given, by their present places.
  std::vector<uint32_t> row_at_;
  std::vector<uint32_t> col_at_;
};

}  // namespace

auto FindRankDefect(uint32_t n, std::vector<double> matrix) -> RankDefect {
  return n == 0 ? RankDefect{} : CompleteElimination(n, std::move(matrix)).Find();
}

auto DenseMatrix(const CscPattern& pattern, const double* entries) -> std::vector<double> {
  std::vector<double> matrix(size_t{pattern.n} * pattern.n, 0.0);
  for (uint32_t j = 0; j < pattern.n; ++j) {
    for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p)
      matrix[size_t{j} * pattern.n + pattern.row_index[p]] += entries[p];
  }
  return matrix;
}

}  // namespace kerf::runtime
