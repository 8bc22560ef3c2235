// Formulas for derivatives on a grid of equal distances: weights for the values at some points, and possibly
// for the slope at one of them, that are exact for polynomials of as high a degree as there are weights.
#pragma once

#include <cstdint>
#include <vector>

namespace kerf::process {

// The derivative of that order (1 or 2) at a point from the values at these offsets from it, in units of the
// distance of neighbours. With has_slope the first derivative at offset 0 is known too, and its weight comes
// last. To be divided by distance^order (the weight of the slope by distance^(order - 1)).
auto DifferenceWeights(const std::vector<int>& offsets, int order, bool has_slope) -> std::vector<double>;

// The n_points points nearest to `point` of 0 … n - 1, as offsets from it: central where there is room.
auto NearestOffsets(int point, int n, int n_points) -> std::vector<int>;

// How far the derivatives of that order of values on a grid by formulas with so many points and with more are
// apart, relative to the largest of them: whether the grid is fine enough. 0 if there are too few points to
// tell. Biased formulas have more points on one side, whichever.
auto GridIndicator(const double* values, int n, int n_points, int order, bool is_biased) -> double;

}  // namespace kerf::process
