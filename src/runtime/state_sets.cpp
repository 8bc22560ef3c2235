// Gauss-Jordan elimination on small dense matrices.
#include "runtime/state_sets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace kerf::runtime {
namespace {

// The largest entry of T that is put up with, and how much better another choice has to be.
constexpr double kLimit = 4;
constexpr double kGain = 0.5;
// At an event, where no step is made with it.
constexpr double kLimitAtEvent = 1e6;
// Pivots below this, relative to the largest entry, are rounding errors.
constexpr double kNegligiblePivot = 1e-13;

// Rows of n entries, of which the first n_done are no longer looked at.
class Matrix {
 public:
  Matrix(std::vector<double>& entries, uint32_t n_cols)
      : a_(entries.data()), n_rows_(static_cast<uint32_t>(entries.size() / n_cols)), n_cols_(n_cols) {
    for (const double entry : entries) largest_ = std::max(largest_, std::abs(entry));
  }

  [[nodiscard]] auto at(uint32_t row, uint32_t col) const -> double {
    return a_[size_t{row} * n_cols_ + col];
  }
  [[nodiscard]] auto n_done() const -> uint32_t { return n_done_; }

  // The row with the largest entry of the column, of those not yet used.
  [[nodiscard]] auto PivotRow(uint32_t col) const -> uint32_t {
    uint32_t best = n_done_;
    for (uint32_t row = n_done_ + 1; row < n_rows_; ++row) {
      if (std::abs(at(row, col)) > std::abs(at(best, col))) best = row;
    }
    return best;
  }

  // Makes the column a unit vector. False if no pivot is left.
  auto Eliminate(uint32_t col) -> bool {
    if (n_done_ == n_rows_) return false;
    const uint32_t pivot_row = PivotRow(col);
    const double pivot = at(pivot_row, col);
    if (!(std::abs(pivot) > kNegligiblePivot * largest_) || !std::isfinite(pivot)) return false;
    double* top = a_ + size_t{n_done_} * n_cols_;
    if (pivot_row != n_done_) std::swap_ranges(top, top + n_cols_, a_ + size_t{pivot_row} * n_cols_);
    for (uint32_t k = 0; k < n_cols_; ++k) top[k] /= pivot;
    for (uint32_t row = 0; row < n_rows_; ++row) {
      const double factor = at(row, col);
      if (row == n_done_ || factor == 0) continue;
      for (uint32_t k = 0; k < n_cols_; ++k) a_[size_t{row} * n_cols_ + k] -= factor * top[k];
    }
    ++n_done_;
    return true;
  }

  [[nodiscard]] auto Largest(const std::vector<uint32_t>& cols, size_t from) const -> double {
    double worst = 0;
    for (uint32_t row = 0; row < n_rows_; ++row) {
      for (size_t k = from; k < cols.size(); ++k) worst = std::max(worst, std::abs(at(row, cols[k])));
    }
    return worst;
  }

 private:
  double* a_;
  uint32_t n_rows_;
  uint32_t n_cols_;
  uint32_t n_done_ = 0;
  double largest_ = 0;
};

}  // namespace

auto StateSets::Update(double* w) -> bool {
  bool is_changed = false;
  for (uint32_t k = 0; k < model_.n_state_sets; ++k)
    is_changed = UpdateSet(model_.state_sets[k], w) || is_changed;
  return is_changed;
}

auto StateSets::UpdateSet(const KerfStateSet& set, double* w) -> bool {
  if (!Reduce(set, w)) return false;
  const Choice present = Present(set, w);
  if (present.worst <= kLimit) return false;
  const Choice best = Best(set, false);
  if (!(best.worst < kGain * present.worst)) return false;
  Select(set, best, w);
  return true;
}

auto StateSets::PrepareForEvent(double* w) -> bool {
  bool is_changed = false;
  for (uint32_t k = 0; k < model_.n_state_sets; ++k) {
    const KerfStateSet& set = model_.state_sets[k];
    bool is_ready = true;
    for (uint32_t j = 0; j < set.n_candidates; ++j)
      is_ready = is_ready && (set.is_reset[j] == 0 || IsState(set, j, w));
    if (is_ready || !Reduce(set, w)) continue;
    const Choice choice = Best(set, true);
    if (!(choice.worst < kLimitAtEvent)) continue;
    Select(set, choice, w);
    is_changed = true;
  }
  return is_changed;
}

auto StateSets::IsState(const KerfStateSet& set, uint32_t candidate, const double* w) -> bool {
  for (uint32_t i = 0; i < set.n_states; ++i) {
    if (w[set.selection_slots[size_t{i} * set.n_candidates + candidate]] != 0) return true;
  }
  return false;
}

