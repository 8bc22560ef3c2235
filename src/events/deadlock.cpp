// See deadlock.h.
#include "events/deadlock.h"

#include <fmt/format.h>

namespace kerf::events {

namespace {

constexpr size_t kShown = 20;

auto HoldersOf(const World& world, const Facility& facility) -> std::string {
  constexpr size_t kNamed = 3;
  std::string names;
  size_t n = 0;
  for (uint32_t k = facility.first_hold; k != kNone; k = world.holds[k].next, ++n) {
    if (n < kNamed) names += (n == 0 ? "" : ", ") + world.entities.NameOf(world.holds[k].entity);
  }
  if (n > kNamed) names += fmt::format(" and {} more", n - kNamed);
  return n == 0 ? "nobody holds" : fmt::format("{} {}", names, n == 1 ? "holds" : "hold");
}

// Those that have not come yet.
auto SignalsOf(const World& world, const Entity& entity) -> std::string {
  const SignalSet& set = world.signal_sets[entity.signal_set];
  std::string names;
  for (size_t k = 0; k < set.signals.size(); ++k) {
    if (!set.has_come[k]) names += (names.empty() ? "" : ", ") + world.signals[set.signals[k]].name;
  }
  return fmt::format("{} of the signals {}", set.n_missing == 1 ? "one" : "each", names);
}

auto WaitsFor(const World& world, const Entity& entity) -> std::string {
  switch (entity.wait) {
    case WaitKind::None:     break;
    case WaitKind::Facility: {
      const Facility& facility = world.facilities[entity.waits_for];
      return fmt::format("waits for {}, which {}", facility.name, HoldersOf(world, facility));
    }
    case WaitKind::GateOpen:
      return fmt::format("waits for gate {} to open", world.gates[entity.waits_for].name);
    case WaitKind::GateClosed:
      return fmt::format("waits for gate {} to close", world.gates[entity.waits_for].name);
    case WaitKind::Signal:    return fmt::format("waits for signal {}", world.signals[entity.waits_for].name);
    case WaitKind::SignalSet: return fmt::format("waits for {}", SignalsOf(world, entity));
    case WaitKind::Condition: return "waits for a condition";
    case WaitKind::StorePut:
      return fmt::format("waits to put {:.10g} into {}", world.files.entry(entity.wait_entry.index).amount,
                         world.stores[entity.waits_for].name);
    case WaitKind::StoreGet:
      return fmt::format("waits to get {:.10g} from {}", world.files.entry(entity.wait_entry.index).amount,
                         world.stores[entity.waits_for].name);
  }
  if (entity.is_suspended) return "is suspended";
  return entity.n_interrupts > 0 ? "waits to regain what was preempted" : "";
}

}  // namespace

auto WhoWaits(const World& world) -> std::string {
  std::string text;
  size_t n = 0;
  for (const EntityId id : world.entities.Alive()) {
    const std::string what = WaitsFor(world, world.entities[id]);
    if (what.empty()) continue;
    if (n++ < kShown) text += fmt::format("{} {}\n", world.entities.NameOf(id), what);
  }
  if (n > kShown) text += fmt::format("and {} more wait\n", n - kShown);
  return text;
}

auto CheckDeadlock(World& world) -> Status {
  if (!world.calendar.IsEmpty()) return Status::Ok;
  const std::string who = WhoWaits(world);
  if (who.empty()) return Status::Ok;
  return Fail(world, FaultKind::Deadlock, fmt::format("nothing is scheduled, but entities wait:\n{}", who));
}

}  // namespace kerf::events
