// One iteration after the other until old and new values agree.
#include "runtime/discrete.h"

#include <cmath>

namespace kerf::runtime {

void Discrete::Begin(double* w) {
  ReadPresent(w);
  for (uint32_t i = 0; i < model_.n_previous; ++i) w[model_.previous[i].pre_slot] = present_[i];
}

// All before any is written: a variable that equals pre(v) has an old value of its own.
void Discrete::ReadPresent(const double* w) {
  present_.resize(model_.n_previous);
  for (uint32_t i = 0; i < model_.n_previous; ++i) present_[i] = w[model_.previous[i].slot];
}

auto Discrete::CheckAssertions(Machine& machine) -> bool {
  constexpr double kNotAsked = 2;
  const double* w = machine.w();
  for (uint32_t i = 0; i < model_.n_assertions; ++i) {
    const KerfAssertion& assertion = model_.assertions[i];
    if (assertion.is_at_events == 0 || w[assertion.slot] == kNotAsked) continue;
    const bool is_violated = w[assertion.slot] == 0;
    if (is_violated && assertion.is_error != 0) {
      machine.failure() = {};
      machine.failure().assertion = i;
      return false;
    }
    if (is_violated && !memory_.is_violated[i]) violations_.push_back({i, {w, w + model_.n_slots}});
    memory_.is_violated[i] = is_violated;
  }
  return true;
}

auto Discrete::Update(PointSolver& point) -> bool {
  double* w = point.system().machine().w();
  changed_.clear();
  // At the start only what holds when all is settled counts.
  if (model_.is_start_problem != 0) memory_.termination = kNone;
  for (uint32_t i = 0; i < model_.n_terminations && memory_.termination == kNone; ++i) {
    if (w[model_.termination_slots[i]] != 0) memory_.termination = i;
  }
  bool is_changed = false;
  for (uint32_t i = 0; i < model_.n_reinits; ++i) {
    const KerfReinit& reinit = model_.reinits[i];
    if (w[reinit.active_slot] == 0) continue;
    point.SetState(reinit.state_slot, w[reinit.value_slot]);
    is_changed = true;
  }
  for (uint32_t i = 0; i < model_.n_samplers; ++i) {
    double& tick = w[model_.samplers[i].tick_slot];
    is_changed = is_changed || tick != 0;
    tick = 0;
  }
  ReadPresent(w);
  for (uint32_t i = 0; i < model_.n_previous; ++i) {
    const double value = present_[i];
    double& before = w[model_.previous[i].pre_slot];
    if (value == before || (std::isnan(value) && std::isnan(before))) continue;
    before = value;
    changed_.push_back(model_.previous[i].slot);
  }
  return is_changed || !changed_.empty();
}

}  // namespace kerf::runtime
