// What copies remember: old values, ticks, new values of states, the past of delays; and their assertions.
#include "runtime/composite.h"

namespace kerf::runtime {

auto Composite::LayOutDiscrete(uint32_t next) -> uint32_t {
  previous_.assign(main_.previous, main_.previous + main_.n_previous);
  samplers_.assign(main_.samplers, main_.samplers + main_.n_samplers);
  reinits_.assign(main_.reinits, main_.reinits + main_.n_reinits);
  for (KerfReinit& reinit : reinits_) reinit.state_slot = SlotOfMain(reinit.state_slot);
  for (size_t k = 0; k < copies_.size(); ++k) {
    const KerfModel& part = copies_[k].machine->model();
    first_previous_.push_back(static_cast<uint32_t>(previous_.size()));
    first_sampler_.push_back(static_cast<uint32_t>(samplers_.size()));
    first_reinit_.push_back(static_cast<uint32_t>(reinits_.size()));
    for (uint32_t i = 0; i < part.n_previous; ++i, next += 2) previous_.push_back({next, next + 1});
    for (uint32_t i = 0; i < part.n_samplers; ++i, next += 3) samplers_.push_back({next, next + 1, next + 2});
    for (uint32_t i = 0; i < part.n_reinits; ++i, next += 2) {
      const uint32_t state = states_of_[k] + part.reinits[i].state_slot - part.state_slot;
      reinits_.push_back({state, next, next + 1});
    }
  }
  model_.n_previous = static_cast<uint32_t>(previous_.size());
  model_.previous = previous_.data();
  model_.n_samplers = static_cast<uint32_t>(samplers_.size());
  model_.samplers = samplers_.data();
  model_.n_reinits = static_cast<uint32_t>(reinits_.size());
  model_.reinits = reinits_.data();
  return next;
}

auto Composite::LayOutDelays(uint32_t next) -> uint32_t {
  delays_.assign(main_.delays, main_.delays + main_.n_delays);
  for (const CopyPart& copy : copies_) {
    const KerfModel& part = copy.machine->model();
    first_delay_.push_back(static_cast<uint32_t>(delays_.size()));
    for (uint32_t i = 0; i < part.n_delays; ++i, next += 2)
      delays_.push_back({next, next + 1, part.delays[i].is_fixed, &copy.lines[i]});
  }
  model_.n_delays = static_cast<uint32_t>(delays_.size());
  model_.delays = delays_.data();
  return next;
}

// And the slots that tell whether copies could be evaluated.
auto Composite::LayOutAssertions(uint32_t next) -> uint32_t {
  assertions_.assign(main_.assertions, main_.assertions + main_.n_assertions);
  for (const CopyPart& copy : copies_) {
    const KerfModel& part = copy.machine->model();
    first_assertion_.push_back(static_cast<uint32_t>(assertions_.size()));
    for (uint32_t i = 0; i < part.n_assertions; ++i)
      assertions_.push_back({next++, part.assertions[i].is_error, part.assertions[i].is_at_events});
    health_slots_.push_back(next++);
  }
  model_.n_assertions = static_cast<uint32_t>(assertions_.size());
  model_.assertions = assertions_.data();
  return next;
}

void Composite::TakeAssertions(size_t copy, double* w) const {
  const KerfModel& part = copies_[copy].machine->model();
  const double* own = copies_[copy].machine->w();
  for (uint32_t i = 0; i < part.n_assertions; ++i)
    w[assertions_[first_assertion_[copy] + i].slot] = own[part.assertions[i].slot];
}

void Composite::SwapLines(size_t copy) const {
  const KerfModel& part = copies_[copy].machine->model();
  for (uint32_t i = 0; i < part.n_delays; ++i)
    static_cast<DelayLine*>(part.delays[i].line)->Swap(copies_[copy].lines[i]);
}

void Composite::TakeDelays(size_t copy, double* w) const {
  const KerfModel& part = copies_[copy].machine->model();
  const double* own = copies_[copy].machine->w();
  for (uint32_t i = 0; i < part.n_delays; ++i) {
    const KerfDelay& place = delays_[first_delay_[copy] + i];
    w[place.value_slot] = own[part.delays[i].value_slot];
    w[place.delay_slot] = own[part.delays[i].delay_slot];
  }
}

// A copy that was there before remembers.
void Composite::StartDiscrete() {
  for (size_t k = 0; k < copies_.size(); ++k) {
    const KerfModel& part = copies_[k].machine->model();
    const double* own = copies_[k].machine->w();
    for (uint32_t r = 0; r < part.n_relations; ++r)
      start_[places_[first_relation_[k] + r].held_slot] = own[part.relations[r].held_slot];
    for (uint32_t i = 0; i < part.n_previous; ++i) {
      const KerfPrevious& place = previous_[first_previous_[k] + i];
      start_[place.slot] = own[part.previous[i].slot];
      start_[place.pre_slot] = own[part.previous[i].pre_slot];
    }
  }
}

void Composite::GiveDiscrete(size_t copy, const double* w) const {
  const KerfModel& part = copies_[copy].machine->model();
  double* own = copies_[copy].machine->w();
  for (uint32_t i = 0; i < part.n_previous; ++i)
    own[part.previous[i].pre_slot] = w[previous_[first_previous_[copy] + i].pre_slot];
  for (uint32_t i = 0; i < part.n_samplers; ++i)
    own[part.samplers[i].tick_slot] = w[samplers_[first_sampler_[copy] + i].tick_slot];
}

void Composite::TakeDiscrete(size_t copy, double* w) const {
  const KerfModel& part = copies_[copy].machine->model();
  const double* own = copies_[copy].machine->w();
  for (uint32_t i = 0; i < part.n_previous; ++i)
    w[previous_[first_previous_[copy] + i].slot] = own[part.previous[i].slot];
  for (uint32_t i = 0; i < part.n_samplers; ++i) {
    w[samplers_[first_sampler_[copy] + i].start_slot] = own[part.samplers[i].start_slot];
    w[samplers_[first_sampler_[copy] + i].interval_slot] = own[part.samplers[i].interval_slot];
  }
  for (uint32_t i = 0; i < part.n_reinits; ++i) {
    w[reinits_[first_reinit_[copy] + i].active_slot] = own[part.reinits[i].active_slot];
    w[reinits_[first_reinit_[copy] + i].value_slot] = own[part.reinits[i].value_slot];
  }
}

}  // namespace kerf::runtime
