// Gates and logic switches, signals, and stores: what entities wait for besides facilities.
#pragma once

#include <cstdint>

#include "events/process.h"

namespace kerf::events {

// Waits until the gate is open, or until it is closed; goes on at once if it is so.
auto WaitForGate(World& world, GateId gate, EntityId entity, bool is_to_be_open, uint32_t resume) -> Grant;
// Opens or closes (sets or resets). All that have waited for that go on, even if it changes again meanwhile.
auto SetGate(World& world, GateId gate, bool is_open) -> Status;
auto InvertGate(World& world, GateId gate) -> Status;

// Waits for the next signal; earlier ones do not count.
auto WaitForSignal(World& world, SignalId signal, EntityId entity, uint32_t resume) -> Grant;
// Wakes at most so many, in their order, and tells each the value. Returns how many it woke.
auto SendSignal(World& world, SignalId signal, double value = 0, uint32_t n_at_most = kNone) -> uint32_t;

// Puts an amount in, or gets it out, when there is room or enough of it; those of one kind wait in their
// order, and nobody overtakes.
auto Put(World& world, StoreId store, EntityId entity, double amount, uint32_t resume) -> Grant;
auto Get(World& world, StoreId store, EntityId entity, double amount, uint32_t resume) -> Grant;
// Lets those go on who can, after one who waited has gone.
void ServeNext(World& world, StoreId store);

}  // namespace kerf::events
