// Gates and logic switches, signals, and stores: what entities wait for besides facilities.
#pragma once

#include <cstdint>
#include <span>

#include "events/process.h"

namespace kerf::events {

// Waits until the gate is open, or until it is closed; goes on at once if it is so.
auto WaitForGate(World& world, GateId gate, EntityId entity, bool is_to_be_open, uint32_t resume) -> Grant;
// Opens or closes (sets or resets). All that have waited for that go on, even if it changes again meanwhile.
auto SetGate(World& world, GateId gate, bool is_open) -> Status;
auto InvertGate(World& world, GateId gate) -> Status;

// Waits for the next signal; earlier ones do not count.
auto WaitForSignal(World& world, SignalId signal, EntityId entity, uint32_t resume) -> Grant;
// Waits for the first of several signals, or until each of them has been sent since. A fault if there is none
// or one twice.
enum class Join : uint8_t { Any, All };
auto WaitForSignals(World& world, std::span<const SignalId> signals, Join join, EntityId entity,
                    uint32_t resume) -> Grant;
// Whether the entity has got that signal in its last wait for signals, also if it has given up since.
auto HasGot(const World& world, EntityId entity, SignalId signal) -> bool;
// Tells at most so many, in their order, the value; those go on who wait for nothing else. Returns how many
// it told.
auto SendSignal(World& world, SignalId signal, double value = 0, uint32_t n_at_most = kNone) -> uint32_t;

// Puts an amount in, or gets it out, when there is room or enough of it; those of one kind wait in their
// order, and nobody overtakes.
auto Put(World& world, StoreId store, EntityId entity, double amount, uint32_t resume) -> Grant;
auto Get(World& world, StoreId store, EntityId entity, double amount, uint32_t resume) -> Grant;
// For other files of this folder: what the entity got of earlier signals is forgotten; it leaves the queues
// of its set, but not that of one of them (kNone: of all).
void ForgetSignals(World& world, Entity& entity);
void LeaveSignals(World& world, Entity& entity, uint32_t but);

// Lets those go on who can, after one who waited has gone.
void ServeNext(World& world, StoreId store);

}  // namespace kerf::events
