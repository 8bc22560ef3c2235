// Linear equations in x1 … xn of which the last one is, but for a part that vanishes, a sum of some others.
#pragma once

#include <string>
#include <vector>

#include "run_text.h"

namespace kerf::torture {

struct DependentSystem {
  // Row by row, at the point where the matrix is singular; every entry differs from 0.
  std::vector<std::vector<int>> matrix;
  // All different.
  std::vector<int> right;
  // What the last row has besides, with a factor that is 0 at the end of the run.
  std::vector<int> extra;
  // Rows that depend on each other, ascending; the last row is one of them.
  std::vector<uint32_t> dependent;
  // Unknowns that the matrix leaves open, from 1.
  std::vector<uint32_t> open;
  // The sums agree with the right side, so that there are solutions.
  bool is_consistent = false;
  // The factor jumps to 0 half way, instead of going there.
  bool jumps = false;
};

auto RandomDependentSystem(Rng& rng) -> DependentSystem;
auto TextOf(const DependentSystem& system, bool is_dymola) -> ModelText;
// Whether a run ended with the solution that the equations have just before, which is one of those at the
// end.
auto IsLimit(const DependentSystem& system, const TextRun& run) -> bool;
// What is wrong with what was told about it; "" if all is well.
auto ProblemOf(const DependentSystem& system, const TextRun& run) -> std::string;

}  // namespace kerf::torture
