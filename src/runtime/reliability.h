// Whether the numbers of a run can be trusted (F. E. Cellier, Combined Continuous/Discrete System Simulation,
// 1979, ch. VI), measured over the whole run:
//
//   FF5      the part of the time in which df/dx has an eigenvalue with positive real part: errors grow then
//   FF6      the mean part of the eigenvalues that errors of the data, of relative size ε, move by more than
//            half of what they are: those mean nothing. (The thesis has |λ| <= σ ε^(1/n), which holds for the
//            worst of all matrices, also of models that are harmless.)
//   error    what becomes of errors of the size of the tolerance, one in each step, as df/dx carries them on:
//            the largest, as a part of what its state has reached by then
//   critical for each state the part of the rejected steps in which it violated its own error test
//   steps    how many steps there were of each size
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kerf::runtime {

// Step sizes in classes of a twentieth of a decade.
class StepHistogram {
 public:
  void Add(double step);
  // The steps of a later part of the same run.
  void Add(const StepHistogram& later);
  // Steps by decade: 10^k <= step < 10^(k + 1).
  [[nodiscard]] auto Decades() const -> std::map<int, uint64_t>;
  // The size that the given part of the steps does not exceed, 0 without steps.
  [[nodiscard]] auto Quantile(double part) const -> double;
  // The size that steps do not exceed during the given part of the time: the short ones by which a method
  // gets going are many, and tell nothing.
  [[nodiscard]] auto TimeQuantile(double part) const -> double;
  [[nodiscard]] auto IsEmpty() const -> bool { return classes_.empty(); }

 private:
  static constexpr int kPerDecade = 20;

  std::map<int, uint64_t> classes_;
  uint64_t n_ = 0;
};

struct Reliability {
  bool is_measured = false;
  // Negative: eigenvalues could not be found, as for large models and those in the implicit form.
  double ff5 = -1;
  double ff6 = -1;
  double error = -1;
  // Of the data, as FF6 took it.
  double accuracy = 0;
  // Steps that failed the error test.
  uint64_t rejected = 0;
  // Empty where the integrator does not tell.
  std::vector<double> critical;
  StepHistogram steps;
};

}  // namespace kerf::runtime
