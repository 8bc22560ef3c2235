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

auto Delays::TakeSample(const double* w, double t, const Evaluate& evaluate) -> bool {
  if (!evaluate(t)) return false;
  sample_.t = t;
  sample_.values.resize(model_.n_delays);
  scale_.resize(model_.n_delays);
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    sample_.values[i] = w[model_.delays[i].value_slot];
    scale_[i] = std::max(scale_[i], std::abs(sample_.values[i]));
  }
  return true;
}

void Delays::RecordInside(const double* w, double before, double t, double tolerance,
                          const Evaluate& evaluate) {
  tolerance_ = tolerance;
  inside_.clear();
  Sample first{before, {}};
  for (uint32_t i = 0; i < model_.n_delays; ++i)
    first.values.push_back(LineOf(model_.delays[i]).last_value());
  if (!TakeSample(w, t, evaluate)) return;
  const Sample last = sample_;
  if (!TakeSample(w, before + (t - before) / 2, evaluate)) return;
  const Sample middle = sample_;
  Refine(w, first, middle, last, 0, evaluate);
  for (const Sample& sample : inside_) {
    for (uint32_t i = 0; i < model_.n_delays; ++i)
      LineOf(model_.delays[i]).Record(sample.t, sample.values[i], false);
  }
}

// Appends the points between a and b, in order. Recursion ends at the depth below.
auto Delays::Refine(const double* w, const Sample& a, const Sample& m, const Sample& b, uint32_t depth,
                    const Evaluate& evaluate) -> bool {
  constexpr uint32_t kMaxRefinements = 12;
  if (!TakeSample(w, a.t + (m.t - a.t) / 2, evaluate)) return false;
  const Sample q = sample_;
  if (!TakeSample(w, m.t + (b.t - m.t) / 2, evaluate)) return false;
  const Sample r = sample_;
  if (!(a.t < q.t && q.t < m.t && m.t < r.t && r.t < b.t)) return true;
  if (depth >= kMaxRefinements || IsGood(a, q, m, r, b)) {
    for (const Sample* sample : {&q, &m, &r}) inside_.push_back(*sample);
    return true;
  }
  if (!Refine(w, a, q, m, depth + 1, evaluate)) return false;
  inside_.push_back(m);
  return Refine(w, m, r, b, depth + 1, evaluate);
}

// Whether the cubic through the other four points meets the one in the middle; that through four neighbours,
// which is read later, is several times better.
auto Delays::IsGood(const Sample& a, const Sample& q, const Sample& m, const Sample& r, const Sample& b) const
    -> bool {
  for (uint32_t i = 0; i < model_.n_delays; ++i) {
    const double cubic = (4 * (q.values[i] + r.values[i]) - a.values[i] - b.values[i]) / 6;
    if (!(std::abs(cubic - m.values[i]) <= tolerance_ * scale_[i])) return false;
  }
  return true;
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
