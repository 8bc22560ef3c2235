// Events, entries, transactions and resources.
#include <algorithm>

#include "base/number_text.h"
#include "combined/engine.h"
#include "events/facility.h"
#include "events/process.h"
#include "events/queue.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::combined {

using process::Flow;
using process::Service;

auto Engine::HasRoom() -> bool {
  const size_t most = options_.most_entities;
  if (world_.entities.n_alive() < most && world_.calendar.size() < most) return true;
  const events::File* longest = nullptr;
  for (const events::File& file : world_.files.all()) {
    if (longest == nullptr || file.n_entries > longest->n_entries) longest = &file;
  }
  std::string where;
  if (longest != nullptr && longest->n_entries > 0)
    where = fmt::format("; the longest queue is {} with {} entries", longest->name, longest->n_entries);
  Fail(fmt::format("there are {} transactions and entries and {} events, and no more can be kept{}",
                   world_.entities.n_alive(), world_.calendar.size(), where));
  return false;
}

// The attributes that are not given are those at work.
auto Engine::Schedule(uint32_t event, const double* x) -> Flow {
  if (!HasRoom()) return Flow::Fail;
  events::EntityId entry;
  if (!program_.attributes.empty()) {
    entry = events::Create(world_, objects_.entry_class);
    if (entry.IsNone()) return Flow::Fail;
    double* attributes = world_.entities.AttributesOf(world_.entities[entry]);
    std::copy_n(x + 1, program_.attributes.size(), attributes);
  }
  return events::Schedule(world_, OnClock(x[0]), event, entry).IsNone() ? Flow::Fail : Flow::Go;
}

// All of that kind.
auto Engine::CancelEvents(uint32_t event) -> Flow {
  for (const events::Event& pending : world_.calendar.Pending()) {
    if (pending.code != event) continue;
    if (events::Cancel(world_, pending.id) != events::Status::Ok) return Flow::Fail;
    if (!pending.entity.IsNone() && events::Leave(world_, pending.entity) != events::Status::Ok)
      return Flow::Fail;
  }
  return Flow::Go;
}

auto Engine::InsertEntry(uint32_t file, const double* x) -> Flow {
  if (!HasRoom()) return Flow::Fail;
  const events::EntityId entry = events::Create(world_, objects_.entry_class);
  if (entry.IsNone()) return Flow::Fail;
  std::copy_n(x, program_.attributes.size(), world_.entities.AttributesOf(world_.entities[entry]));
  return FlowOf(events::InsertInto(world_, objects_.files[file], entry));
}

// The attributes of its record become those at work.
auto Engine::RemoveEntry(uint32_t file) -> Flow {
  const events::EntityId entry = events::RemoveFirst(world_, objects_.files[file]);
  if (entry.IsNone()) return Flow::Fail;
  const double* attributes = world_.entities.AttributesOf(world_.entities[entry]);
  for (const uint32_t k : program_.files[file].attributes)
    cells_[program_.first_attribute + k] = attributes[k];
  return FlowOf(events::Leave(world_, entry));
}

auto Engine::Generate(uint32_t process, double time, double& result) -> Flow {
  const process::Process& declared = program_.processes[process];
  if (declared.routine == process::kNone)
    return Fail(fmt::format("the process `{}` is not among the PROCESSES of the system", declared.name));
  if (!HasRoom()) return Flow::Fail;
  new_entity_ = events::Create(world_, objects_.process_classes[process]);
  if (new_entity_.IsNone()) return Flow::Fail;
  const events::Entity& entity = world_.entities[new_entity_];
  double* fields = world_.entities.AttributesOf(entity);
  const auto set = [&](uint32_t field, double value) {
    if (field != process::kNone) fields[field] = value;
  };
  set(declared.number_field, entity.number);
  set(declared.generated_field, time);
  set(declared.mark_field, time);
  result = entity.number;
  const Life& life = objects_.lives[events::IndexOf(entity.class_id)];
  const events::EventId entry = events::Schedule(world_, OnClock(time), life.first_code, new_entity_);
  world_.entities[new_entity_].event = entry;
  return entry.IsNone() ? Flow::Fail : Flow::Go;
}

auto Engine::Resource(Service service, uint32_t resource, double units) -> Flow {
  constexpr double kMost = 4e9;
  if (!(units >= 1 && units < kMost) || units != static_cast<uint32_t>(units))
    return Fail(fmt::format("{} units of `{}` are asked for, which must be a whole number from 1 on", units,
                            program_.resources[resource].name));
  const auto amount = static_cast<uint32_t>(units);
  const events::FacilityId facility = objects_.facilities[resource];
  if (service == Service::Release) return FlowOf(events::Release(world_, facility, entity_, amount));
  const events::Grant grant = service == Service::Seize
                                  ? events::Seize(world_, facility, entity_, ResumeCode(), amount)
                                  : events::Preempt(world_, facility, entity_, ResumeCode());
  return FlowOfWait(grant);
}

// Wherever it is: what it holds goes to those who wait for it. Its own number ends the transaction at work as
// if it had come to the end.
auto Engine::TerminateOther(uint32_t process, double number) -> Flow {
  const events::ClassId wanted =
      process == process::kNone ? world_.entities[entity_].class_id : objects_.process_classes[process];
  for (const events::EntityId other : world_.entities.Alive()) {
    const events::Entity& entity = world_.entities[other];
    if (entity.class_id != wanted || entity.number != number) continue;
    if (other == entity_) return Flow::Stop;
    return FlowOf(events::Terminate(world_, other));
  }
  const std::string& name = world_.entities.classes()[events::IndexOf(wanted)].name;
  return Fail(fmt::format("there is no transaction {} of `{}`", base::NumberText(number), name));
}

}  // namespace kerf::combined
