// See sundials_ode.h.
#include "solvers/sundials_ode.h"

namespace kerf::solvers {

void SundialsOde::AddVectors() {
  for (N_Vector* vector : {&x_, &errors_, &weights_})
    *vector = static_cast<N_Vector>(parts_->AddVector(system_->n_states()));
}

void SundialsOde::MultiplyErrors(std::vector<double>& scaled) const {
  for (size_t i = 0; i < scaled.size(); ++i)
    scaled[i] = N_VGetArrayPointer_Serial(errors_)[i] * N_VGetArrayPointer_Serial(weights_)[i];
}

auto SundialsOde::Weights(N_Vector x, N_Vector weights, void* self) -> int {
  const auto* ode = static_cast<SundialsOde*>(self);
  SetWeights(ode->settings_, ode->step_part_, N_VGetArrayPointer_Serial(x), ode->system_->n_states(),
             N_VGetArrayPointer_Serial(weights));
  return 0;
}

auto SundialsOde::Rhs(double t, N_Vector x, N_Vector x_dot, void* self) -> int {
  return Flag(static_cast<SundialsOde*>(self)->system_->Derivative(t, N_VGetArrayPointer_Serial(x),
                                                                   N_VGetArrayPointer_Serial(x_dot)));
}

auto SundialsOde::RootsAt(double t, double* values) -> runtime::StepStatus {
  Interpolate(t, state());
  return system_->Roots(t, state(), values);
}

auto SundialsOde::RootsHere(double t, double* values) -> runtime::StepStatus {
  return system_->Roots(t, state(), values);
}

auto SundialsOde::Jacobian(double t, N_Vector x, N_Vector /*fx*/, SUNMatrix jacobian, void* self, N_Vector,
                           N_Vector, N_Vector) -> int {
  const auto* ode = static_cast<SundialsOde*>(self);
  return Flag(ode->system_->Jacobian(t, N_VGetArrayPointer_Serial(x), ode->parts_->Entries(jacobian)));
}

}  // namespace kerf::solvers
