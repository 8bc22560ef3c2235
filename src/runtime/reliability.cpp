// Sums over steps.
#include "runtime/reliability_monitor.h"

#include <algorithm>
#include <cmath>

#include "runtime/spectrum.h"

namespace kerf::runtime {

void StepHistogram::Add(double step) {
  if (!(step > 0)) return;
  ++classes_[static_cast<int>(std::floor(kPerDecade * std::log10(step)))];
  ++n_;
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

void ReliabilityMonitor::Begin(double accuracy, bool wants_eigenvalues) {
  *this = {};
  accuracy_ = accuracy;
  wants_eigenvalues_ = wants_eigenvalues;
}

void ReliabilityMonitor::AddStep(System& system, double t0, double t1, const double* x) {
  steps_.Add(t1 - t0);
  if (!wants_eigenvalues_) return;
  Spectrum spectrum;
  // A point at which there is no Jacobian tells nothing.
  if (FindSpectrum(system, t1, x, spectrum) != StepStatus::Ok || !spectrum.is_complete) return;
  const auto n = static_cast<double>(spectrum.sizes.size());
  // Rounding errors of eigenvalues that are 0 mean no growth.
  constexpr double kRounding = 1e-10;
  const double border = spectrum.norm * std::pow(accuracy_, 1 / n);
  const auto n_meaningless =
      std::ranges::count_if(spectrum.sizes, [&](double size) { return size <= border; });
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
  }
  for (const uint64_t count : violations) {
    const double part =
        error_test_failures == 0 ? 0 : static_cast<double>(count) / static_cast<double>(error_test_failures);
    result.critical.push_back(part);
  }
  return result;
}

}  // namespace kerf::runtime
