// Elimination with row pivoting of small dense matrices.
#include "runtime/state_watch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace kerf::runtime {

namespace {

// Smaller than that, relative to the largest it has been, is as good as zero: errors of the states would be
// magnified a thousand times.
constexpr double kVanished = 1e-3;
// So much of the way to zero a step may go.
constexpr double kWay = 0.5;
// Pivots below this, relative to the entries of the rows, are rounding errors.
constexpr double kLeastPivot = 1e-12;

}  // namespace

void StateWatch::Restart() {
  for (Track& track : tracks_) track.is_begun = false;
  longest_ = std::numeric_limits<double>::infinity();
}

auto StateWatch::Track::HasVanished() const -> bool {
  return value.sign == 0 || value.distance <= kVanished * largest;
}

// Candidates that are states at present come after those that are given by the constraints.
void StateWatch::OrderColumns(const KerfStateWatch& watch, const double* w) {
  place_.resize(n_cols_);
  std::iota(place_.begin(), place_.end(), 0U);
  chosen_.clear();
  if (watch.set == KERF_NO_SET || watch.n == 0) return;
  const KerfStateSet& set = model_.state_sets[watch.set];
  const uint32_t n = set.n_candidates;
  std::vector<bool> is_state(n, false);
  for (uint32_t i = 0; i < set.n_states; ++i) {
    for (uint32_t j = 0; j < n; ++j)
      is_state[j] = is_state[j] || w[set.selection_slots[size_t{i} * n + j]] != 0;
  }
  uint32_t next = set.n_eliminated;
  for (const bool comes_later : {false, true}) {
    for (uint32_t j = 0; j < n; ++j) {
      if (is_state[j] != comes_later) continue;
      if (comes_later) chosen_.push_back(j);
      place_[set.n_eliminated + j] = next++;
    }
  }
}

// Rows relative to their largest entries, so that pivots can be compared.
void StateWatch::Load(const KerfStateWatch& watch, double* w) {
  watch.jacobian.run(watch.jacobian.context, w);
  n_cols_ = watch.n;
  for (uint32_t p = 0; p < watch.nnz; ++p) n_cols_ = std::max(n_cols_, watch.entry_cols[p] + 1);
  if (watch.set != KERF_NO_SET && watch.n > 0) {
    const KerfStateSet& set = model_.state_sets[watch.set];
    n_cols_ = std::max(n_cols_, set.n_eliminated + set.n_candidates);
  }
  OrderColumns(watch, w);
  matrix_.assign(size_t{watch.n} * n_cols_, 0.0);
  for (uint32_t p = 0; p < watch.nnz; ++p) {
    const uint32_t col = watch.entry_cols[p];
    at(watch.entry_rows[p], place_[col]) = w[watch.jacobian_slot + p] * watch.nominal[col];
  }
  for (uint32_t row = 0; row < watch.n; ++row) {
    double largest = 0;
    for (uint32_t col = 0; col < n_cols_; ++col) largest = std::max(largest, std::abs(at(row, col)));
    for (uint32_t col = 0; col < n_cols_ && largest > 0; ++col) at(row, col) /= largest;
  }
}

// Gauss-Jordan elimination leaves T in the columns of the others.
auto StateWatch::Eliminate(uint32_t n) -> Measure {
  Measure measure{1, 0};
  for (uint32_t k = 0; k < n; ++k) {
    uint32_t pivot = k;
    for (uint32_t i = k + 1; i < n; ++i) pivot = std::abs(at(i, k)) > std::abs(at(pivot, k)) ? i : pivot;
    const double value = at(pivot, k);
    if (std::abs(value) <= kLeastPivot) return {0, 0};
    if (pivot != k) {
      for (uint32_t j = k; j < n_cols_; ++j) std::swap(at(pivot, j), at(k, j));
      measure.sign = -measure.sign;
    }
    if (value < 0) measure.sign = -measure.sign;
    for (uint32_t j = k; j < n_cols_; ++j) at(k, j) /= value;
    for (uint32_t i = 0; i < n; ++i) {
      const double factor = at(i, k);
      if (i == k || factor == 0) continue;
      for (uint32_t j = k; j < n_cols_; ++j) at(i, j) -= factor * at(k, j);
    }
  }
  double largest = 0;
  for (uint32_t i = 0; i < n; ++i) {
    // Comparisons would lose what is not a number.
    for (uint32_t j = n; j < n_cols_; ++j)
      largest = std::isfinite(at(i, j)) ? std::max(largest, std::abs(at(i, j))) : NAN;
  }
  measure.distance = 1 / (1 + largest);
  return measure;
}

auto StateWatch::Look(double t, double* w) -> std::optional<uint32_t> {
  double longest = std::numeric_limits<double>::infinity();
  for (uint32_t k = 0; k < tracks_.size(); ++k) {
    const KerfStateWatch& watch = model_.state_watches[k];
    Track& track = tracks_[k];
    if (track.is_begun && !(t > track.t)) return std::nullopt;
    Load(watch, w);
    const Measure value = Eliminate(watch.n);
    // What is not finite is found elsewhere.
    if (!std::isfinite(value.distance)) continue;
    const Track before =
        std::exchange(track, {true, t, value, std::max(track.largest, value.distance), chosen_});
    const bool has_choice = watch.set != KERF_NO_SET;
    if (!has_choice && track.HasVanished()) return k;
    const bool goes_on = before.is_begun && before.chosen == chosen_ && before.value.sign != 0;
    if (!goes_on || value.sign == 0) continue;
    if (value.sign != before.value.sign) return k;
    if (value.distance < before.value.distance) {
      const double slope = (before.value.distance - value.distance) / (t - before.t);
      longest = std::min(longest, kWay * value.distance / slope);
    }
  }
  longest_ = longest;
  return std::nullopt;
}

auto StateWatch::VanishedSet() const -> std::optional<uint32_t> {
  for (uint32_t k = 0; k < tracks_.size(); ++k) {
    const bool has_choice = model_.state_watches[k].set != KERF_NO_SET;
    if (has_choice && tracks_[k].is_begun && tracks_[k].HasVanished()) return k;
  }
  return std::nullopt;
}

}  // namespace kerf::runtime
