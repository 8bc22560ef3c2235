// See confidence.h.
#include "events/confidence.h"

#include <cmath>
#include <limits>

namespace kerf::events {

namespace {

// The continued fraction of the incomplete beta function by the method of Lentz.
auto BetaFraction(double a, double b, double x) -> double {
  constexpr double kTiny = 1e-300;
  constexpr int kTerms = 500;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double value = d;
  for (int m = 1; m <= kTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    c = 1 + even / c;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = std::abs(c) < kTiny ? kTiny : c;
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    c = 1 + odd / c;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = std::abs(c) < kTiny ? kTiny : c;
    value *= d * c;
    if (std::abs(d * c - 1) < 1e-16) break;
  }
  return value;
}

auto IncompleteBeta(double a, double b, double x) -> double {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(a, b, x) / a;
  return 1 - front * BetaFraction(b, a, 1 - x) / b;
}

// P(T > t) for t >= 0.
auto UpperTail(double t, double degrees) -> double {
  return 0.5 * IncompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

}  // namespace

auto StudentQuantile(double p, double degrees) -> double {
  if (p == 0.5) return 0;
  if (p < 0.5) return -StudentQuantile(1 - p, degrees);
  double low = 0;
  double high = 1;
  while (UpperTail(high, degrees) > 1 - p) high *= 2;
  // The tail falls monotonically; halving is sure and quick enough for a value asked for once a report.
  for (int k = 0; k < 100 && high - low > 1e-15 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (UpperTail(middle, degrees) > 1 - p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

auto ConfidenceOf(const Collect& observations, double level) -> Interval {
  if (observations.n < 2) return {observations.mean, std::numeric_limits<double>::infinity()};
  const double quantile = StudentQuantile(0.5 + 0.5 * level, static_cast<double>(observations.n - 1));
  return {observations.mean, quantile * observations.std_of_mean()};
}

auto Correlation(std::span<const double> series) -> double {
  Collect all;
  for (const double x : series) all.Add(x);
  if (all.squares == 0) return 0;
  double products = 0;
  for (size_t k = 0; k + 1 < series.size(); ++k)
    products += (series[k] - all.mean) * (series[k + 1] - all.mean);
  return products / all.squares;
}

auto ConfidenceOf(std::span<const double> batch_means, double level) -> Interval {
  Collect all;
  for (const double mean : batch_means) all.Add(mean);
  Interval interval = ConfidenceOf(all, level);
  // The correlation of independent values has a standard deviation of about 1/sqrt(n).
  interval.is_doubtful = Correlation(batch_means) > 2 / std::sqrt(static_cast<double>(batch_means.size()));
  return interval;
}

void BatchMeans::Add(double x) {
  sum_ += x;
  if (++n_in_batch_ < batch_size_) return;
  means_.push_back(sum_ / static_cast<double>(batch_size_));
  sum_ = 0;
  n_in_batch_ = 0;
  if (means_.size() < 2 * kBatches) return;
  for (size_t k = 0; k < kBatches; ++k) means_[k] = 0.5 * (means_[2 * k] + means_[2 * k + 1]);
  means_.resize(kBatches);
  batch_size_ *= 2;
}

void BatchMeans::Clear() { *this = BatchMeans(); }

auto BatchMeans::Confidence(double level) const -> Interval {
  if (means_.size() < kBatches) return {0, std::numeric_limits<double>::infinity()};
  return ConfidenceOf(std::span<const double>(means_), level);
}

}  // namespace kerf::events
