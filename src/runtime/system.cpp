// Right-hand sides and root functions.
#include "runtime/system.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kerf::runtime {

System::System(Machine& machine, Relations& relations) : machine_(machine), relations_(relations) {
  has_tangents_ = Machine::HasTangents(machine.model().derivative, machine.model());
  difference_.resize(n_states());
  base_.resize(n_states());
  x_.resize(n_states());
  failed_x_.resize(n_states());
}

void System::SetPoint(double t, const double* x) {
  const KerfModel& model = machine_.model();
  machine_.w()[model.time_slot] = Turned(direction_, std::min(t, time_cap_));
  if (model.n_states > 0) std::memcpy(machine_.w() + model.state_slot, x, model.n_states * sizeof(double));
}

auto System::EvaluateHere() -> StepStatus {
  return is_implicit_ ? EvaluateImplicitHere() : Evaluate(machine_.model().derivative);
}

auto System::EvaluateEventHere() -> StepStatus { return Evaluate(machine_.event_program()); }

auto System::Evaluate(const KerfProgram& program) -> StepStatus {
  const KerfModel& model = machine_.model();
  ++n_evaluations_;
  const StepStatus status = machine_.Run(program);
  if (status != StepStatus::Ok) return Note(status);
  const uint32_t bad = FindNonFinite(machine_.w() + model.derivative_slot, model.n_states);
  return bad < model.n_states ? Note(machine_.FailNonFinite(model.derivative_slot + bad)) : StepStatus::Ok;
}

auto System::EvaluateImplicitHere() -> StepStatus {
  const KerfImplicit& implicit = machine_.model().implicit;
  ++n_evaluations_;
  implicit.residual.run(implicit.residual.context, machine_.w());
  const uint32_t bad = FindNonFinite(machine_.w() + implicit.residual_slot, implicit.n);
  return bad < implicit.n ? Note(machine_.FailNonFinite(implicit.residual_slot + bad)) : StepStatus::Ok;
}

auto System::Note(StepStatus status) -> StepStatus {
  const KerfModel& model = machine_.model();
  if (status == StepStatus::Ok) return status;
  ++n_failures_;
  failed_time_ = Turned(direction_, machine_.w()[model.time_slot]);
  std::copy_n(machine_.w() + model.state_slot, model.n_states, failed_x_.begin());
  return status;
}

void System::ReturnToFailure() { SetPoint(failed_time_, failed_x_.data()); }

auto System::Derivative(double t, const double* x, double* x_dot) -> StepStatus {
  SetPoint(t, x);
  const StepStatus status = EvaluateHere();
  if (status != StepStatus::Ok) return status;
  const KerfModel& model = machine_.model();
  if (model.n_states > 0)
    std::memcpy(x_dot, machine_.w() + model.derivative_slot, model.n_states * sizeof(double));
  if (direction_ == Direction::Backward) {
    for (uint32_t i = 0; i < model.n_states; ++i) x_dot[i] = -x_dot[i];
  }
  return status;
}

auto System::Roots(double t, const double* x, double* values) -> StepStatus {
  SetPoint(t, x);
  const StepStatus status = EvaluateHere();
  if (status == StepStatus::Ok) RootsHere(t, values);
  return status;
}

auto System::RunSlopes() -> StepStatus {
  const KerfModel& model = machine_.model();
  const StepStatus status = machine_.PrepareTangents(model.derivative);
  if (status != StepStatus::Ok) return status;
  machine_.tangents()[model.time_slot] = 1;
  std::copy_n(machine_.w() + model.derivative_slot, model.n_states, machine_.tangents() + model.state_slot);
  machine_.RunTangents(model.derivative);
  machine_.tangents()[model.time_slot] = 0;
  std::fill_n(machine_.tangents() + model.state_slot, model.n_states, 0.0);
  return StepStatus::Ok;
}

auto System::RootSlopesHere(double* values) -> StepStatus {
  constexpr double kRelativeStep = 1e-7;
  const KerfModel& model = machine_.model();
  double* w = machine_.w();
  const std::vector<double> here(w, w + model.n_slots);
  const double* f = here.data() + model.derivative_slot;
  const double t = here[model.time_slot];
  double scale = std::max(std::abs(t), 1e-6);
  for (uint32_t i = 0; i < model.n_states; ++i) {
    const double x = std::abs(here[model.state_slot + i]);
    if (x > 0 && f[i] != 0) scale = std::min(scale, x / std::abs(f[i]));
  }
  const double wanted = kRelativeStep * std::max(scale, 1e-6 * std::abs(t));
  // Inputs may jump where no evaluation may get to.
  const double ahead = Turned(direction_, t) + wanted > time_cap_ ? -wanted : wanted;
  const double step = SignOf(direction_) * ahead;
  std::vector<double> roots(n_roots());
  relations_.RootValues(w, roots.data());
  w[model.time_slot] += step;
  for (uint32_t i = 0; i < model.n_states; ++i) w[model.state_slot + i] += step * f[i];
  const StepStatus status = EvaluateHere();
  relations_.RootValues(w, values);
  for (uint32_t k = 0; k < n_roots(); ++k) values[k] = (values[k] - roots[k]) / ahead;
  std::copy(here.begin(), here.end(), w);
  return status;
}

void System::RootsHere(double t, double* values) {
  relations_.RootValues(machine_.w(), values);
  roots_time_ = t;
}

}  // namespace kerf::runtime
