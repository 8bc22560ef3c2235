// Waiting for several signals, and sending; see sync.h. An entity that waits for several stands in the queue
// of each.
#include <algorithm>

#include <fmt/format.h>

#include "events/sync.h"

namespace kerf::events {

namespace {

auto TakeSet(World& world) -> uint32_t {
  if (world.free_signal_sets.empty()) {
    world.signal_sets.emplace_back();
    return static_cast<uint32_t>(world.signal_sets.size() - 1);
  }
  const uint32_t set = world.free_signal_sets.back();
  world.free_signal_sets.pop_back();
  return set;
}

auto CheckSignals(World& world, std::span<const SignalId> signals, EntityId entity) -> Status {
  const std::string who = world.entities.NameOf(entity);
  if (signals.empty())
    return Fail(world, FaultKind::BadParameter, fmt::format("{} waits for signals, and names none", who));
  for (size_t k = 0; k < signals.size(); ++k) {
    if (IndexOf(signals[k]) >= world.signals.size())
      return Fail(world, FaultKind::UnknownObject, fmt::format("there is no signal {}", IndexOf(signals[k])));
    if (std::find(signals.begin(), signals.begin() + static_cast<ptrdiff_t>(k), signals[k]) !=
        signals.begin() + static_cast<ptrdiff_t>(k))
      return Fail(world, FaultKind::BadParameter,
                  fmt::format("{} waits for signal {} twice", who, world.signals[IndexOf(signals[k])].name));
  }
  return Status::Ok;
}

// The entity of that entry gets the signal, for which it waits.
void Tell(World& world, uint32_t entry, uint32_t signal) {
  Entity& entity = world.entities[world.files.entry(entry).entity];
  entity.last_signal = signal;
  if (entity.wait != WaitKind::SignalSet) return Wake(world, entry);
  SignalSet& set = world.signal_sets[entity.signal_set];
  set.has_come[static_cast<size_t>(std::ranges::find(set.signals, signal) - set.signals.begin())] = true;
  if (--set.n_missing > 0) {
    world.files.Remove(entry, world.entities, world.now);
    return;
  }
  LeaveSignals(world, entity, signal);
  Wake(world, entry);
}

}  // namespace

void LeaveSignals(World& world, Entity& entity, uint32_t but) {
  for (const uint32_t signal : world.signal_sets[entity.signal_set].signals) {
    const uint32_t entry = world.files.EntryOf(world.signals[signal].waiting, entity);
    if (signal != but && entry != kNone) world.files.Remove(entry, world.entities, world.now);
  }
}

void ForgetSignals(World& world, Entity& entity) {
  entity.last_signal = kNone;
  if (entity.signal_set == kNone) return;
  world.free_signal_sets.push_back(entity.signal_set);
  entity.signal_set = kNone;
}

auto WaitForSignals(World& world, std::span<const SignalId> signals, Join join, EntityId id, uint32_t resume)
    -> Grant {
  if (FindAlive(world, id, "waits for", "signals") == nullptr) return Grant::Refused;
  if (CheckSignals(world, signals, id) == Status::Failed) return Grant::Refused;
  // The first queue finds out whether the entity may wait at all.
  ForgetSignals(world, world.entities[id]);
  const FileId first = world.signals[IndexOf(signals[0])].waiting;
  if (WaitIn(world, id, first, WaitKind::SignalSet, 0, 0, resume) == Grant::Refused) return Grant::Refused;
  const uint32_t number = TakeSet(world);
  SignalSet& set = world.signal_sets[number];
  set.signals.clear();
  for (const SignalId signal : signals) set.signals.push_back(IndexOf(signal));
  set.has_come.assign(signals.size(), false);
  set.n_missing = join == Join::Any ? 1 : static_cast<uint32_t>(signals.size());
  Entity& entity = world.entities[id];
  entity.waits_for = number;
  entity.signal_set = number;
  for (const SignalId signal : signals.subspan(1))
    world.files.Insert(world.signals[IndexOf(signal)].waiting, world.entities, id, entity.priority,
                       world.now);
  return Grant::Waiting;
}

auto HasGot(const World& world, EntityId id, SignalId signal) -> bool {
  const Entity* entity = world.entities.Find(id);
  if (entity == nullptr) return false;
  if (entity->signal_set == kNone) return entity->last_signal == IndexOf(signal);
  const SignalSet& set = world.signal_sets[entity->signal_set];
  const auto found = std::ranges::find(set.signals, IndexOf(signal));
  return found != set.signals.end() && set.has_come[static_cast<size_t>(found - set.signals.begin())];
}

auto SendSignal(World& world, SignalId id, double value, uint32_t n_at_most) -> uint32_t {
  if (IndexOf(id) >= world.signals.size()) {
    (void)Fail(world, FaultKind::UnknownObject, fmt::format("there is no signal {}", IndexOf(id)));
    return 0;
  }
  Signal& signal = world.signals[IndexOf(id)];
  ++signal.n_sent;
  const File& waiting = world.files[signal.waiting];
  uint32_t n_told = 0;
  for (; n_told < n_at_most && waiting.first != kNone; ++n_told) {
    world.entities[world.files.entry(waiting.first).entity].signal_value = value;
    Tell(world, waiting.first, IndexOf(id));
  }
  return n_told;
}

}  // namespace kerf::events
