// The magnitude of each state, from what is seen of it: absolute tolerances must fit a charge of 1e-12 as
// well as a voltage of 1. A nominal value given by the model counts; otherwise a state is taken to be of
// magnitude 1 unless its value and its slope over the whole run say that it is smaller. So an estimate can
// sharpen a tolerance, never blunt it.
#pragma once

#include <cstdint>
#include <vector>

namespace kerf::runtime {

class StateScale {
 public:
  // nominal may be null.
  void Begin(uint32_t n, const double* nominal);
  // Takes in values and slopes at the start of the run or after an event; `range` is the length of the run.
  void See(const double* x, const double* slope, double range);
  [[nodiscard]] auto operator[](uint32_t i) const -> double;

 private:
  std::vector<double> nominal_;
  // The largest magnitude seen or foreseen; 0: nothing is known yet.
  std::vector<double> seen_;
};

}  // namespace kerf::runtime
