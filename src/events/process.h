// Entities as processes: each has a point at which it resumes. An engine drives them so: it takes the next
// event, runs the entity from event.code on, and stops when a call says that the entity waits.
//
// Advance, Seize, Preempt, WaitFor…, Put, Get and Suspend take the point at which the entity is to go on. It
// comes as the code of an event at the time at which it may. Hand-over is deferred: who releases, opens or
// signals goes on until it waits itself; those it woke follow at the same instant, by priority and in the
// order in which they were woken.
//
// An entity that is interrupted (its facility was preempted, or it was suspended) keeps the rest of its delay
// and gets it after the last interrupt has ended. Its patience (patience.h) is not put off by that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "events/world.h"

namespace kerf::events {

// Whether an entity may go on.
enum class Grant : uint8_t { Granted, Waiting, Refused };

// None and a fault if there is no such class.
auto Create(World& world, ClassId class_id, int32_t priority = 0) -> EntityId;
// With the class, priority and attributes of another.
auto CreateCopy(World& world, EntityId original) -> EntityId;
// The entity is no more. A fault if it still stands in a file, waits, or holds a facility.
auto Leave(World& world, EntityId entity) -> Status;
// Ends an entity wherever it is: it leaves all files and queues, what it holds goes to those who wait for it,
// and what was scheduled for it is cancelled.
auto Terminate(World& world, EntityId entity) -> Status;

// kNone and a fault if the class has no such attribute.
auto AttributeIndex(World& world, ClassId class_id, const std::string& name) -> uint32_t;
// NaN and a fault if the entity or the attribute is not there.
auto Attribute(World& world, EntityId entity, uint32_t attribute) -> double;
auto SetAttribute(World& world, EntityId entity, uint32_t attribute, double value) -> Status;

// The entity goes on at `resume` after the delay.
auto Advance(World& world, EntityId entity, double delay, uint32_t resume) -> Status;
// At an instant, which must not be over.
auto AdvanceTo(World& world, EntityId entity, double time, uint32_t resume) -> Status;
// The entity stops where it is: in the midst of a delay, waiting, or active, and then goes on at `resume`.
auto Suspend(World& world, EntityId entity, uint32_t resume) -> Status;
// Lets it go on; a fault if it is not suspended.
auto Resume(World& world, EntityId entity) -> Status;

// For the facilities of this folder.

// A fault: the entity is not alive. Verb and object tell what it was to do: "seizes", "joe".
void FailDead(World& world, EntityId entity, std::string_view verb, std::string_view object);
// Null and that fault if the entity is not alive.
inline auto FindAlive(World& world, EntityId entity, std::string_view verb, std::string_view object = {})
    -> Entity* {
  Entity* found = world.entities.Find(entity);
  if (found == nullptr) FailDead(world, entity, verb, object);
  return found;
}
// Puts an entity into a queue, where it waits. A fault if it waits or is scheduled already.
auto WaitIn(World& world, EntityId entity, FileId queue, WaitKind kind, uint32_t object, double amount,
            uint32_t resume) -> Grant;
// It waits no longer, and nothing is scheduled for it.
void EndWait(World& world, Entity& entity);
// Takes an entity out of the queue in which it waits, and lets it go on now.
void Wake(World& world, uint32_t entry);
void Interrupt(World& world, Entity& entity);
void EndInterrupt(World& world, EntityId entity);

}  // namespace kerf::events
