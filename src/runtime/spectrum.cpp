// All eigenvalues of small models, the largest of large ones.
#include "runtime/spectrum.h"

#include <algorithm>
#include <cmath>

#include "runtime/eigenvalues.h"

namespace kerf::runtime {
namespace {

constexpr double kHardlyDamped = 0.1;

void Judge(const CscPattern& pattern, const std::vector<double>& entries, Spectrum& spectrum) {
  const uint32_t n = pattern.n;
  std::vector<double> rows(size_t{n} * n, 0);
  for (uint32_t j = 0; j < n; ++j) {
    for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p)
      rows[size_t{pattern.row_index[p]} * n + j] = entries[p];
  }
  auto values = Eigenvalues(n, rows);
  spectrum.is_complete = values.size() == n;
  for (const std::complex<double>& value : values) {
    spectrum.radius = std::max(spectrum.radius, std::abs(value));
    spectrum.decay = std::max(spectrum.decay, -value.real());
    spectrum.growth = std::max(spectrum.growth, value.real());
    if (std::abs(value.real()) < kHardlyDamped * std::abs(value.imag()))
      spectrum.swing = std::max(spectrum.swing, std::abs(value.imag()));
  }
  spectrum.norm = LargestSingularValue(n, rows);
  spectrum.values = std::move(values);
  spectrum.rows = std::move(rows);
}

// Power iterations. What decays fastest is taken to be the largest: of a large model that is the usual case,
// and a pair of complex eigenvalues shows in the quotient of lengths as well.
void Estimate(const CscPattern& pattern, const std::vector<double>& entries, Spectrum& spectrum) {
  constexpr int kIterations = 30;
  std::vector<double> x(pattern.n, 1);
  for (uint32_t i = 0; i < pattern.n; ++i) x[i] = i % 2 == 0 ? 1 : -1 - 0.1 * i / pattern.n;
  double sum_of_logs = 0;
  int n_counted = 0;
  double along = 0;
  for (int k = 0; k < kIterations; ++k) {
    std::vector<double> y(pattern.n, 0);
    double length = 0;
    for (const double xi : x) length += xi * xi;
    length = std::sqrt(length);
    if (!(length > 0) || !std::isfinite(length)) return;
    for (double& xi : x) xi /= length;
    for (uint32_t j = 0; j < pattern.n; ++j) {
      for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p)
        y[pattern.row_index[p]] += entries[p] * x[j];
    }
    along = 0;
    for (uint32_t i = 0; i < pattern.n; ++i) along += x[i] * y[i];
    if (k > kIterations / 2) {
      sum_of_logs += std::log(length);
      ++n_counted;
    }
    x.swap(y);
  }
  spectrum.radius = std::exp(sum_of_logs / n_counted);
  (along < 0 ? spectrum.decay : spectrum.growth) = spectrum.radius;
}

}  // namespace

auto CountMeaningless(const Spectrum& spectrum, double accuracy) -> size_t {
  constexpr uint32_t kTrials = 3;
  constexpr double kRounding = 1e-8;
  const auto n = static_cast<uint32_t>(spectrum.values.size());
  std::vector<double> moved(n, 0);
  // Signs of errors that look random, the same in each run.
  uint32_t bits = 1;
  for (uint32_t trial = 0; trial < kTrials; ++trial) {
    std::vector<double> rows = spectrum.rows;
    for (double& entry : rows) {
      bits = bits * 1664525U + 1013904223U;
      entry *= 1 + ((bits >> 31U) != 0 ? accuracy : -accuracy);
    }
    const auto others = Eigenvalues(n, rows);
    for (uint32_t i = 0; i < n; ++i) {
      double nearest = others.empty() ? 0 : std::abs(others[0] - spectrum.values[i]);
      for (const std::complex<double>& other : others)
        nearest = std::min(nearest, std::abs(other - spectrum.values[i]));
      moved[i] = std::max(moved[i], nearest);
    }
  }
  size_t n_meaningless = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const bool is_lost = moved[i] > 0.5 * std::abs(spectrum.values[i]);
    if (is_lost && moved[i] > kRounding * accuracy * spectrum.norm) ++n_meaningless;
  }
  return n_meaningless;
}

auto FindSpectrum(System& system, double t, const double* x, Spectrum& spectrum) -> StepStatus {
  spectrum = {};
  if (system.n_states() == 0 || system.is_implicit()) return StepStatus::Ok;
  const CscPattern pattern = system.pattern();
  std::vector<double> entries(pattern.nnz());
  const StepStatus status = system.Jacobian(t, x, entries.data());
  if (status != StepStatus::Ok) return status;
  if (pattern.n <= Spectrum::kMostStates) {
    Judge(pattern, entries, spectrum);
  } else {
    Estimate(pattern, entries, spectrum);
  }
  return StepStatus::Ok;
}

}  // namespace kerf::runtime
