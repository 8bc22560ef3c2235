// The modes of a linear model x' = A x: what its eigenvalues mean in time, and which states take part in each
// (participation factors of I. Pérez-Arriaga, G. Verghese and F. Schweppe, IEEE Trans. PAS 101, 1982).
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/matrix.h"

namespace kerf::analysis {

struct Participation {
  uint32_t state = 0;
  // The part of the mode that is this state's; those of all states add up to 1.
  double share = 0;
};

// One real eigenvalue, or a conjugate pair.
struct Mode {
  // Of a pair the one with positive imaginary part.
  std::complex<double> eigenvalue;
  bool is_pair = false;
  // Decays (positive) or grows (negative) by the factor e in this time [s]; infinite if it does neither.
  double time_constant = 0;
  // Of the undamped oscillation [Hz]; 0 for a real eigenvalue.
  double frequency = 0;
  // Damping relative to the critical one; of a pair in (-1, 1), of a real eigenvalue 1, -1, or 0.
  double damping = 0;
  // In descending order of share; what is less than a hundredth is left out.
  std::vector<Participation> states;
};

// The modes, slowest decay first: by descending real part, then by ascending frequency. Nothing if the
// eigenvalues cannot be found. The share of state i in mode k is |left_ki·right_ki| over the sum for all
// states, so it does not depend on the units of the states.
auto TryModes(const Matrix& a) -> std::optional<std::vector<Mode>>;

}  // namespace kerf::analysis
