// See entities.h.
#include "events/entities.h"

#include <algorithm>

#include <fmt/format.h>

namespace kerf::events {

auto Entities::TakeRow(EntityClass& type) -> uint32_t {
  if (!type.free_rows.empty()) {
    const uint32_t row = type.free_rows.back();
    type.free_rows.pop_back();
    return row;
  }
  if (type.n_rows % kRows == 0) {
    type.chunks.push_back(std::make_unique<double[]>(size_t{kRows} * type.attributes.size()));
  }
  return type.n_rows++;
}

auto Entities::AddClass(std::string name, std::vector<std::string> attributes) -> ClassId {
  EntityClass type;
  type.name = std::move(name);
  type.attributes = std::move(attributes);
  classes_.push_back(std::move(type));
  return static_cast<ClassId>(classes_.size() - 1);
}

auto Entities::Create(ClassId class_id, double now) -> EntityId {
  EntityClass& type = classes_[IndexOf(class_id)];
  uint32_t index = 0;
  if (free_.empty()) {
    index = static_cast<uint32_t>(all_.size());
    all_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  const uint32_t generation = all_[index].generation;
  Entity& entity = all_[index] = Entity{};
  entity.generation = generation;
  entity.is_alive = true;
  entity.class_id = class_id;
  entity.row = TakeRow(type);
  entity.number = ++type.n_created;
  entity.created = now;
  entity.mark = now;
  ++type.n_alive;
  std::fill_n(AttributesOf(entity), type.attributes.size(), 0.0);
  return {index, generation};
}

void Entities::Destroy(EntityId id) {
  Entity& entity = all_[id.index];
  EntityClass& type = classes_[IndexOf(entity.class_id)];
  type.free_rows.push_back(entity.row);
  --type.n_alive;
  entity.is_alive = false;
  ++entity.generation;
  free_.push_back(id.index);
}

void Entities::Clear() {
  // Generations go on, so that handles of an earlier run are not taken for new entities.
  free_.clear();
  for (uint32_t k = static_cast<uint32_t>(all_.size()); k-- > 0;) {
    if (all_[k].is_alive) ++all_[k].generation;
    all_[k].is_alive = false;
    free_.push_back(k);
  }
  for (EntityClass& type : classes_) {
    type.n_created = 0;
    type.n_alive = 0;
    type.free_rows.clear();
    for (uint32_t row = type.n_rows; row-- > 0;) type.free_rows.push_back(row);
  }
}

auto Entities::ClassOf(const Entity& entity) const -> const EntityClass& {
  return classes_[IndexOf(entity.class_id)];
}

auto Entities::FindAttribute(ClassId class_id, const std::string& name) const -> uint32_t {
  const auto& names = classes_[IndexOf(class_id)].attributes;
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? kNone : static_cast<uint32_t>(found - names.begin());
}

auto Entities::NameOf(EntityId id) const -> std::string {
  if (id.IsNone()) return "no entity";
  const Entity* entity = Find(id);
  if (entity == nullptr) return "an entity that has left";
  return fmt::format("{} {}", ClassOf(*entity).name, entity->number);
}

auto Entities::Alive() const -> std::vector<EntityId> {
  std::vector<EntityId> ids;
  for (uint32_t k = 0; k < all_.size(); ++k) {
    if (all_[k].is_alive) ids.push_back({k, all_[k].generation});
  }
  return ids;
}

}  // namespace kerf::events
