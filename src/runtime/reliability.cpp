// Sums over steps.
#include "runtime/reliability_monitor.h"

#include <algorithm>
#include <cmath>

#include "runtime/dense_lu.h"
#include "runtime/spectrum.h"

namespace kerf::runtime {

void StepHistogram::Add(double step) {
  if (!(step > 0)) return;
  ++classes_[static_cast<int>(std::floor(kPerDecade * std::log10(step)))];
  ++n_;
}

void StepHistogram::Add(const StepHistogram& later) {
  for (const auto& [index, count] : later.classes_) classes_[index] += count;
  n_ += later.n_;
}

auto StepHistogram::Decades() const -> std::map<int, uint64_t> {
  std::map<int, uint64_t> decades;
  for (const auto& [index, count] : classes_)
    decades[static_cast<int>(std::floor(static_cast<double>(index) / kPerDecade))] += count;
  return decades;
}

auto StepHistogram::Quantile(double part) const -> double {
  uint64_t below = 0;
  for (const auto& [index, count] : classes_) {
    below += count;
    if (static_cast<double>(below) >= part * static_cast<double>(n_))
      return std::pow(10.0, static_cast<double>(index) / kPerDecade);
  }
  return 0;
}

auto StepHistogram::TimeQuantile(double part) const -> double {
  const auto size = [](int index) { return std::pow(10.0, static_cast<double>(index) / kPerDecade); };
  double all = 0;
  for (const auto& [index, count] : classes_) all += static_cast<double>(count) * size(index);
  double below = 0;
  for (const auto& [index, count] : classes_) {
    below += static_cast<double>(count) * size(index);
    if (below >= part * all) return size(index);
  }
  return 0;
}

void ReliabilityMonitor::Begin(double accuracy, bool wants_eigenvalues) {
  *this = {};
  accuracy_ = accuracy;
  wants_eigenvalues_ = wants_eigenvalues;
}

// Errors obey E' = df/dx E. A step of Radau IIA of order 3 carries them on: (1 - 2/3 A + A²/6) E1 = (1 + A/3)
// E0 with A = h df/dx damps what decays fast, and lets grow what grows.
void ReliabilityMonitor::CarryErrors(const Spectrum& spectrum, double step, const double* x,
                                     const double* tolerance) {
  constexpr double kPart = 0.01;
  const auto n = static_cast<uint32_t>(spectrum.values.size());
  errors_.resize(n, 0);
  magnitude_.resize(n, 0);
  const auto a = [&](uint32_t i, uint32_t j) { return step * spectrum.rows[size_t{i} * n + j]; };
  DenseLu lu;
  lu.Resize(n);
  std::vector<double> right = errors_;
  for (uint32_t j = 0; j < n; ++j) {
    for (uint32_t i = 0; i < n; ++i) {
      double square = 0;
      for (uint32_t k = 0; k < n; ++k) square += a(i, k) * a(k, j);
      lu.entries()[size_t{j} * n + i] = (i == j ? 1 : 0) - 2.0 / 3 * a(i, j) + square / 6;
      right[i] += a(i, j) / 3 * errors_[j];
    }
  }
  if (lu.FactorEntries() < n) return;
  lu.Solve(right.data());
  errors_ = right;
  for (uint32_t i = 0; i < n; ++i) {
    const double fresh = kPart * (accuracy_ * std::abs(x[i]) + tolerance[i]);
    // Errors of steps have either sign, and partly cancel.
    sign_bits_ = sign_bits_ * 1664525U + 1013904223U;
    errors_[i] += (sign_bits_ >> 31U) != 0 ? -fresh : fresh;
    magnitude_[i] = std::max({magnitude_[i], std::abs(x[i]), tolerance[i] / accuracy_});
    worst_error_ = std::max(worst_error_, std::abs(errors_[i]) / magnitude_[i]);
  }
}

void ReliabilityMonitor::AddStep(System& system, double t0, double t1, const double* x,
                                 const double* tolerance) {
  steps_.Add(t1 - t0);
  if (!wants_eigenvalues_) return;
  Spectrum spectrum;
  // A point at which there is no Jacobian tells nothing.
  if (FindSpectrum(system, t1, x, spectrum) != StepStatus::Ok || !spectrum.is_complete) return;
  const auto n = static_cast<double>(spectrum.values.size());
  // Rounding errors of eigenvalues that are 0 mean no growth.
  constexpr double kRounding = 1e-10;
  const size_t n_meaningless = CountMeaningless(spectrum, accuracy_);
  CarryErrors(spectrum, t1 - t0, x, tolerance);
  judged_ += t1 - t0;
  if (spectrum.growth > kRounding * spectrum.norm) growing_ += t1 - t0;
  meaningless_ += (t1 - t0) * static_cast<double>(n_meaningless) / n;
}

auto ReliabilityMonitor::Summary(std::span<const uint64_t> violations, uint64_t error_test_failures) const
    -> Reliability {
  Reliability result;
  result.is_measured = true;
  result.steps = steps_;
  result.accuracy = accuracy_;
  result.rejected = error_test_failures;
  if (judged_ > 0) {
    result.ff5 = growing_ / judged_;
    result.ff6 = meaningless_ / judged_;
    result.error = worst_error_;
  }
  for (const uint64_t count : violations) {
    const double part =
        error_test_failures == 0 ? 0 : static_cast<double>(count) / static_cast<double>(error_test_failures);
    result.critical.push_back(part);
  }
  return result;
}

}  // namespace kerf::runtime
