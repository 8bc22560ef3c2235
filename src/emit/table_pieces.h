// Tables of one variable as the Modelica Standard Library defines them (Modelica.Blocks.Tables), as piecewise
// polynomials. What is beyond the table is a piece before the first point and one after the last.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kerf::emit {

// The numbers are those of Modelica.Blocks.Types.
enum class Smoothness : uint8_t { Linear = 1, Akima, Constant, FritschButland, Steffen, ModifiedAkima };
enum class Extrapolation : uint8_t { HoldLastPoint = 1, LastTwoPoints, Periodic, None };

inline auto IsSpline(Smoothness smoothness) -> bool {
  return smoothness != Smoothness::Linear && smoothness != Smoothness::Constant;
}

// Piece k is in force from starts[k] on, the first from -infinity on (its start is that of the second):
// c0 + c1*v + c2*v^2 + c3*v^3 with v = x - starts[k].
struct Pieces {
  static constexpr uint32_t kOrder = 4;
  std::vector<double> starts;
  std::vector<double> coefficients;
};

// x does not decrease; where it stays, y jumps.
auto MakePieces(std::span<const double> x, std::span<const double> y, Smoothness smoothness,
                Extrapolation extrapolation) -> Pieces;

}  // namespace kerf::emit
