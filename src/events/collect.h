// COLLECT: statistics of single observations, without keeping them.
//
// Welford, "Note on a method for calculating corrected sums of squares and products" (1962): the sums do not
// cancel when the spread is small against the mean.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace kerf::events {

struct Collect {
  uint64_t n = 0;
  double mean = 0;
  // The sum of squared differences from the mean.
  double squares = 0;
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double last = 0;

  void Add(double x) {
    ++n;
    const double difference = x - mean;
    mean += difference / static_cast<double>(n);
    squares += difference * (x - mean);
    min = x < min ? x : min;
    max = x > max ? x : max;
    last = x;
  }
  // All values below are 0 as long as there are too few observations for them.
  [[nodiscard]] auto variance() const -> double { return n > 1 ? squares / static_cast<double>(n - 1) : 0; }
  [[nodiscard]] auto std() const -> double { return std::sqrt(variance()); }
  // Of the mean, if the observations were independent.
  [[nodiscard]] auto std_of_mean() const -> double {
    return n > 1 ? std() / std::sqrt(static_cast<double>(n)) : 0;
  }
  // The coefficient of variation.
  [[nodiscard]] auto cv() const -> double { return mean != 0 ? std() / std::abs(mean) : 0; }
};

}  // namespace kerf::events
