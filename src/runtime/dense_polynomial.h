// Dense output for any one-step method, worked out by evaluations of the derivative when it is asked for
// (bootstrapping: W. H. Enright, K. R. Jackson, S. P. Nørsett and P. G. Thomsen, Interpolants for Runge-Kutta
// formulas, 1986).
//
// Level 0 is the cubic of Hermite through both ends of the step. Level m has the derivatives at m points
// inside as well, which are evaluated on the polynomial of level m - 1, and is a polynomial of degree m + 3
// with an error of the order m + 4 in the step. Level m costs m evaluations more than level m - 1.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/failure.h"

namespace kerf::runtime {

class DensePolynomial {
 public:
  // The ends of a step from t to t + h and the derivatives there.
  struct Ends {
    double t = 0;
    double h = 0;
    const std::vector<double>* x0 = nullptr;
    const std::vector<double>* x1 = nullptr;
    const std::vector<double>* f0 = nullptr;
    const std::vector<double>* f1 = nullptr;
  };
  using Derivative =
      std::function<StepStatus(double t, const std::vector<double>& x, std::vector<double>& f)>;

  static constexpr uint32_t kMaxLevel = 5;

  // For n states and a method of this order: the level whose error is that of one step.
  void Resize(uint32_t n, uint32_t order);
  // A new step; nothing is evaluated yet.
  void Begin() { reached_ = 0; }
  // Goes up to the level. Where an evaluation fails, it stays at the highest level that it could reach.
  void Build(const Ends& ends, const Derivative& derivative);
  // The polynomial at t + s * h, of the level reached.
  void Evaluate(const Ends& ends, double s, double* x) const;

 private:
  // The weights of x1 - x0, h * f0, h * f1 and of h times the derivatives inside, as polynomials in s without
  // constant term.
  struct Level {
    std::vector<std::vector<double>> weights;
  };

  void MakeLevel(uint32_t level);

  uint32_t n_ = 0;
  uint32_t level_ = 0;
  uint32_t reached_ = 0;
  std::vector<Level> levels_;
  std::vector<std::vector<double>> slopes_, next_;
  std::vector<double> x_;
};

}  // namespace kerf::runtime
