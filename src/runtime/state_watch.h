// States that were chosen for the whole run although their constraints may become singular: moved states then
// no longer move what they determine, and a solution turns back, or stands still, at a point that it ought to
// pass. At each step T is looked at, by which moving the states moves what was given up (state_sets.h), and
// the sign of the determinant that it divides by. 1/(1 + largest entry of T) is the distance to the singular
// point:
//
//   the sign changed, or the distance nearly vanished   the states do not serve here: the run has to end
//   the distance gets smaller                           no step goes further than half the way to 0, as it
//                                                       goes now, so that no step leaps there and back
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/abi.h"

namespace kerf::runtime {

class StateWatch {
 public:
  explicit StateWatch(const KerfModel& model) : model_(model), tracks_(model.n_state_watches) {}

  [[nodiscard]] auto empty() const -> bool { return model_.n_state_watches == 0; }
  // Values may have jumped.
  void Restart();
  // Looks at the values in w, which belong to time t, derivative having run. The number of a watch whose
  // constraints are singular, or nothing. A time that is not after the last one says nothing new.
  auto Look(double t, double* w) -> std::optional<uint32_t>;
  // How far the next step may go.
  [[nodiscard]] auto LongestStep() const -> double { return longest_; }

 private:
  struct Measure {
    // Of the determinant; 0 if it is zero but for rounding errors.
    int sign = 0;
    double distance = 0;
  };
  struct Track {
    bool is_begun = false;
    double t = 0;
    Measure value;
    // The largest distance so far.
    double largest = 0;
  };
  void Load(const KerfStateWatch& watch, double* w);
  auto Eliminate(uint32_t n) -> Measure;
  [[nodiscard]] auto at(uint32_t row, uint32_t col) -> double& {
    return matrix_[size_t{row} * n_cols_ + col];
  }

  const KerfModel& model_;
  std::vector<Track> tracks_;
  // Row by row; what was given up comes first.
  std::vector<double> matrix_;
  uint32_t n_cols_ = 0;
  double longest_ = std::numeric_limits<double>::infinity();
};

}  // namespace kerf::runtime
