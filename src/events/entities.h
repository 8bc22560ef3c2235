// Entities (transactions): what moves through a model. Each belongs to a class that says which attributes it
// has. Attributes stay where they are while their entity lives, whatever else is created.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "events/ids.h"

namespace kerf::events {

// What an entity waits for; the object is the index of that facility, gate ….
enum class WaitKind : uint8_t {
  None,
  Facility,
  GateOpen,
  GateClosed,
  Signal,
  // Any or all of several signals; the object is the number of the set.
  SignalSet,
  StorePut,
  StoreGet,
  // What only the program can judge; conditions.h.
  Condition,
};

// What each event asks for stands in the first 64 bytes, one line of the cache.
struct alignas(64) Entity {
  uint32_t generation = 0;
  // Higher ones go first.
  int32_t priority = 0;
  // Where it goes on, and the event that will make it do so: the end of its delay or, while it waits, of its
  // patience.
  uint32_t resume = 0;
  // How often it was interrupted (preempted or suspended) and not let go on since. What it would have gone on
  // to meanwhile is held back; `remaining` is the time until then [s].
  uint32_t n_interrupts = 0;
  EventId event;
  bool is_alive = false;
  bool is_suspended = false;
  bool is_held_back = false;
  WaitKind wait = WaitKind::None;
  uint32_t waits_for = 0;
  // Heads of the lists of what it holds and of the entries of files that are it.
  uint32_t first_hold = kNone;
  uint32_t first_entry = kNone;
  ClassId class_id{};
  // Where its attributes stand in its class.
  uint32_t row = 0;
  // Its place in the queue in which it waits.
  EntryId wait_entry;

  double remaining = 0;
  double created = 0;
  // Set by the program: where a stretch begins whose length is wanted.
  double mark = 0;
  // What the last signal that woke it has brought.
  double signal_value = 0;
  // Counts the entities of its class from 1 on.
  uint32_t number = 0;
  // What it got of the signals of its last wait: the signal, or the set of several; kNone: nothing.
  uint32_t last_signal = kNone;
  uint32_t signal_set = kNone;
  // Its last wait ended because its patience did.
  bool has_given_up = false;
};

struct EntityClass {
  std::string name;
  std::vector<std::string> attributes;
  uint32_t n_created = 0;
  uint32_t n_alive = 0;
  uint32_t n_rows = 0;
  std::vector<std::unique_ptr<double[]>> chunks;
  std::vector<uint32_t> free_rows;
};

class Entities {
 public:
  auto AddClass(std::string name, std::vector<std::string> attributes) -> ClassId;
  // With all attributes zero. The class must be one of these.
  auto Create(ClassId class_id, double now) -> EntityId;
  // The entity must be alive.
  void Destroy(EntityId id);
  void Clear();

  // Null if the entity is not alive.
  [[nodiscard]] auto Find(EntityId id) -> Entity* { return IsAlive(id) ? &all_[id.index] : nullptr; }
  [[nodiscard]] auto Find(EntityId id) const -> const Entity* {
    return IsAlive(id) ? &all_[id.index] : nullptr;
  }
  [[nodiscard]] auto IsAlive(EntityId id) const -> bool {
    return id.index < all_.size() && all_[id.index].generation == id.generation;
  }
  // The entity must be alive.
  [[nodiscard]] auto operator[](EntityId id) -> Entity& { return all_[id.index]; }
  [[nodiscard]] auto operator[](EntityId id) const -> const Entity& { return all_[id.index]; }
  [[nodiscard]] auto AttributesOf(const Entity& entity) const -> double* {
    const EntityClass& type = classes_[IndexOf(entity.class_id)];
    return type.chunks[entity.row / kRows].get() + (entity.row % kRows) * type.attributes.size();
  }
  [[nodiscard]] auto ClassOf(const Entity& entity) const -> const EntityClass&;
  // The index of an attribute, kNone if the class has none of that name.
  [[nodiscard]] auto FindAttribute(ClassId class_id, const std::string& name) const -> uint32_t;
  [[nodiscard]] auto classes() const -> const std::vector<EntityClass>& { return classes_; }
  [[nodiscard]] auto n_alive() const -> size_t { return all_.size() - free_.size(); }
  // "customer 3"; says so if the entity is not alive or none.
  [[nodiscard]] auto NameOf(EntityId id) const -> std::string;
  // All that are alive, by their places.
  [[nodiscard]] auto Alive() const -> std::vector<EntityId>;

 private:
  // Attributes of a class stand in chunks of so many entities.
  static constexpr uint32_t kRows = 256;

  static auto TakeRow(EntityClass& type) -> uint32_t;

  std::vector<Entity> all_;
  std::vector<uint32_t> free_;
  std::vector<EntityClass> classes_;
};

}  // namespace kerf::events
