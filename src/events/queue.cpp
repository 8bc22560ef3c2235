// See queue.h.
#include "events/queue.h"

#include <cmath>

#include <fmt/format.h>

#include "events/process.h"

namespace kerf::events {

namespace {

auto HasFile(World& world, FileId file) -> bool {
  if (IndexOf(file) < world.files.all().size()) return true;
  (void)Fail(world, FaultKind::UnknownObject, fmt::format("there is no file {}", IndexOf(file)));
  return false;
}

auto Fits(double x, const Search& search) -> bool {
  const double difference = x - search.value;
  switch (search.relation) {
    case Relation::Equal:          return std::abs(difference) <= search.tolerance;
    case Relation::NotEqual:       return std::abs(difference) > search.tolerance;
    case Relation::Less:           return difference < 0;
    case Relation::LessOrEqual:    return difference <= search.tolerance;
    case Relation::Greater:        return difference > 0;
    case Relation::GreaterOrEqual: return difference >= -search.tolerance;
  }
  return false;
}

// The value by which a file ranks an entity; NaN and a fault if it has none.
auto RankOf(World& world, const File& file, EntityId id, const Entity& entity) -> double {
  if (file.is_internal) return entity.priority;
  if (file.ranking == Ranking::Fifo || file.ranking == Ranking::Lifo) return 0;
  const double value = Attribute(world, id, file.attribute);
  if (std::isnan(value)) {
    (void)Fail(world, FaultKind::NotFinite,
               fmt::format("{} cannot be ranked in {}: its attribute {} is not a number",
                           world.entities.NameOf(id), file.name, file.attribute));
  }
  return value;
}

}  // namespace

auto InsertInto(World& world, FileId file_id, EntityId id) -> Status {
  if (!HasFile(world, file_id)) return Status::Failed;
  const File& file = world.files[file_id];
  const Entity* entity = FindAlive(world, id, "is put into", file.name);
  if (entity == nullptr) return Status::Failed;
  if (file.n_entries >= file.capacity) {
    return Fail(world, FaultKind::FileFull,
                fmt::format("{} is put into {}, which is full with {} entries", world.entities.NameOf(id),
                            file.name, file.capacity));
  }
  if (world.files.EntryOf(file_id, *entity) != kNone) {
    return Fail(
        world, FaultKind::StillInUse,
        fmt::format("{} is put into {}, where it stands already", world.entities.NameOf(id), file.name));
  }
  const double rank = RankOf(world, file, id, *entity);
  if (std::isnan(rank)) return Status::Failed;
  world.files.Insert(file_id, world.entities, id, rank, world.now);
  return Status::Ok;
}

auto RemoveFirst(World& world, FileId file_id) -> EntityId {
  if (!HasFile(world, file_id)) return {};
  const File& file = world.files[file_id];
  if (file.n_entries == 0) {
    (void)Fail(world, FaultKind::FileEmpty,
               fmt::format("the first of {} is removed, which is empty", file.name));
    return {};
  }
  return world.files.Remove(file.first, world.entities, world.now);
}

auto RemoveFrom(World& world, FileId file_id, EntityId id) -> Status {
  if (!HasFile(world, file_id)) return Status::Failed;
  const File& file = world.files[file_id];
  const Entity* entity = FindAlive(world, id, "is removed from", file.name);
  if (entity == nullptr) return Status::Failed;
  const uint32_t entry = world.files.EntryOf(file_id, *entity);
  if (entry == kNone) {
    return Fail(
        world, FaultKind::NotInFile,
        fmt::format("{} is removed from {}, where it does not stand", world.entities.NameOf(id), file.name));
  }
  world.files.Remove(entry, world.entities, world.now);
  return Status::Ok;
}

auto EntityAt(World& world, FileId file_id, size_t k) -> EntityId {
  if (!HasFile(world, file_id)) return {};
  uint32_t entry = world.files[file_id].first;
  for (; entry != kNone && k > 0; --k) entry = world.files.entry(entry).next;
  return entry == kNone ? EntityId{} : world.files.entry(entry).entity;
}

auto FindIn(World& world, FileId file_id, const Search& search) -> EntityId {
  if (!HasFile(world, file_id)) return {};
  EntityId best;
  double best_value = 0;
  for (uint32_t k = world.files[file_id].first; k != kNone; k = world.files.entry(k).next) {
    const EntityId id = world.files.entry(k).entity;
    const Entity& entity = world.entities[id];
    if (search.attribute >= world.entities.ClassOf(entity).attributes.size()) continue;
    const double x = world.entities.AttributesOf(entity)[search.attribute];
    if (!Fits(x, search)) continue;
    if (search.choice == Choice::First) return id;
    const bool is_better = search.choice == Choice::Largest ? x > best_value : x < best_value;
    if (!best.IsNone() && !is_better) continue;
    best = id;
    best_value = x;
  }
  return best;
}

auto LengthOf(World& world, FileId file_id) -> size_t {
  return HasFile(world, file_id) ? world.files[file_id].n_entries : 0;
}

auto MaxLengthOf(World& world, FileId file_id) -> double {
  return HasFile(world, file_id) ? world.files[file_id].length.max() : 0;
}

}  // namespace kerf::events
