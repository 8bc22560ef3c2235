// All delay lines of a model, as the executive feeds them.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "runtime/abi.h"

namespace kerf::runtime {

class Delays {
 public:
  explicit Delays(const KerfModel& model) : model_(model), began_with_(model.n_delays) {}

  [[nodiscard]] auto IsEmpty() const -> bool { return model_.n_delays == 0; }
  // Forgets all.
  void Clear();
  // For lines without a past the values in w are those of all time before.
  void Begin(const double* w);
  // The same with what the settled start has made of them, for lines that began with something else. False if
  // there are none.
  auto BeginAnew(const double* w, double tolerance) -> bool;
  // w is up to date, outputs included.
  void Record(const double* w, bool is_after_event);
  // The event at the time in w: jumps due now are let through.
  void Arrive(const double* w);
  // Steps longer than the shortest delay would read what they are about to compute; infinity: no limit.
  [[nodiscard]] auto LongestStep(const double* w) const -> double;

 private:
  const KerfModel& model_;
  // Of lines that began at the present start.
  std::vector<std::optional<double>> began_with_;
};

// When the next jump arrives at the end of a delay line; infinity if none is on its way.
auto NextArrival(const KerfDelay& delay, const double* w) -> double;

}  // namespace kerf::runtime
