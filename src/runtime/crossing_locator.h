// Narrows the interval in which root functions cross 0 by evaluations that take the step again
// (F. E. Cellier, Combined Continuous/Discrete System Simulation, 1979, 4.2 and Fig. 4.4 to 4.7).
//
// The search ends where
//   one of the crossing functions is 0 up to its tolerance, and no other has crossed before; or
//   the interval, or the difference of two trials in a row, is that of rounding errors (a step need not tend
//   to 0, its changes do); or
//   the limit of iterations is reached: then the upper end of the interval is taken, and IsPoor.
// The point found may lie just before the crossing. Who starts there again must not find it a second time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/failure.h"
#include "runtime/location.h"
#include "runtime/relations.h"

namespace kerf::runtime {

// A direction in which no function crosses.
constexpr int kNever = 2;

// Whether a function goes through 0 in the direction wanted (1 or -1; 0: either). One that is 0 at first
// counts from where it has left 0.
inline auto IsCrossing(double low, double high, int direction) -> bool {
  if (low == 0 || (high != 0 && (low < 0) == (high < 0))) return false;
  return direction == 0 || direction == (low < 0 ? 1 : -1);
}

class CrossingLocator {
 public:
  struct End {
    double t = 0;
    std::vector<double> z;
    // dz/dt, where they are wanted.
    std::vector<double> slope;
  };
  // Writes the root functions at t.
  using Evaluate = std::function<StepStatus(double t, double* values)>;
  // Writes their slopes: at the point of the last evaluation, or at the lower end with which it began.
  using Slopes = std::function<StepStatus(bool is_at_start, double* values)>;

  // Between the ends there is at least one crossing.
  auto Locate(std::span<const RootSettings> settings, End low, End high, const Evaluate& evaluate,
              const Slopes& slopes) -> StepStatus;

  [[nodiscard]] auto t() const -> double { return found_.t; }
  [[nodiscard]] auto values() const -> std::span<const double> { return found_.z; }
  [[nodiscard]] auto crossings() const -> std::span<const Crossing> { return crossings_; }
  [[nodiscard]] auto IsPoor() const -> bool { return is_poor_; }
  // The interval in which the crossing lies at the end.
  [[nodiscard]] auto width() const -> double { return high_.t - low_.t; }
  [[nodiscard]] auto n_trials() const -> uint64_t { return n_trials_; }

 private:
  auto Begin(const Slopes& slopes) -> StepStatus;
  auto TakeSlopes(const Slopes& slopes, bool is_at_start, End& end) -> StepStatus;
  auto Iterate(const Evaluate& evaluate, const Slopes& slopes) -> StepStatus;
  [[nodiscard]] auto IsCrossingAt(size_t i, const End& end) const -> bool {
    return IsCrossing(low_.z[i], end.z[i], settings_[i].direction);
  }
  [[nodiscard]] auto HasCrossedAt(const End& end) const -> bool;
  [[nodiscard]] auto IsSmall(size_t i, const End& end) const -> bool;
  [[nodiscard]] auto IsLocated(const End& end) const -> bool;
  [[nodiscard]] auto NextTrial(uint32_t iteration) const -> double;
  [[nodiscard]] auto Propose(size_t i) const -> double;
  [[nodiscard]] auto TryHermite(size_t i, double regula_falsi) const -> double;
  void Finish(const End& end);
  void CollectNearest(double t);

  std::span<const RootSettings> settings_;
  End low_, high_, trial_, found_;
  // The size of each function over the interval at the beginning.
  std::vector<double> scale_;
  bool wants_slopes_ = false;
  bool is_poor_ = false;
  uint64_t n_trials_ = 0;
  std::vector<Crossing> crossings_;
};

}  // namespace kerf::runtime
