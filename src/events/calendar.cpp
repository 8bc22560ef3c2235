// See calendar.h.
#include "events/calendar.h"

#include <algorithm>
#include <limits>

namespace kerf::events {

namespace {

// Fewer dead nodes are not worth the work of removing them.
constexpr size_t kFewDead = 1024;

}  // namespace

auto Calendar::Schedule(double time, int32_t priority, uint32_t code, EntityId entity) -> EventId {
  uint32_t index = static_cast<uint32_t>(slots_.size());
  if (free_slots_.empty()) {
    slots_.emplace_back();
  } else {
    index = free_slots_.back();
    free_slots_.pop_back();
  }
  Slot& slot = slots_[index];
  // Field by field: a temporary is written in parts and read whole, which stalls the processor.
  slot.entity = entity;
  slot.sequence = next_sequence_++;
  slot.time = time;
  slot.code = code;
  slot.priority = priority;
  ++n_pending_;
  AddNode({time, slot.sequence, priority, index});
  return {index, GenerationOf(slot)};
}

auto Calendar::Cancel(EventId id) -> bool {
  if (!IsPending(id)) return false;
  FreeSlot(id.index);
  LeaveDeadNode();
  return true;
}

auto Calendar::Reschedule(EventId id, double time) -> EventId {
  if (!IsPending(id)) return {};
  Slot& slot = slots_[id.index];
  slot.time = time;
  slot.sequence = next_sequence_++;
  LeaveDeadNode();
  AddNode({time, slot.sequence, slot.priority, id.index});
  return {id.index, GenerationOf(slot)};
}

void Calendar::LeaveDeadNode() {
  if (++n_dead_ > n_pending_ + kFewDead) RemoveDead();
}

void Calendar::RemoveDead() {
  std::vector<EventNode> nodes;
  nodes.swap(heap_.nodes());
  nodes.insert(nodes.end(), due_.begin(), due_.end());
  due_.clear();
  ladder_.TakeAll(nodes);
  n_dead_ = 0;
  for (const EventNode& node : nodes) {
    if (!IsDead(node)) AddNode(node);
  }
}

void Calendar::HandOut() {
  ladder_.HandOut(due_);
  std::sort(due_.begin(), due_.end(), [](const EventNode& a, const EventNode& b) { return IsBefore(b, a); });
  // Slots lie scattered in memory; they are asked for together, not one after the other.
  for (const EventNode& node : due_) __builtin_prefetch(&slots_[node.slot], 1);
}

inline void Calendar::DropFirst() {
  if (is_first_due_) {
    due_.pop_back();
  } else {
    heap_.Pop();
  }
}

inline auto Calendar::First() -> const EventNode& {
  while (true) {
    if (due_.empty() && heap_.IsEmpty()) HandOut();
    is_first_due_ = heap_.IsEmpty() || (!due_.empty() && IsBefore(due_.back(), heap_.First()));
    const EventNode& first = is_first_due_ ? due_.back() : heap_.First();
    if (n_dead_ == 0 || !IsDead(first)) return first;
    DropFirst();
    --n_dead_;
  }
}

inline void Calendar::TakeFirst(uint32_t index, Event& event) {
  DropFirst();
  const Slot& slot = slots_[index];
  event.time = slot.time;
  event.priority = slot.priority;
  event.code = slot.code;
  event.entity = slot.entity;
  event.id.index = index;
  event.id.generation = GenerationOf(slot);
  FreeSlot(index);
}

auto Calendar::Pop() -> Event {
  Event event;
  TakeFirst(First().slot, event);
  return event;
}

auto Calendar::TryPop(double latest, Event& event) -> bool {
  if (IsEmpty()) return false;
  const EventNode& first = First();
  if (first.time > latest) return false;
  TakeFirst(first.slot, event);
  return true;
}

auto Calendar::NextTime() -> double {
  return IsEmpty() ? std::numeric_limits<double>::infinity() : First().time;
}

auto Calendar::At(EventId id) const -> Event {
  const Slot& slot = slots_[id.index];
  return {slot.time, slot.priority, slot.code, slot.entity, id};
}

void Calendar::Clear() {
  heap_.nodes().clear();
  due_.clear();
  ladder_.Clear();
  n_dead_ = 0;
  // Sequences go on, so that handles from before are not taken for new events.
  for (uint32_t k = 0; k < slots_.size(); ++k) {
    if (slots_[k].sequence != kNoSequence) FreeSlot(k);
  }
}

auto Calendar::Pending() const -> std::vector<Event> {
  std::vector<EventNode> nodes = heap_.nodes();
  nodes.insert(nodes.end(), due_.begin(), due_.end());
  ladder_.List(nodes);
  std::erase_if(nodes, [&](const EventNode& node) { return IsDead(node); });
  std::ranges::sort(nodes, IsBefore);
  std::vector<Event> events;
  events.reserve(nodes.size());
  for (const EventNode& node : nodes) events.push_back(At({node.slot, GenerationOf(slots_[node.slot])}));
  return events;
}

}  // namespace kerf::events
