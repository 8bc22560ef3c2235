// The beginning of a run.
#include "events/statistics.h"
#include "events/world.h"

namespace kerf::events {

namespace {

void ResetObjects(World& world) {
  world.holds.clear();
  world.free_holds.clear();
  world.signal_sets.clear();
  world.free_signal_sets.clear();
  for (Facility& facility : world.facilities) {
    facility.in_use = 0;
    facility.first_hold = kNone;
    facility.use.Begin(world.now, 0);
  }
  for (Gate& gate : world.gates) {
    gate.is_open = gate.starts_open;
    gate.open.Begin(world.now, gate.is_open ? 1 : 0);
  }
  for (Store& store : world.stores) store.level.Begin(world.now, store.initial);
  for (TimeVariable& variable : world.time_variables) variable.values.Begin(world.now, variable.initial);
}

}  // namespace

void Reset(World& world, double start, uint32_t replication) {
  world.start = start;
  world.now = start;
  world.calendar.Clear();
  world.files.Clear(start);
  world.entities.Clear();
  ResetObjects(world);
  ClearStatistics(world);
  for (RandomStream& stream : world.streams) stream.SetReplication(replication);
  world.n_events = 0;
  world.n_events_now = 0;
  world.event_code = kNone;
  world.place = kNone;
  world.is_finish_requested = false;
  world.fault = world.declaration_fault;
  world.warnings.clear();
}

}  // namespace kerf::events
