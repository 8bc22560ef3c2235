// The instants known until the next event: conditions on time alone, ticks, and kinks of inputs.
#pragma once

#include <utility>
#include <vector>

#include "runtime/abi.h"
#include "runtime/direction.h"

namespace kerf::runtime {

struct Instant {
  double time = 0;
  // Inputs may jump here, so that evaluations on the way must stop short of it.
  bool is_input = false;
};

class TimeSchedule {
 public:
  // Reads the instants from w. Ticks that lie before the time in w are over; for a run backwards those after
  // it.
  void Load(const KerfModel& model, const double* w, Direction direction = Direction::Forward);
  // Sets the ticks that fall on the time in w, where a run begins, or clears them, where one goes on and has
  // had them.
  void BeginTicks(const KerfModel& model, double* w, bool are_over);
  // Sets the ticks that fall on the time in w. Each happens once, also where other events follow within
  // rounding errors of the time.
  void SetTicks(const KerfModel& model, double* w);
  // The first instant, in the time of the run, later than t by more than rounding errors, or infinity.
  [[nodiscard]] auto Next(double t) const -> Instant;
  // The instant that t is but for rounding errors, or t itself.
  [[nodiscard]] auto InstantAt(double t) const -> double;
  // For each sampler its last tick that has happened.
  [[nodiscard]] auto last_ticks() const -> const std::vector<double>& { return last_ticks_; }
  void SetLastTicks(std::vector<double> last_ticks) { last_ticks_ = std::move(last_ticks); }

 private:
  std::vector<Instant> instants_;
  std::vector<double> last_ticks_;
};

}  // namespace kerf::runtime
