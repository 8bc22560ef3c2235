// Events of a world: scheduling them and taking the next one.
//
// A run is a loop over NextEvent:
//   while (NextEvent(world, stop, event) == Next::Event) Handle(event);
// Events at one instant are taken by priority, then in the order of scheduling; those scheduled for the
// present instant come after the ones of their priority that stand there already.
#pragma once

#include <cstdint>

#include "events/world.h"

namespace kerf::events {

// None and a fault if the time lies in the past or is not a finite number.
auto Schedule(World& world, double time, uint32_t code, EntityId entity = {}, int32_t priority = 0)
    -> EventId;
// The same with a time counted from now, which must not be negative.
auto ScheduleAfter(World& world, double delay, uint32_t code, EntityId entity = {}, int32_t priority = 0)
    -> EventId;
// Failed without a fault if the event is not pending any more.
auto Cancel(World& world, EventId event) -> Status;
// Moves an event and returns its new handle. None with a fault for a time that Schedule would not take,
// without one if the event is not pending.
auto Reschedule(World& world, EventId event, double time) -> EventId;

enum class Next : uint8_t {
  Event,     // one was taken, and the clock stands at its time
  Stop,      // there are events after the stop time only; the clock stands at the stop time
  Finished,  // the program has asked for the end of the run
  Empty,     // nothing is scheduled
  Fault,
};

auto NextEvent(World& world, double stop, Event& event) -> Next;
// One more event at this instant; a fault if there seems to be no end of them.
auto CountEvent(World& world, const Event& event) -> Status;
// The end of the run, after the present event has been handled.
inline void RequestFinish(World& world) { world.is_finish_requested = true; }

}  // namespace kerf::events