// The constraints with the eliminated variables replaced. False if they cannot be.
auto StateSets::Reduce(const KerfStateSet& set, double* w) -> bool {
  const uint32_t n_cols = set.n_eliminated + set.n_candidates;
  set.jacobian.run(set.jacobian.context, w);
  full_.assign(size_t{set.n_rows} * n_cols, 0.0);
  for (uint32_t p = 0; p < set.nnz; ++p) {
    const uint32_t col = set.entry_cols[p];
    const double scale = col < set.n_eliminated ? 1 : set.nominal[col - set.n_eliminated];
    full_[size_t{set.entry_rows[p]} * n_cols + col] = scale * w[set.jacobian_slot + p];
  }
  Matrix matrix(full_, n_cols);
  for (uint32_t col = 0; col < set.n_eliminated; ++col) {
    if (!matrix.Eliminate(col)) return false;
  }
  reduced_.clear();
  for (uint32_t row = set.n_eliminated; row < set.n_rows; ++row) {
    for (uint32_t j = 0; j < set.n_candidates; ++j) reduced_.push_back(matrix.at(row, set.n_eliminated + j));
  }
  return true;
}

auto StateSets::Present(const KerfStateSet& set, const double* w) const -> Choice {
  const uint32_t n = set.n_candidates;
  Choice choice;
  std::vector<uint32_t> states;
  std::vector<bool> is_state(n, false);
  for (uint32_t i = 0; i < set.n_states; ++i) {
    for (uint32_t j = 0; j < n; ++j) {
      if (w[set.selection_slots[size_t{i} * n + j]] == 0) continue;
      states.push_back(j);
      is_state[j] = true;
    }
  }
  for (uint32_t j = 0; j < n; ++j) {
    if (!is_state[j]) choice.order.push_back(j);
  }
  std::vector<double> copy = reduced_;
  Matrix matrix(copy, n);
  bool is_regular = true;
  for (const uint32_t col : choice.order) is_regular = is_regular && matrix.Eliminate(col);
  choice.order.insert(choice.order.end(), states.begin(), states.end());
  choice.worst =
      is_regular ? matrix.Largest(choice.order, n - set.n_states) : std::numeric_limits<double>::infinity();
  return choice;
}

// Complete pivoting.
auto StateSets::Best(const KerfStateSet& set, bool keeps_reset) const -> Choice {
  const uint32_t n = set.n_candidates;
  Choice choice;
  choice.order.resize(n);
  std::iota(choice.order.begin(), choice.order.end(), 0U);
  std::vector<double> copy = reduced_;
  Matrix matrix(copy, n);
  for (uint32_t k = 0; k + set.n_states < n; ++k) {
    uint32_t best = k;
    double largest = -1;
    for (uint32_t j = k; j < n; ++j) {
      const uint32_t col = choice.order[j];
      if (keeps_reset && set.is_reset[col] != 0) continue;
      const double size = std::abs(matrix.at(matrix.PivotRow(col), col));
      if (size > largest) {
        largest = size;
        best = j;
      }
    }
    std::swap(choice.order[k], choice.order[best]);
    if (largest >= 0 && matrix.Eliminate(choice.order[k])) continue;
    choice.worst = std::numeric_limits<double>::infinity();
    return choice;
  }
  choice.worst = matrix.Largest(choice.order, n - set.n_states);
  return choice;
}

// A candidate that stays a state stays the same one.
void StateSets::Select(const KerfStateSet& set, const Choice& choice, double* w) {
  const uint32_t n = set.n_candidates;
  std::vector<bool> is_wanted(n, false);
  for (size_t k = n - set.n_states; k < n; ++k) is_wanted[choice.order[k]] = true;
  std::vector<uint32_t> free;
  for (uint32_t i = 0; i < set.n_states; ++i) {
    const uint32_t* row = set.selection_slots + size_t{i} * n;
    const uint32_t* end = row + n;
    const auto j = std::find_if(row, end, [&](uint32_t slot) { return w[slot] != 0; }) - row;
    if (j < n && is_wanted[static_cast<size_t>(j)]) {
      is_wanted[static_cast<size_t>(j)] = false;
    } else {
      free.push_back(i);
    }
  }
  auto next = free.begin();
  for (uint32_t j = 0; j < n; ++j) {
    if (!is_wanted[j]) continue;
    const uint32_t* row = set.selection_slots + size_t{*next} * n;
    for (uint32_t k = 0; k < n; ++k) w[row[k]] = k == j ? 1 : 0;
    w[set.state_slots[*next]] = w[set.candidate_slots[j]];
    ++next;
  }
}

}  // namespace kerf::runtime
