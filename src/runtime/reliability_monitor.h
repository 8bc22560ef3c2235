// Measures what reliability.h tells, step by step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/reliability.h"
#include "runtime/spectrum.h"
#include "runtime/system.h"

namespace kerf::runtime {

class ReliabilityMonitor {
 public:
  // The relative accuracy of the data; eigenvalues are found only if wanted.
  void Begin(double accuracy, bool wants_eigenvalues);
  // A step from t0 to t1 (in the time of the run), which ended at x, with the absolute tolerances of the
  // states. May leave the model elsewhere.
  void AddStep(System& system, double t0, double t1, const double* x, const double* tolerance);
  [[nodiscard]] auto Summary(std::span<const uint64_t> violations, uint64_t error_test_failures) const
      -> Reliability;

 private:
  void CarryErrors(const Spectrum& spectrum, double step, const double* x, const double* tolerance);

  double accuracy_ = 0;
  bool wants_eigenvalues_ = false;
  double judged_ = 0;
  double growing_ = 0;
  double meaningless_ = 0;
  // Errors carried on, the largest absolute value of each state so far, and the worst quotient.
  std::vector<double> errors_, magnitude_;
  double worst_error_ = -1;
  uint32_t sign_bits_ = 1;
  StepHistogram steps_;
};

}  // namespace kerf::runtime
