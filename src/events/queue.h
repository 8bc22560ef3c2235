// Files of a world: inserting, removing and finding entities.
#pragma once

#include <cstddef>
#include <cstdint>

#include "events/world.h"

namespace kerf::events {

enum class Relation : uint8_t { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
// Which of several that fit: the first in the file, or the one with the largest or smallest attribute.
enum class Choice : uint8_t { First, Largest, Smallest };

struct Search {
  uint32_t attribute = 0;
  Relation relation = Relation::Equal;
  double value = 0;
  // What still counts as equal.
  double tolerance = 0;
  Choice choice = Choice::First;
};

// A fault if the file is full, if the entity stands in it already, or lacks the attribute that ranks.
auto InsertInto(World& world, FileId file, EntityId entity) -> Status;
// None and a fault if the file is empty.
auto RemoveFirst(World& world, FileId file) -> EntityId;
// A fault if the entity is not in the file.
auto RemoveFrom(World& world, FileId file, EntityId entity) -> Status;
// The entity at the k-th place, from 0 on; none if there are not so many. Costs k steps.
auto EntityAt(World& world, FileId file, size_t k) -> EntityId;
// None if no entity fits. Entities without the attribute do not.
auto FindIn(World& world, FileId file, const Search& search) -> EntityId;
// 0 and a fault if there is no such file.
auto LengthOf(World& world, FileId file) -> size_t;
// The largest since statistics count.
auto MaxLengthOf(World& world, FileId file) -> double;

}  // namespace kerf::events
