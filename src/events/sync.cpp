// See sync.h.
#include "events/sync.h"

#include <fmt/format.h>

namespace kerf::events {

namespace {

template <typename T, typename Id>
auto Has(World& world, const std::vector<T>& all, Id id, const char* what) -> bool {
  if (IndexOf(id) < all.size()) return true;
  (void)Fail(world, FaultKind::UnknownObject, fmt::format("there is no {} {}", what, IndexOf(id)));
  return false;
}

auto CheckAmount(World& world, const Store& store, EntityId entity, const char* verb, double amount)
    -> Status {
  if (amount >= 0 && amount <= store.capacity) return Status::Ok;
  return Fail(world, FaultKind::BadAmount,
              fmt::format("{} {} {:.10g} of {}, which holds up to {:.10g}", world.entities.NameOf(entity),
                          verb, amount, store.name, store.capacity));
}

// Lets go on whom the level allows; each may make it possible for one of the other kind.
void ServeStore(World& world, Store& store) {
  while (true) {
    const uint32_t putter = world.files[store.putting].first;
    const uint32_t getter = world.files[store.getting].first;
    const double level = store.level.value();
    if (putter != kNone && level + world.files.entry(putter).amount <= store.capacity) {
      store.level.Add(world.now, world.files.entry(putter).amount);
      Wake(world, putter);
    } else if (getter != kNone && world.files.entry(getter).amount <= level) {
      store.level.Add(world.now, -world.files.entry(getter).amount);
      Wake(world, getter);
    } else {
      return;
    }
  }
}

}  // namespace

auto WaitForGate(World& world, GateId id, EntityId entity, bool is_to_be_open, uint32_t resume) -> Grant {
  if (!Has(world, world.gates, id, "gate")) return Grant::Refused;
  const Gate& gate = world.gates[IndexOf(id)];
  if (FindAlive(world, entity, "waits for", gate.name) == nullptr) return Grant::Refused;
  if (gate.is_open == is_to_be_open) return Grant::Granted;
  return WaitIn(world, entity, is_to_be_open ? gate.wait_open : gate.wait_closed,
                is_to_be_open ? WaitKind::GateOpen : WaitKind::GateClosed, IndexOf(id), 0, resume);
}

auto SetGate(World& world, GateId id, bool is_open) -> Status {
  if (!Has(world, world.gates, id, "gate")) return Status::Failed;
  Gate& gate = world.gates[IndexOf(id)];
  gate.is_open = is_open;
  gate.open.Set(world.now, is_open ? 1 : 0);
  const File& waiting = world.files[is_open ? gate.wait_open : gate.wait_closed];
  while (waiting.first != kNone) Wake(world, waiting.first);
  return Status::Ok;
}

auto InvertGate(World& world, GateId id) -> Status {
  if (!Has(world, world.gates, id, "gate")) return Status::Failed;
  return SetGate(world, id, !world.gates[IndexOf(id)].is_open);
}

auto WaitForSignal(World& world, SignalId id, EntityId entity, uint32_t resume) -> Grant {
  if (!Has(world, world.signals, id, "signal")) return Grant::Refused;
  const Signal& signal = world.signals[IndexOf(id)];
  Entity* waiting = FindAlive(world, entity, "waits for", signal.name);
  if (waiting == nullptr) return Grant::Refused;
  ForgetSignals(world, *waiting);
  return WaitIn(world, entity, signal.waiting, WaitKind::Signal, IndexOf(id), 0, resume);
}

auto Put(World& world, StoreId id, EntityId entity, double amount, uint32_t resume) -> Grant {
  if (!Has(world, world.stores, id, "store")) return Grant::Refused;
  Store& store = world.stores[IndexOf(id)];
  if (FindAlive(world, entity, "puts into", store.name) == nullptr) return Grant::Refused;
  if (CheckAmount(world, store, entity, "puts", amount) == Status::Failed) return Grant::Refused;
  if (world.files[store.putting].n_entries > 0 || store.level.value() + amount > store.capacity) {
    return WaitIn(world, entity, store.putting, WaitKind::StorePut, IndexOf(id), amount, resume);
  }
  store.level.Add(world.now, amount);
  ServeStore(world, store);
  return Grant::Granted;
}

auto Get(World& world, StoreId id, EntityId entity, double amount, uint32_t resume) -> Grant {
  if (!Has(world, world.stores, id, "store")) return Grant::Refused;
  Store& store = world.stores[IndexOf(id)];
  if (FindAlive(world, entity, "gets from", store.name) == nullptr) return Grant::Refused;
  if (CheckAmount(world, store, entity, "gets", amount) == Status::Failed) return Grant::Refused;
  if (world.files[store.getting].n_entries > 0 || amount > store.level.value()) {
    return WaitIn(world, entity, store.getting, WaitKind::StoreGet, IndexOf(id), amount, resume);
  }
  store.level.Add(world.now, -amount);
  ServeStore(world, store);
  return Grant::Granted;
}

void ServeNext(World& world, StoreId store) { ServeStore(world, world.stores[IndexOf(store)]); }

}  // namespace kerf::events
