// How sure a mean is: intervals by Student's t, over replications or over batches within a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "events/collect.h"

namespace kerf::events {

struct Interval {
  double mean = 0;
  // The interval is mean ± half_width; infinite if there are too few values to say.
  double half_width = 0;
  // The values depend on each other more than chance explains: the interval is too short.
  bool is_doubtful = false;

  [[nodiscard]] auto Contains(double x) const -> bool {
    return x >= mean - half_width && x <= mean + half_width;
  }
};

// The x with P(T <= x) = p for Student's t with that many degrees of freedom; 0 < p < 1, degrees >= 1.
auto StudentQuantile(double p, double degrees) -> double;

// For independent observations, such as the means of replications.
auto ConfidenceOf(const Collect& observations, double level) -> Interval;
// Batches of one run, in their order; doubtful if neighbours are correlated.
auto ConfidenceOf(std::span<const double> batch_means, double level) -> Interval;
// Of neighbours.
auto Correlation(std::span<const double> series) -> double;

// Batch means of a series of dependent observations in bounded memory: between kBatches and 2 kBatches
// batches, which get twice as long whenever there are too many (Law & Kelton; Schmeiser 1982 for the number).
class BatchMeans {
 public:
  static constexpr size_t kBatches = 20;

  void Add(double x);
  void Clear();
  // The mean is that of the full batches.
  [[nodiscard]] auto Confidence(double level) const -> Interval;
  [[nodiscard]] auto n_batches() const -> size_t { return means_.size(); }
  [[nodiscard]] auto batch_size() const -> uint64_t { return batch_size_; }

 private:
  std::vector<double> means_;
  uint64_t batch_size_ = 1;
  uint64_t n_in_batch_ = 0;
  double sum_ = 0;
};

}  // namespace kerf::events
