// Elimination with row pivoting of small dense matrices.
#include "runtime/state_watch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
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

// Rows relative to their largest entries, so that pivots can be compared.
void StateWatch::Load(const KerfStateWatch& watch, double* w) {
  watch.jacobian.run(watch.jacobian.context, w);
  n_cols_ = watch.n;
  for (uint32_t p = 0; p < watch.nnz; ++p) n_cols_ = std::max(n_cols_, watch.entry_cols[p] + 1);
  matrix_.assign(size_t{watch.n} * n_cols_, 0.0);
  for (uint32_t p = 0; p < watch.nnz; ++p) {
    const uint32_t col = watch.entry_cols[p];
    at(watch.entry_rows[p], col) = w[watch.jacobian_slot + p] * watch.nominal[col];
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
    Track& track = tracks_[k];
    if (track.is_begun && !(t > track.t)) return std::nullopt;
    Load(model_.state_watches[k], w);
    const Measure value = Eliminate(model_.state_watches[k].n);
    // What is not finite is found elsewhere.
    if (!std::isfinite(value.distance)) continue;
    if (value.sign == 0) return k;
    track.largest = std::max(track.largest, value.distance);
    if (track.is_begun && value.sign != track.value.sign) return k;
    if (value.distance <= kVanished * track.largest) return k;
    if (track.is_begun && value.distance < track.value.distance) {
      const double slope = (track.value.distance - value.distance) / (t - track.t);
      longest = std::min(longest, kWay * value.distance / slope);
    }
    track.is_begun = true;
    track.t = t;
    track.value = value;
  }
  longest_ = longest;
  return std::nullopt;
}

}  // namespace kerf::runtime
