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
  const auto values = Eigenvalues(n, rows);
  spectrum.is_complete = values.size() == n;
  for (const std::complex<double>& value : values) {
    spectrum.sizes.push_back(std::abs(value));
    spectrum.radius = std::max(spectrum.radius, std::abs(value));
    spectrum.decay = std::max(spectrum.decay, -value.real());
    spectrum.growth = std::max(spectrum.growth, value.real());
    if (std::abs(value.real()) < kHardlyDamped * std::abs(value.imag()))
      spectrum.swing = std::max(spectrum.swing, std::abs(value.imag()));
  }
  spectrum.norm = LargestSingularValue(n, rows);
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
