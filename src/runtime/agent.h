// Who acts on a run beside the equations: a calendar of events, processes, whatever a program does at
// instants of its own and at those that the model's conditions give.
#pragma once

#include <cstdint>

namespace kerf::runtime {

enum class DeedKind : uint8_t {
  // Nothing of the model was touched.
  None,
  // Parameters or states in w have other values.
  Changed,
  // The run ends here.
  Ended,
  // The model itself is to change: the run ends here, to go on with another one.
  Restructured,
  Failed,
};

class Agent {
 public:
  virtual ~Agent() = default;
  // The next instant at which it will act, in the time of the model; infinity (of a run backwards: minus
  // infinity): none.
  [[nodiscard]] virtual auto NextTime() -> double = 0;
  // What comes from outside takes its new value when an event begins, together with what the event changes.
  // Returns whether anything has changed.
  virtual auto BeginEvent(double* /*w*/) -> bool { return false; }
  // Called at the start and at every event, when the relations have settled and w holds all values at t; and
  // again after what it changed has settled, until it does nothing.
  virtual auto Act(double t, double step_size, double* w) -> DeedKind = 0;
};

}  // namespace kerf::runtime
