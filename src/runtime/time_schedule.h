// The instants known beforehand: conditions on time alone, and kinks of inputs.
#pragma once

#include <vector>

#include "runtime/abi.h"

namespace kerf::runtime {

struct Instant {
  double time = 0;
  // Inputs may jump here, so that evaluations on the way must stop short of it.
  bool is_input = false;
};

class TimeSchedule {
 public:
  // Reads the instants from w, after the once program.
  void Load(const KerfModel& model, const double* w);
  // The first instant later than t by more than rounding errors, or infinity.
  [[nodiscard]] auto Next(double t) const -> Instant;

 private:
  std::vector<Instant> instants_;
};

}  // namespace kerf::runtime
