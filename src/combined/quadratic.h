// Quadratic functions q(s) = value + g's + s'Hs/2 of few variables: through points, and their minima in a
// box.
#pragma once

#include <optional>
#include <vector>

namespace kerf::combined {

struct Quadratic {
  double value = 0;
  std::vector<double> g;
  // Row by row.
  std::vector<double> h;

  [[nodiscard]] auto At(const std::vector<double>& s) const -> double;
};

// Functions through points: of all quadratic ones the one with the smallest second derivatives (in the norm
// of Frobenius), which is the only one if there are (n + 1)(n + 2)/2 points. See Conn, Scheinberg and
// Vicente, Introduction to Derivative-Free Optimization (2009), ch. 5.
class Interpolation {
 public:
  // None if the points leave a linear function open. All of them are given relative to one place.
  static auto Make(const std::vector<std::vector<double>>& points) -> std::optional<Interpolation>;
  [[nodiscard]] auto Through(const std::vector<double>& values) const -> Quadratic;

 private:
  std::vector<std::vector<double>> points_;
  // The inverse of the system for the multipliers, the value and the gradient.
  std::vector<std::vector<double>> inverse_;
};

// Where a quadratic function is least, to about rounding errors, between these limits; 0 lies between them.
auto LeastInBox(const Quadratic& q, const std::vector<double>& lower, const std::vector<double>& upper)
    -> std::vector<double>;

}  // namespace kerf::combined
