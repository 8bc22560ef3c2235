// Each delay of the model with its line.
#include "runtime/delays.h"

#include <algorithm>
#include <cmath>

#include "runtime/delay_line.h"

namespace kerf::runtime {

namespace {

auto LineOf(const KerfDelay& delay) -> DelayLine& { return *static_cast<DelayLine*>(delay.line); }

}  // namespace

void Delays::Clear() {
  for (uint32_t i = 0; i < model_.n_delays; ++i) LineOf(model_.delays[i]).Clear();
}

void Delays::Begin(const double* w) {
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const KerfDelay& delay = model_.delays[i];
    if (!LineOf(delay).IsEmpty()) continue;
    began_with_[i] = w[delay.value_slot];
    LineOf(delay).Reset(w[model_.time_slot], *began_with_[i]);
  }
}

auto Delays::BeginAnew(const double* w, double tolerance) -> bool {
  bool is_any = false;
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    if (!began_with_[i]) continue;
    const double before = *began_with_[i];
    const double value = w[model_.delays[i].value_slot];
    if (std::abs(value - before) <= tolerance * std::max(std::abs(value), std::abs(before))) continue;
    began_with_[i] = value;
    LineOf(model_.delays[i]).Reset(w[model_.time_slot], value);
    is_any = true;
  }
  return is_any;
}

void Delays::Record(const double* w, bool is_after_event) {
  const double t = w[model_.time_slot];
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const KerfDelay& delay = model_.delays[i];
    LineOf(delay).Record(t, w[delay.value_slot], is_after_event);
    if (delay.is_fixed != 0) LineOf(delay).ForgetBefore(t - w[delay.delay_slot]);
  }
}

void Delays::Arrive(const double* w) {
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const KerfDelay& delay = model_.delays[i];
    LineOf(delay).Arrive(w[model_.time_slot], w[delay.delay_slot]);
  }
}

auto Delays::LongestStep(const double* w) const -> double {
  double longest = std::numeric_limits<double>::infinity();
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const double delay = w[model_.delays[i].delay_slot];
    if (delay > 0) longest = std::min(longest, delay);
  }
  return longest;
}

auto NextArrival(const KerfDelay& delay, const double* w) -> double {
  return LineOf(delay).NextArrival(w[delay.delay_slot]);
}

}  // namespace kerf::runtime
