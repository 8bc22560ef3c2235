// Measures what reliability.h tells, step by step.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/reliability.h"
#include "runtime/system.h"

namespace kerf::runtime {

class ReliabilityMonitor {
 public:
  // The relative accuracy of the data; eigenvalues are found only if wanted.
  void Begin(double accuracy, bool wants_eigenvalues);
  // A step from t0 to t1 (in the time of the run), which ended at x. May leave the model elsewhere.
  void AddStep(System& system, double t0, double t1, const double* x);
  [[nodiscard]] auto Summary(std::span<const uint64_t> violations, uint64_t error_test_failures) const
      -> Reliability;

 private:
  double accuracy_ = 0;
  bool wants_eigenvalues_ = false;
  double judged_ = 0;
  double growing_ = 0;
  double meaningless_ = 0;
  StepHistogram steps_;
};

}  // namespace kerf::runtime
