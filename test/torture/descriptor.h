// E z' = A z: the equations of linear systems, some of them without derivatives, solved without Kerf.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kind.h"

namespace kerf::torture {

using LongReal = long double;
using LongMatrix = std::vector<std::vector<LongReal>>;

auto Zeros(size_t n_rows, size_t n_cols) -> LongMatrix;

// The last two unknowns are the sine and cosine that sources need.
struct Descriptor {
  size_t n = 0;
  LongMatrix e;
  LongMatrix a;
  // What the equations demand of z itself, found on the way.
  LongMatrix constraints = {};
};

struct DescriptorSolution {
  // The equations have no unique solution whatever the start.
  bool is_singular = false;
  // At the start, consistent, and at the end.
  std::vector<LongReal> start;
  std::vector<LongReal> end;
};

// Starts from values drawn from rng, as far as the equations leave them open. Nothing if the solution cannot
// be judged: the start of the sources is tied to the rest, or the values grow beyond all measure.
auto TrySolve(Descriptor descriptor, double stop, Rng& rng) -> std::optional<DescriptorSolution>;

}  // namespace kerf::torture
