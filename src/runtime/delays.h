// All delay lines of a model, as the executive feeds them.
#pragma once

#include <limits>

#include "runtime/abi.h"

namespace kerf::runtime {

class Delays {
 public:
  explicit Delays(const KerfModel& model) : model_(model) {}

  [[nodiscard]] auto IsEmpty() const -> bool { return model_.n_delays == 0; }
  // The values in w are those of all time before.
  void Begin(const double* w);
  // w is up to date, outputs included.
  void Record(const double* w, bool is_after_event);
  // The event at the time in w: jumps due now are let through.
  void Arrive(const double* w);
  // Steps longer than the shortest delay would read what they are about to compute; infinity: no limit.
  [[nodiscard]] auto LongestStep(const double* w) const -> double;

 private:
  const KerfModel& model_;
};

// When the next jump arrives at the end of a delay line; infinity if none is on its way.
auto NextArrival(const KerfDelay& delay, const double* w) -> double;

}  // namespace kerf::runtime
