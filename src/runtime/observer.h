// Who watches a run.
#pragma once

#include <cstdint>
#include <span>

namespace kerf::runtime {

// At an event the model is shown twice: as it arrives, and as it leaves.
enum class PointKind : uint8_t { Regular, BeforeEvent, AfterEvent };

class Observer {
 public:
  virtual ~Observer() = default;
  // All slots of w are those of time t. They are valid during the call only.
  virtual void Point(double t, const double* w, PointKind kind) = 0;
  // An event has been handled, and the model has been shown as it leaves it: one on time alone, or one that
  // was located. `relations` are those that the cause has switched, by number in the model.
  virtual void Event(double /*t*/, bool /*is_time_event*/, std::span<const uint32_t> /*relations*/) {}
  // Assertion number `assertion` of the model, one that is no error, does not hold; told once until it holds
  // again.
  virtual void AssertionFailed(uint32_t /*assertion*/, double /*t*/, const double* /*w*/) {}
  // The model ends the run, by its termination number `termination`.
  virtual void Terminated(uint32_t /*termination*/, double /*t*/) {}
  // The part of the run that is done, 0 to 1.
  virtual void Progress(double /*fraction*/) {}
  // Asked at each step: an interrupt, a time limit.
  [[nodiscard]] virtual auto ShouldStop() -> bool { return false; }
};

}  // namespace kerf::runtime
