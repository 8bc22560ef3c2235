// Values y, y' that satisfy F(t, y, y') = 0 at one instant, from given states y0, for models whose
// derivatives the equations do not give.
//
//   three steps of backward Euler from y0:   F(t + k h, y_k, v_k) = 0,  y_k = y_(k-1) + h v_k,  k = 1, 2, 3
//   extrapolated to t:                       y = y_1 - h (2 v_2 - v_3),  y' = 3 v_2 - 2 v_3,  z = 3 z_2 - 2
//   z_3
//
// z are the unknowns without a derivative. Backward Euler damps what does not fit within one step: for h -> 0
// the first one moves y0 to the nearest y that obeys the constraints hidden in F, so that dF/dy' y is kept
// (Brenan, Campbell and Petzold, Numerical Solution of Initial-Value Problems in DAEs, ch. 5). The errors are
// of order h^2; h shrinks until v_2 and v_3 agree.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/linear_solver.h"
#include "runtime/system.h"

namespace kerf::runtime {

class ConsistentStart {
 public:
  ConsistentStart(System& system, LinearSolverFactory factory)
      : system_(system), factory_(std::move(factory)) {}

  // Finds y and y' at time t, leaves them in w and runs the residual code there. The tangents of the
  // relations' functions become their slopes. `y0` are the states; other unknowns start from what stands in
  // w. `span` is the length of the run, which sets the scale of h.
  auto Solve(double t, double span, const std::vector<double>& y0) -> StepStatus;

 private:
  // What steps of one size have found, and how far v_2 and v_3 disagree, relative to their size.
  struct Trial {
    double disagreement = 0;
    std::vector<double> y, yp, slopes;
  };

  void SetUp();
  auto Search(double t, double span, const std::vector<double>& y0) -> StepStatus;
  auto Try(double t, double h, const std::vector<double>& y0, Trial& trial) -> StepStatus;
  auto TakeStep(double t, double h) -> StepStatus;
  auto Iterate(double t, double h, double& update) -> StepStatus;
  auto Evaluate(double t, double h) -> StepStatus;
  void FillMatrix(double h);
  auto FailSingular(uint32_t column) -> StepStatus;
  auto FailHere(uint32_t iterations) -> StepStatus;
  auto Finish(double t, const Trial& trial, const std::vector<double>& y0) -> StepStatus;
  [[nodiscard]] auto IsDifferential(uint32_t i) const -> bool { return implicit().yp_slots[i] != kNone; }
  [[nodiscard]] auto Scale(uint32_t i) const -> double;
  [[nodiscard]] auto implicit() const -> const KerfImplicit& { return system_.machine().model().implicit; }

  System& system_;
  LinearSolverFactory factory_;
  std::unique_ptr<LinearSolver> solver_;
  double span_ = 1;
  // y_(k-1); the unknowns of a step, v or z; and the first guesses of z.
  std::vector<double> y_, u_, guess_;
  std::vector<double> entries_, change_, trial_u_;
};

}  // namespace kerf::runtime
