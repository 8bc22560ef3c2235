// Waiting with patience and for conditions, looking through files, and questions about queues.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_text.h"
#include "combined/engine.h"
#include "events/conditions.h"
#include "events/patience.h"
#include "events/queue.h"

namespace kerf::combined {

using process::Flow;
using process::Service;

auto Engine::FlowOfWait(events::Grant grant) -> Flow {
  const double patience = std::exchange(patience_, std::numeric_limits<double>::infinity());
  if (grant != events::Grant::Waiting) return grant == events::Grant::Granted ? Flow::Go : Flow::Fail;
  if (std::isinf(patience)) return Flow::Wait;
  return FlowOf(events::GiveUpAfter(world_, entity_, patience)) == Flow::Go ? Flow::Wait : Flow::Fail;
}

auto Engine::SetPatience(double patience) -> Flow {
  if (!(patience >= 0))
    return Fail(fmt::format("{} is to wait WITHIN {}, which is no delay", world_.entities.NameOf(entity_),
                            base::NumberText(patience)));
  patience_ = patience;
  return Flow::Go;
}

auto Engine::TakeTimedOut() -> double {
  return std::exchange(world_.entities[entity_].has_given_up, false) ? 1 : 0;
}

void Engine::EndCondition() {
  patience_ = std::numeric_limits<double>::infinity();
  if (world_.entities[entity_].wait != events::WaitKind::Condition) return;
  events::EndCondition(world_, entity_);
  ++record_.n_moves;
  if (options_.trace)
    PrintLine(fmt::format("{:>14.9g}  {}", ModelTime(), world_.entities.NameOf(entity_)), true);
}

void Engine::BeginScan(uint32_t file) {
  const auto first = cells_.begin() + program_.first_attribute;
  scan_saved_.assign(first, first + static_cast<ptrdiff_t>(program_.attributes.size()));
  scan_next_ = world_.files[objects_.files[file]].first;
  scanned_ = {};
}

auto Engine::NextEntry(uint32_t file) -> double {
  const auto first = cells_.begin() + program_.first_attribute;
  if (scan_next_ == events::kNone) {
    std::ranges::copy(scan_saved_, first);
    return 0;
  }
  const events::Entry& entry = world_.files.entry(scan_next_);
  scanned_ = entry.entity;
  scan_next_ = entry.next;
  const double* attributes = world_.entities.AttributesOf(world_.entities[scanned_]);
  for (const uint32_t k : program_.files[file].attributes) first[k] = attributes[k];
  return 1;
}

auto Engine::TakeEntry(uint32_t file) -> Flow {
  const events::Status status = events::RemoveFrom(world_, objects_.files[file], scanned_);
  return status == events::Status::Ok ? FlowOf(events::Leave(world_, scanned_)) : Flow::Fail;
}

auto Engine::QueueQuestion(Service service, uint32_t object, process::QueueOf whose) -> double {
  const auto file = [&] {
    switch (whose) {
      case process::QueueOf::Resource:
        return world_.facilities[events::IndexOf(objects_.facilities[object])].queue;
      case process::QueueOf::Gate:   return world_.gates[events::IndexOf(objects_.gates[object])].wait_open;
      case process::QueueOf::Signal: return world_.signals[events::IndexOf(objects_.signals[object])].waiting;
      case process::QueueOf::File:   break;
    }
    return objects_.files[object];
  };
  events::File& queue = world_.files[file()];
  queue.length.Update(world_.now);
  // The package of 1979 has one entry for the process itself in a file of copies.
  const auto has_it = [&](const process::Copyable& copyable) { return copyable.file == object; };
  const bool is_of_copies =
      whose == process::QueueOf::File && std::ranges::any_of(program_.copyables, has_it);
  const double extra = is_of_copies ? 1 : 0;
  switch (service) {
    case Service::Length:     return static_cast<double>(queue.n_entries) + extra;
    case Service::MaxLength:  return queue.length.max() + extra;
    case Service::MeanLength: return queue.length.mean();
    default:                  return queue.wait.mean;
  }
}

auto Engine::ResourceQuestion(Service service, uint32_t resource) -> double {
  events::Facility& facility = world_.facilities[events::IndexOf(objects_.facilities[resource])];
  if (service == Service::InUse) return facility.in_use;
  if (service == Service::FreeUnits) return facility.capacity - facility.in_use;
  facility.use.Update(world_.now);
  return facility.use.mean();
}

}  // namespace kerf::combined
