// All delay lines of a model, as the executive feeds them.
#pragma once

#include <cstdint>
#include <functional>
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
  // Points within the last step, between `before`, where the last ones were taken, and t: as many as it takes
  // for the interpolation to be good to the tolerance. The steps of the integrator are made for the states,
  // and may be much too long for other expressions. `evaluate` brings w up to date for a time; false: it
  // cannot.
  using Evaluate = std::function<bool(double t)>;
  void RecordInside(const double* w, double before, double t, double tolerance, const Evaluate& evaluate);
  // The event at the time in w: jumps due now are let through.
  void Arrive(const double* w);
  // Steps longer than the shortest delay would read what they are about to compute; infinity: no limit.
  [[nodiscard]] auto LongestStep(const double* w) const -> double;

 private:
  struct Sample {
    double t = 0;
    std::vector<double> values;
  };
  [[nodiscard]] auto TakeSample(const double* w, double t, const Evaluate& evaluate) -> bool;
  [[nodiscard]] auto IsGood(const Sample& a, const Sample& q, const Sample& m, const Sample& r,
                            const Sample& b) const -> bool;
  auto Refine(const double* w, const Sample& a, const Sample& m, const Sample& b, uint32_t depth,
              const Evaluate& evaluate) -> bool;

  const KerfModel& model_;
  Sample sample_;
  std::vector<Sample> inside_;
  std::vector<double> scale_;
  double tolerance_ = 0;
  // Of lines that began at the present start.
  std::vector<std::optional<double>> began_with_;
};

// When the next jump arrives at the end of a delay line; infinity if none is on its way.
auto NextArrival(const KerfDelay& delay, const double* w) -> double;

}  // namespace kerf::runtime
