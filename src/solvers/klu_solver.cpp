// KLU behind the interface of linear solvers. Matrices after the first keep its pivots while these stay good.
#include "solvers/klu_solver.h"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kerf::solvers {
namespace {

// Pivots are judged by the largest entry of their column, each entry relative to the largest of its row.
// Those that were chosen for other values are doubted early; fresh ones are as good as it gets until only
// rounding errors are left.
constexpr double kPoorPivot = 1e-6;

class KluSolver final : public runtime::LinearSolver {
 public:
  KluSolver() { klu_defaults(&common_); }
  KluSolver(const KluSolver&) = delete;
  auto operator=(const KluSolver&) -> KluSolver& = delete;
  ~KluSolver() override {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }

  void Analyse(const runtime::CscPattern& pattern) override {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
    n_ = static_cast<int>(pattern.n);
    col_ptr_.assign(pattern.col_ptr, pattern.col_ptr + pattern.n + 1);
    rows_.assign(pattern.row_index, pattern.row_index + pattern.nnz());
    row_size_.resize(pattern.n);
    symbolic_ = klu_analyze(n_, col_ptr_.data(), rows_.data(), &common_);
  }

  auto Factor(const double* values) -> uint32_t override {
    if (symbolic_ == nullptr) return 0;
    values_.assign(values, values + rows_.size());
    if (numeric_ != nullptr && Refactor()) return runtime::kNone;
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(col_ptr_.data(), rows_.data(), values_.data(), symbolic_, &common_);
    if (numeric_ == nullptr || common_.status == KLU_SINGULAR) return FailAt(common_.singular_col);
    const Pivot worst = WorstPivot();
    least_pivot_ = worst.size;
    const double tiny = 4 * n_ * std::numeric_limits<double>::epsilon();
    return worst.size > tiny ? runtime::kNone : FailAt(worst.column);
  }

  [[nodiscard]] auto LeastPivot() const -> double override { return least_pivot_; }

  void Solve(double* b) override { klu_solve(symbolic_, numeric_, n_, 1, b, &common_); }

 private:
  struct Pivot {
    int column = 0;
    double size = 1;
  };

  auto Refactor() -> bool {
    if (klu_refactor(col_ptr_.data(), rows_.data(), values_.data(), symbolic_, numeric_, &common_) == 0)
      return false;
    least_pivot_ = WorstPivot().size;
    return common_.status == KLU_OK && least_pivot_ > kPoorPivot;
  }

  auto WorstPivot() -> Pivot {
    std::fill(row_size_.begin(), row_size_.end(), 0.0);
    for (size_t p = 0; p < rows_.size(); ++p) {
      double& size = row_size_[static_cast<size_t>(rows_[p])];
      size = std::max(size, std::abs(values_[p]));
    }
    const double* pivots = static_cast<const double*>(numeric_->Udiag);
    Pivot worst;
    for (int k = 0; k < n_; ++k) {
      const int column = symbolic_->Q[k];
      const double size = std::abs(pivots[k]) / ColumnSize(column);
      // Written so that a pivot that is not a number is the worst of all.
      if (!(size >= worst.size)) worst = {column, std::isnan(size) ? 0 : size};
    }
    return worst;
  }

  [[nodiscard]] auto ColumnSize(int column) const -> double {
    double size = 0;
    const auto j = static_cast<size_t>(column);
    for (auto p = static_cast<size_t>(col_ptr_[j]); p < static_cast<size_t>(col_ptr_[j + 1]); ++p) {
      const double row = row_size_[static_cast<size_t>(rows_[p])];
      if (row > 0) size = std::max(size, std::abs(values_[p]) / row);
    }
    return size;
  }

  auto FailAt(int column) -> uint32_t {
    klu_free_numeric(&numeric_, &common_);
    return column >= 0 && column < n_ ? static_cast<uint32_t>(column) : 0;
  }

  int n_ = 0;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  std::vector<int> col_ptr_, rows_;
  std::vector<double> values_, row_size_;
  double least_pivot_ = 1;
};

}  // namespace

auto MakeKluSolver(const runtime::CscPattern& pattern) -> std::unique_ptr<runtime::LinearSolver> {
  auto solver = std::make_unique<KluSolver>();
  solver->Analyse(pattern);
  return solver;
}

}  // namespace kerf::solvers
