// Explicit Runge-Kutta methods with a second result that tells the error, as tables of numbers.
//
// The difference of the two results is of the order of `lower_order` + 1 in the step. Which result is carried
// on, the lower (Fehlberg, England) or the higher one (Dormand and Prince), is the table's to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kerf::runtime {

struct EmbeddedPair {
  // Of the result that is carried on.
  uint32_t order = 0;
  // Of the worse of the two.
  uint32_t lower_order = 0;
  // Errors of steps may be this part of the tolerance (StepPart), so that results are as right as it says:
  // more where the better result is carried on, whose errors are less than what is estimated, and where the
  // order is high.
  double part = 1;
  std::span<const double> nodes;
  // The lower triangle row by row: stage k (from 0) has k entries.
  std::span<const double> rows;
  std::span<const double> weights;
  // Weights of the difference: carried on less the other.
  std::span<const double> error;
  // The correction of a quartic dense output (Hairer, Nørsett and Wanner, II.6); none: the dense output is
  // worked out by evaluations (dense_polynomial.h).
  std::span<const double> dense;

  [[nodiscard]] auto n_stages() const -> size_t { return nodes.size(); }
  [[nodiscard]] auto Row(size_t stage) const -> std::span<const double> {
    return rows.subspan(stage * (stage - 1) / 2, stage);
  }
};

// Dormand and Prince, 5(4) with seven stages.
auto DormandPrince54() -> const EmbeddedPair&;
// Two classical Runge-Kutta steps of half the size, controlled by Simpson's rule on their derivatives: the
// method RKS of CSMP-III and GASP-V.
auto RungeKuttaSimpson() -> const EmbeddedPair&;
// R. England, Error estimates for Runge-Kutta type solutions (1969), 4(5) with six stages.
auto England45() -> const EmbeddedPair&;
// E. Fehlberg, NASA TR R-287 (1968), 5(6) with eight stages.
auto Fehlberg56() -> const EmbeddedPair&;
// The same report, 8(9) with seventeen stages.
auto Fehlberg89() -> const EmbeddedPair&;

}  // namespace kerf::runtime
