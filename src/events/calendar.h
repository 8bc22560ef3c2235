// The event calendar: what is to happen, and when.
//
// Events are taken in the order of their times; simultaneous ones with higher priority first, and those of
// equal priority in the order in which they were scheduled. Nothing else matters, so that two runs with the
// same calls give the same order on every machine.
//
// The far future is a ladder of unordered buckets (event_ladder.h). The bucket that is due is sorted; what is
// scheduled before its end goes into a heap (event_heap.h). O(1) for times that spread, never worse than
// O(log n), and long calendars do not miss the cache at each step; docs/decisions/0012-event-calendar.md
// compares. A cancelled event leaves its node behind, which is
// passed over later; when more nodes are dead than alive, all dead ones are removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "events/event_heap.h"
#include "events/event_ladder.h"
#include "events/ids.h"

namespace kerf::events {

struct Event {
  double time = 0;
  int32_t priority = 0;
  // What is to be done: the code of an event, or the point at which an entity resumes.
  uint32_t code = 0;
  EntityId entity;
  EventId id;
};

class Calendar {
 public:
  // The time must be finite; whether it lies in the past is for the owner of the clock to say.
  auto Schedule(double time, int32_t priority, uint32_t code, EntityId entity) -> EventId;
  // False if the event has happened or was cancelled before.
  auto Cancel(EventId id) -> bool;
  // Moves an event, which gets a new handle; among simultaneous ones it stands as if scheduled just now. None
  // as for Cancel.
  auto Reschedule(EventId id, double time) -> EventId;
  // Takes the next event. The calendar must not be empty.
  auto Pop() -> Event;
  // Takes the next event if there is one and it is not later than that.
  auto TryPop(double latest, Event& event) -> bool;
  void Clear();

  [[nodiscard]] auto IsPending(EventId id) const -> bool {
    return id.index < slots_.size() && slots_[id.index].sequence != kNoSequence &&
           GenerationOf(slots_[id.index]) == id.generation;
  }
  // The event must be pending.
  [[nodiscard]] auto At(EventId id) const -> Event;
  [[nodiscard]] auto size() const -> size_t { return n_pending_; }
  [[nodiscard]] auto IsEmpty() const -> bool { return n_pending_ == 0; }
  // The time of the next event; infinity if there is none.
  [[nodiscard]] auto NextTime() -> double;
  // All pending events in the order in which they will happen.
  [[nodiscard]] auto Pending() const -> std::vector<Event>;

 private:
  // The sequence of slots without an event.
  static constexpr uint64_t kNoSequence = 0;

  // 32 bytes, so that none lies across two lines of the cache.
  struct alignas(32) Slot {
    EntityId entity;
    // That of its node; others that name the slot are dead. Its lower half is the generation of the handle.
    uint64_t sequence = 0;
    double time = 0;
    uint32_t code = 0;
    int32_t priority = 0;
  };

  static auto GenerationOf(const Slot& slot) -> uint32_t { return static_cast<uint32_t>(slot.sequence); }
  void AddNode(const EventNode& node) {
    if (!ladder_.Take(node)) heap_.Push(node);
  }
  [[nodiscard]] auto IsDead(const EventNode& node) const -> bool {
    return slots_[node.slot].sequence != node.sequence;
  }
  void FreeSlot(uint32_t slot) {
    slots_[slot].sequence = kNoSequence;
    free_slots_.push_back(slot);
    --n_pending_;
  }
  void LeaveDeadNode();
  // The node of the next event. The calendar must not be empty.
  auto First() -> const EventNode&;
  // Removes the node that First has returned.
  void DropFirst();
  void TakeFirst(uint32_t slot, Event& event);
  void HandOut();
  void RemoveDead();

  // The bucket that is due, its first node at the end.
  std::vector<EventNode> due_;
  // Whether the first node is that of `due_` or that of the heap.
  bool is_first_due_ = false;
  EventHeap heap_;
  EventLadder ladder_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_slots_;
  size_t n_pending_ = 0;
  size_t n_dead_ = 0;
  uint64_t next_sequence_ = 1;
};

}  // namespace kerf::events
