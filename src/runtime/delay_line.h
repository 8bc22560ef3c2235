// The past of one expression, for delay(expression, T).
//
// Points are taken after each accepted step and within it, as densely as the expression needs. Between them a
// cubic through the nearest four is read, which never reaches over an event. A jump of the expression arrives
// T later, as an event: until the executive has come to that event, values are read from before the jump, so
// that no step sees it inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace kerf::runtime {

// The past as numbers: of each point its time, its value, and 1 if it is the first after an event; and the
// instants of jumps that have not arrived yet.
struct DelayMemory {
  std::vector<double> points;
  std::vector<double> jumps;
};

class DelayLine {
 public:
  // is_discrete: values are kept until the next; otherwise they are interpolated. is_fixed: T never changes,
  // and jumps arrive at instants known beforehand.
  DelayLine(bool is_discrete, bool is_fixed) : is_discrete_(is_discrete), is_fixed_(is_fixed) {}

  // Forgets all. Before `start` the expression has always had the value.
  void Reset(double start, double value);
  // Without a past; nothing can be read then.
  [[nodiscard]] auto IsEmpty() const -> bool { return points_.empty(); }
  void Clear();
  // The pasts of two lines of one kind change places.
  void Swap(DelayLine& other);
  [[nodiscard]] auto Memory() const -> DelayMemory;
  // False: these are no points.
  auto SetMemory(const DelayMemory& memory) -> bool;
  // The next point; t does not decrease. After an event, a value that differs from the last is a jump.
  void Record(double t, double value, bool is_after_event);
  [[nodiscard]] auto last_value() const -> double { return points_.back().value; }
  // The value at t.
  [[nodiscard]] auto At(double t) const -> double;

  // When the next jump is to arrive with this delay; infinity if none is on its way or T is not fixed.
  [[nodiscard]] auto NextArrival(double delay) const -> double;
  // All jumps that arrive up to t have arrived.
  void Arrive(double t, double delay);
  // Points older than t are not asked for any more.
  void ForgetBefore(double t);

 private:
  struct Point {
    double t;
    double value;
    // The first after an event.
    bool begins;
  };
  [[nodiscard]] auto Interpolate(size_t first, size_t last, double t) const -> double;

  bool is_discrete_;
  bool is_fixed_;
  std::deque<Point> points_;
  // Instants of jumps that have not arrived yet.
  std::deque<double> jumps_;
};

// The calling convention of the ABI: in[0] is time, in[1] the delay, the context a DelayLine.
void ReadDelayLine(void* context, const double* in, double* out);

}  // namespace kerf::runtime
