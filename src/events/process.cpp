// See process.h.
#include "events/process.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "events/schedule.h"
#include "events/sync.h"

namespace kerf::events {

namespace {

// Why an entity cannot leave that holds something or stands in a file.
auto WhyNotLeave(const World& world, const Entity& entity) -> std::string {
  if (entity.first_hold != kNone) {
    return "holding " + world.facilities[world.holds[entity.first_hold].facility].name;
  }
  return "standing in " + world.files.all()[world.files.entry(entity.first_entry).file].name;
}

}  // namespace

auto Create(World& world, ClassId class_id, int32_t priority) -> EntityId {
  if (IndexOf(class_id) >= world.entities.classes().size()) {
    (void)Fail(world, FaultKind::UnknownObject, fmt::format("there is no class {}", IndexOf(class_id)));
    return {};
  }
  const EntityId id = world.entities.Create(class_id, world.now);
  world.entities[id].priority = priority;
  return id;
}

void FailDead(World& world, EntityId entity, std::string_view verb, std::string_view object) {
  const std::string who = world.entities.NameOf(entity);
  (void)Fail(world, FaultKind::DeadEntity,
             fmt::format("{} {}{}{}", who, verb, object.empty() ? "" : " ", object));
}

auto CreateCopy(World& world, EntityId original) -> EntityId {
  const Entity* found = FindAlive(world, original, "is copied");
  if (found == nullptr) return {};
  const double* from = world.entities.AttributesOf(*found);
  const size_t n = world.entities.ClassOf(*found).attributes.size();
  const EntityId copy = Create(world, found->class_id, found->priority);
  std::copy_n(from, n, world.entities.AttributesOf(world.entities[copy]));
  return copy;
}

auto Leave(World& world, EntityId entity) -> Status {
  Entity* leaving = FindAlive(world, entity, "leaves");
  if (leaving == nullptr) return Status::Failed;
  if (leaving->first_hold != kNone || leaving->first_entry != kNone) {
    return Fail(world, FaultKind::StillInUse,
                fmt::format("{} leaves {}", world.entities.NameOf(entity), WhyNotLeave(world, *leaving)));
  }
  if (!leaving->event.IsNone()) world.calendar.Cancel(leaving->event);
  ForgetSignals(world, *leaving);
  world.entities.Destroy(entity);
  return Status::Ok;
}

auto AttributeIndex(World& world, ClassId class_id, const std::string& name) -> uint32_t {
  const bool is_class = IndexOf(class_id) < world.entities.classes().size();
  const uint32_t index = is_class ? world.entities.FindAttribute(class_id, name) : kNone;
  if (index != kNone) return index;
  const std::string class_name =
      is_class ? world.entities.classes()[IndexOf(class_id)].name : "that is not there";
  (void)Fail(world, FaultKind::UnknownAttribute,
             fmt::format("class {} has no attribute {}", class_name, name));
  return kNone;
}

auto Attribute(World& world, EntityId entity, uint32_t attribute) -> double {
  const Entity* found = world.entities.Find(entity);
  if (found != nullptr && attribute < world.entities.ClassOf(*found).attributes.size()) {
    return world.entities.AttributesOf(*found)[attribute];
  }
  (void)Fail(world, found == nullptr ? FaultKind::DeadEntity : FaultKind::UnknownAttribute,
             fmt::format("attribute {} of {} is asked for, but not there", attribute,
                         world.entities.NameOf(entity)));
  return std::numeric_limits<double>::quiet_NaN();
}

auto SetAttribute(World& world, EntityId entity, uint32_t attribute, double value) -> Status {
  const Entity* found = world.entities.Find(entity);
  if (found != nullptr && attribute < world.entities.ClassOf(*found).attributes.size()) {
    world.entities.AttributesOf(*found)[attribute] = value;
    return Status::Ok;
  }
  return Fail(
      world, found == nullptr ? FaultKind::DeadEntity : FaultKind::UnknownAttribute,
      fmt::format("attribute {} of {} is set, but not there", attribute, world.entities.NameOf(entity)));
}

}  // namespace kerf::events
