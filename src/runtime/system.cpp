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
  if (model.feed != nullptr) model.feed(model.feed_context, machine_.w());
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

void System::KeepHere() {
  const double* w = machine_.w();
  kept_.assign(w, w + machine_.model().n_slots);
  kept_roots_time_ = roots_time_;
}

void System::ReturnHere() {
  std::copy(kept_.begin(), kept_.end(), machine_.w());
  roots_time_ = kept_roots_time_;
}

auto System::Roots(double t, const double* x, double* values) -> StepStatus {
  SetPoint(t, x);
  const StepStatus status = EvaluateHere();
  if (status == StepStatus::Ok) RootsHere(t, values);
  return status;
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
  MoveFrom(here, step);
  const StepStatus status = EvaluateHere();
  relations_.RootValues(w, values);
  for (uint32_t k = 0; k < n_roots(); ++k) values[k] = (values[k] - roots[k]) / ahead;
  std::copy(here.begin(), here.end(), w);
  return status;
}

// Two steps of which one is twice the other: what does not grow with the step is rounding errors.
auto System::FunctionSlopesHere(double run_length, double* slopes) -> StepStatus {
  constexpr double kRelativeStep = 1e-7;
  constexpr double kAgreement = 0.1;
  const KerfModel& model = machine_.model();
  double* w = machine_.w();
  const std::vector<double> here(w, w + model.n_slots);
  // A run may have no end of its own.
  double scale = std::isfinite(run_length) ? run_length : std::max(1.0, std::abs(here[model.time_slot]));
  for (uint32_t i = 0; i < model.n_states; ++i) {
    const double size = std::max(std::abs(here[model.state_slot + i]), StateScale(model, i));
    const double rate = std::abs(here[model.derivative_slot + i]);
    if (rate > 0) scale = std::min(scale, size / rate);
  }
  constexpr double kLeastStep = 1e3 * std::numeric_limits<double>::epsilon();
  const double step =
      SignOf(direction_) * std::max(kRelativeStep * scale, kLeastStep * std::abs(here[model.time_slot]));
  StepStatus status = StepStatus::Ok;
  for (const double distance : {step, 2 * step}) {
    MoveFrom(here, distance);
    status = machine_.Run(model.derivative);
    if (status != StepStatus::Ok) break;
    for (uint32_t r = 0; r < model.n_relations; ++r) {
      const uint32_t s = model.relations[r].function_slot;
      const double slope = (w[s] - here[s]) / distance;
      const bool agrees = std::abs(slope - slopes[r]) <= kAgreement * std::abs(slope);
      slopes[r] = distance == step || agrees ? slope : 0;
    }
  }
  std::copy(here.begin(), here.end(), w);
  return status;
}

// Along the solution, by a step of the model's time.
void System::MoveFrom(const std::vector<double>& here, double step) {
  const KerfModel& model = machine_.model();
  double* w = machine_.w();
  std::copy(here.begin(), here.end(), w);
  w[model.time_slot] += step;
  for (uint32_t i = 0; i < model.n_states; ++i)
    w[model.state_slot + i] += step * here[model.derivative_slot + i];
  if (model.feed != nullptr) model.feed(model.feed_context, w);
}

auto StateScale(const KerfModel& model, uint32_t i) -> double {
  const double nominal = model.state_nominal == nullptr ? 1 : std::abs(model.state_nominal[i]);
  return nominal > 0 && std::isfinite(nominal) ? nominal : 1;
}

void System::RootsHere(double t, double* values) {
  relations_.RootValues(machine_.w(), values);
  roots_time_ = t;
}

}  // namespace kerf::runtime
