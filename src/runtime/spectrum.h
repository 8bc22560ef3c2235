// What the eigenvalues of df/dx tell about a model at one instant: how fast its parts decay, grow and swing.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "runtime/system.h"

namespace kerf::runtime {

struct Spectrum {
  // Models larger than this are judged by the largest eigenvalue alone, found by power iterations.
  static constexpr uint32_t kMostStates = 150;

  bool is_complete = false;
  // The largest |λ|, -Re λ and Re λ.
  double radius = 0;
  double decay = 0;
  double growth = 0;
  // The largest |Im λ| of those that decay by less than a tenth of it in one radian.
  double swing = 0;
  // Only of a complete one: the matrix row by row, its eigenvalues, and the largest singular value.
  std::vector<double> rows;
  std::vector<std::complex<double>> values;
  double norm = 0;
};

// How many eigenvalues of a complete spectrum mean nothing if the entries of df/dx are known to the relative
// accuracy `accuracy` only: errors of that size move them by more than half of what they are. Entries that
// are 0 are so by the structure of the model, and exact.
auto CountMeaningless(const Spectrum& spectrum, double accuracy) -> size_t;

// At the point (t, x). Leaves the model evaluated there.
auto FindSpectrum(System& system, double t, const double* x, Spectrum& spectrum) -> StepStatus;

}  // namespace kerf::runtime
