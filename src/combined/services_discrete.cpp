// Events, entries, transactions and resources.
#include <algorithm>
#include <cmath>

#include "combined/engine.h"
#include "events/facility.h"
#include "events/process.h"
#include "events/queue.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::combined {

using process::Flow;
using process::Service;

// The attributes that are not given are those at work.
auto Engine::Schedule(uint32_t event, const double* x) -> Flow {
  events::EntityId entry;
  if (!program_.attributes.empty()) {
    entry = events::Create(world_, entry_class_);
    if (entry.IsNone()) return Flow::Fail;
    double* attributes = world_.entities.AttributesOf(world_.entities[entry]);
    std::copy_n(x + 1, program_.attributes.size(), attributes);
  }
  return events::Schedule(world_, x[0], event, entry).IsNone() ? Flow::Fail : Flow::Go;
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
  const events::EntityId entry = events::Create(world_, entry_class_);
  if (entry.IsNone()) return Flow::Fail;
  std::copy_n(x, program_.attributes.size(), world_.entities.AttributesOf(world_.entities[entry]));
  return FlowOf(events::InsertInto(world_, files_[file], entry));
}

// The attributes of its record become those at work.
auto Engine::RemoveEntry(uint32_t file) -> Flow {
  const events::EntityId entry = events::RemoveFirst(world_, files_[file]);
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
  new_entity_ = events::Create(world_, process_classes_[process]);
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
  if (declared.file != process::kNone) {
    const Flow flow = FlowOf(events::InsertInto(world_, files_[declared.file], new_entity_));
    if (flow != Flow::Go) return flow;
  }
  return events::Schedule(world_, time, code_base_[process], new_entity_).IsNone() ? Flow::Fail : Flow::Go;
}

auto Engine::Resource(Service service, uint32_t resource, double units) -> Flow {
  constexpr double kMost = 4e9;
  if (!(units >= 1 && units < kMost) || units != std::floor(units))
    return Fail(fmt::format("{} units of `{}` are asked for, which must be a whole number from 1 on", units,
                            program_.resources[resource].name));
  const auto amount = static_cast<uint32_t>(units);
  const events::FacilityId facility = facilities_[resource];
  if (service == Service::Release) return FlowOf(events::Release(world_, facility, entity_, amount));
  const events::Grant grant = service == Service::Seize
                                  ? events::Seize(world_, facility, entity_, ResumeCode(), amount)
                                  : events::Preempt(world_, facility, entity_, ResumeCode());
  return grant == events::Grant::Granted   ? Flow::Go
         : grant == events::Grant::Waiting ? Flow::Wait
                                           : Flow::Fail;
}

// Of the process of the transaction at work.
auto Engine::TerminateOther(double number) -> Flow {
  const events::ClassId wanted = world_.entities[entity_].class_id;
  for (const events::EntityId other : world_.entities.Alive()) {
    const events::Entity& entity = world_.entities[other];
    if (entity.class_id != wanted || entity.number != number) continue;
    if (other == entity_) return Flow::Stop;
    return Fail(fmt::format("{} cannot be ended by another transaction while it is at work",
                            world_.entities.NameOf(other)));
  }
  return Fail(fmt::format("there is no transaction {}", number));
}

auto Engine::FileQuestion(Service service, uint32_t file) -> double {
  events::File& queue = world_.files[files_[file]];
  queue.length.Update(world_.now);
  // The package of 1979 has one entry for the process itself in a file of copies.
  const auto has_it = [&](const process::Copyable& copyable) { return copyable.file == file; };
  const double extra = std::ranges::any_of(program_.copyables, has_it) ? 1 : 0;
  switch (service) {
    case Service::Length:     return static_cast<double>(queue.n_entries) + extra;
    case Service::MaxLength:  return queue.length.max() + extra;
    case Service::MeanLength: return queue.length.mean();
    default:                  return queue.wait.mean;
  }
}

}  // namespace kerf::combined
