// Each delay of the model with its line.
#include "runtime/delays.h"

#include <algorithm>

#include "runtime/delay_line.h"

namespace kerf::runtime {

namespace {

auto LineOf(const KerfDelay& delay) -> DelayLine& { return *static_cast<DelayLine*>(delay.line); }

}  // namespace

void Delays::Begin(const double* w) {
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const KerfDelay& delay = model_.delays[i];
    LineOf(delay).Reset(w[model_.time_slot], w[delay.value_slot]);
  }
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
