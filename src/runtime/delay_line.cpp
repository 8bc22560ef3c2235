// A queue of points; reading is a binary search.
#include "runtime/delay_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/relations.h"

namespace kerf::runtime {

void DelayLine::Reset(double start, double value) {
  points_.assign(1, {start, value, true});
  jumps_.clear();
}

auto DelayLine::Memory() const -> DelayMemory {
  DelayMemory memory;
  for (const Point& point : points_)
    memory.points.insert(memory.points.end(), {point.t, point.value, point.begins ? 1.0 : 0.0});
  memory.jumps.assign(jumps_.begin(), jumps_.end());
  return memory;
}

auto DelayLine::SetMemory(const DelayMemory& memory) -> bool {
  constexpr size_t kNumbers = 3;
  if (memory.points.size() % kNumbers != 0) return false;
  Clear();
  for (size_t k = 0; k < memory.points.size(); k += kNumbers)
    points_.push_back({memory.points[k], memory.points[k + 1], memory.points[k + 2] != 0});
  jumps_.assign(memory.jumps.begin(), memory.jumps.end());
  return true;
}

void DelayLine::Clear() {
  points_.clear();
  jumps_.clear();
}

void DelayLine::Swap(DelayLine& other) {
  points_.swap(other.points_);
  jumps_.swap(other.jumps_);
}

void DelayLine::Record(double t, double value, bool is_after_event) {
  constexpr double kRounding = 1e-12;
  const Point& last = points_.back();
  const double change = std::abs(value - last.value);
  const bool jumps = is_after_event && change > (is_discrete_ ? 0 : kRounding * std::abs(value)) &&
                     (t == last.t || is_discrete_);
  if (jumps && is_fixed_) jumps_.push_back(t);
  if (t == last.t && !jumps && !is_after_event) return;
  points_.push_back({t, value, is_after_event});
}

auto DelayLine::At(double t) const -> double {
  // A jump that has not arrived is not seen.
  const double barrier = jumps_.empty() ? std::numeric_limits<double>::infinity() : jumps_.front();
  const bool is_short = t >= barrier || IsSameInstant(t, barrier);
  // The last point at or before t.
  auto next = is_short ? std::lower_bound(points_.begin(), points_.end(), barrier,
                                          [](const Point& p, double at) { return p.t < at; })
                       : std::upper_bound(points_.begin(), points_.end(), t,
                                          [](double at, const Point& p) { return at < p.t; });
  // Of the points at the barrier those from before the event are seen.
  while (is_short && next != points_.end() && next->t == barrier && !next->begins) ++next;
  // What is a rounding error ahead has arrived: an event with both of its points.
  while (!is_short && next != points_.end() && IsSameInstant(next->t, t)) ++next;
  if (next == points_.begin()) return points_.front().value;
  const auto last = static_cast<size_t>(next - points_.begin()) - 1;
  if (is_discrete_) return points_[last].value;
  // Up to four points of the same stretch around t.
  size_t begin = last;
  while (!points_[begin].begins && begin > 0 && last - begin < 2) --begin;
  size_t end = last + 1;
  while (end < points_.size() && !points_[end].begins && end - begin < 4) ++end;
  while (begin > 0 && !points_[begin].begins && end - begin < 4) --begin;
  return Interpolate(begin, end, std::max(t, points_[begin].t));
}

// The polynomial through the points, by Lagrange's formula for what they differ from the first: what stays
// the same stays exactly the same, so that integer() of it does not change.
auto DelayLine::Interpolate(size_t first, size_t last, double t) const -> double {
  const double base = points_[first].value;
  double sum = base;
  for (size_t i = first + 1; i < last; ++i) {
    double weight = 1;
    for (size_t k = first; k < last; ++k) {
      if (k != i) weight *= (t - points_[k].t) / (points_[i].t - points_[k].t);
    }
    sum += weight * (points_[i].value - base);
  }
  return sum;
}

auto DelayLine::NextArrival(double delay) const -> double {
  return jumps_.empty() ? std::numeric_limits<double>::infinity() : jumps_.front() + delay;
}

void DelayLine::Arrive(double t, double delay) {
  while (!jumps_.empty() && (jumps_.front() + delay <= t || IsSameInstant(jumps_.front() + delay, t)))
    jumps_.pop_front();
}

void DelayLine::ForgetBefore(double t) {
  constexpr size_t kKept = 6;
  while (points_.size() > kKept && points_[kKept].t < t) points_.pop_front();
}

void ReadDelayLine(void* context, const double* in, double* out) {
  out[0] = static_cast<const DelayLine*>(context)->At(in[0] - in[1]);
}

}  // namespace kerf::runtime
