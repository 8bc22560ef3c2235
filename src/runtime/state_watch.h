// States that were chosen for the whole run although their constraints may become singular: moved states then
// no longer move what they determine, and a solution turns back, or stands still, at a point that it ought to
// pass. At each step T is looked at, by which moving the states moves what was given up (state_sets.h), and
// the sign of the determinant that it divides by. 1/(1 + largest entry of T) is the distance to the singular
// point:
//
//   the sign changed, or the distance nearly vanished   the states do not serve here: the run has to end
//   the distance gets smaller                           no step goes further than half the way to 0, as it
//                                                       goes now, so that no step leaps there and back
//
// Sets of states that are chosen during the run are looked at in the same way. They have other candidates to
// choose from, so that a distance that vanishes ends the run only if it has vanished for the best of them:
// where the model keeps states besides that the constraints give there, or constraints depend on each other.
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
  // The number of a watch of a set whose present choice, which was just looked at, does not serve. To be
  // asked once it has been chosen well.
  [[nodiscard]] auto VanishedSet() const -> std::optional<uint32_t>;
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
    // Columns of the states, as numbered by the set.
    std::vector<uint32_t> chosen;

    [[nodiscard]] auto HasVanished() const -> bool;
  };
  void Load(const KerfStateWatch& watch, double* w);
  void OrderColumns(const KerfStateWatch& watch, const double* w);
  auto Eliminate(uint32_t n) -> Measure;
  [[nodiscard]] auto at(uint32_t row, uint32_t col) -> double& {
    return matrix_[size_t{row} * n_cols_ + col];
  }

  const KerfModel& model_;
  std::vector<Track> tracks_;
  // Row by row; what was given up comes first.
  std::vector<double> matrix_;
  // Where each column of a watch is in it, and the states of its set.
  std::vector<uint32_t> place_;
  std::vector<uint32_t> chosen_;
  uint32_t n_cols_ = 0;
  double longest_ = std::numeric_limits<double>::infinity();
};

}  // namespace kerf::runtime
