// The instants known until the next event: conditions on time alone, ticks, and kinks of inputs.
#pragma once

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
  // Sets the ticks that fall on the time in w.
  static void SetTicks(const KerfModel& model, double* w);
  // The first instant, in the time of the run, later than t by more than rounding errors, or infinity.
  [[nodiscard]] auto Next(double t) const -> Instant;

 private:
  std::vector<Instant> instants_;
};

}  // namespace kerf::runtime
