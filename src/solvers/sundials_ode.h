// What CVODE and ARKODE share: vectors over the states, and what they call for x' = f(t, x). Only for their
// files, because it needs headers of SUNDIALS.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_matrix.h>

#include <vector>

#include "solvers/sundials_integrator.h"

namespace kerf::solvers {

class SundialsOde : public SundialsIntegrator {
 protected:
  void AddVectors();
  auto RootsAt(double t, double* values) -> runtime::StepStatus override;
  auto RootsHere(double t, double* values) -> runtime::StepStatus override;
  [[nodiscard]] auto state() const -> double* { return N_VGetArrayPointer_Serial(x_); }
  // The products of what is in errors_ and weights_.
  void MultiplyErrors(std::vector<double>& scaled) const;

  // `self` is a SundialsOde. The weights are asked for before each step, so that absolute tolerances may
  // change during the run.
  static auto Weights(N_Vector x, N_Vector weights, void* self) -> int;
  static auto Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int;
  static auto Jacobian(double t, N_Vector x, N_Vector fx, SUNMatrix jacobian, void* self, N_Vector, N_Vector,
                       N_Vector) -> int;

  N_Vector x_ = nullptr, errors_ = nullptr, weights_ = nullptr;
};

}  // namespace kerf::solvers
