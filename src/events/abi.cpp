// See abi.h. Nothing is decided here.
#include "events/abi.h"

#include <limits>

#include "events/facility.h"
#include "events/patience.h"
#include "events/queue.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/sync.h"

namespace {

using namespace kerf::events;

constexpr uint64_t kNoHandle = kNone;

auto EntityOf(uint64_t bits) -> EntityId { return EntityId::FromBits(bits); }

template <typename Handle>
auto Bits(Handle handle) -> uint64_t {
  return handle.IsNone() ? kNoHandle : handle.bits();
}

auto Truth(Status status) -> int32_t { return status == Status::Ok ? 1 : 0; }

static_assert(static_cast<int>(Grant::Granted) == KERF_GRANTED);
static_assert(static_cast<int>(Grant::Waiting) == KERF_WAITING);
static_assert(static_cast<int>(Grant::Refused) == KERF_REFUSED);

auto Number(Grant grant) -> int32_t { return static_cast<int32_t>(grant); }

// A field of an entity; NaN and a fault if it is not alive.
template <typename Field>
auto Read(World& world, uint64_t entity, Field Entity::* field) -> double {
  const Entity* found = FindAlive(world, EntityOf(entity), "is asked for");
  return found == nullptr ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(found->*field);
}

template <typename Field>
auto Write(World& world, uint64_t entity, Field Entity::* field, Field value) -> int32_t {
  Entity* found = FindAlive(world, EntityOf(entity), "is changed");
  if (found == nullptr) return 0;
  found->*field = value;
  return 1;
}

}  // namespace

void kerf_events_at(KerfWorld* world, uint32_t place) { world->place = place; }
double kerf_events_now(const KerfWorld* world) { return world->now; }
int32_t kerf_events_has_fault(const KerfWorld* world) { return world->fault.IsSet() ? 1 : 0; }
void kerf_events_fail(KerfWorld* world, const char* sentence) {
  (void)Fail(*world, FaultKind::Raised, sentence);
}
void kerf_events_finish(KerfWorld* world) { RequestFinish(*world); }

uint64_t kerf_events_schedule(KerfWorld* world, double time, uint32_t code, uint64_t entity,
                              int32_t priority) {
  return Bits(Schedule(*world, time, code, EntityOf(entity), priority));
}
uint64_t kerf_events_schedule_after(KerfWorld* world, double delay, uint32_t code, uint64_t entity,
                                    int32_t priority) {
  return Bits(ScheduleAfter(*world, delay, code, EntityOf(entity), priority));
}
int32_t kerf_events_cancel(KerfWorld* world, uint64_t event) {
  return Truth(Cancel(*world, EventId::FromBits(event)));
}
uint64_t kerf_events_reschedule(KerfWorld* world, uint64_t event, double time) {
  return Bits(Reschedule(*world, EventId::FromBits(event), time));
}

uint64_t kerf_events_create(KerfWorld* world, uint32_t class_id, int32_t priority) {
  return Bits(Create(*world, static_cast<ClassId>(class_id), priority));
}
uint64_t kerf_events_create_copy(KerfWorld* world, uint64_t original) {
  return Bits(CreateCopy(*world, EntityOf(original)));
}
int32_t kerf_events_leave(KerfWorld* world, uint64_t entity) {
  return Truth(Leave(*world, EntityOf(entity)));
}
double* kerf_events_attributes(KerfWorld* world, uint64_t entity) {
  const Entity* found = FindAlive(*world, EntityOf(entity), "is asked for its attributes");
  return found == nullptr ? nullptr : world->entities.AttributesOf(*found);
}
double kerf_events_attribute(KerfWorld* world, uint64_t entity, uint32_t attribute) {
  return Attribute(*world, EntityOf(entity), attribute);
}
int32_t kerf_events_set_attribute(KerfWorld* world, uint64_t entity, uint32_t attribute, double value) {
  return Truth(SetAttribute(*world, EntityOf(entity), attribute, value));
}
double kerf_events_created(KerfWorld* world, uint64_t entity) {
  return Read(*world, entity, &Entity::created);
}
double kerf_events_mark(KerfWorld* world, uint64_t entity) { return Read(*world, entity, &Entity::mark); }
int32_t kerf_events_set_mark(KerfWorld* world, uint64_t entity, double mark) {
  return Write(*world, entity, &Entity::mark, mark);
}
double kerf_events_number(KerfWorld* world, uint64_t entity) { return Read(*world, entity, &Entity::number); }
double kerf_events_priority(KerfWorld* world, uint64_t entity) {
  return Read(*world, entity, &Entity::priority);
}
int32_t kerf_events_set_priority(KerfWorld* world, uint64_t entity, int32_t priority) {
  return Write(*world, entity, &Entity::priority, priority);
}
double kerf_events_signal_value(KerfWorld* world, uint64_t entity) {
  return Read(*world, entity, &Entity::signal_value);
}

int32_t kerf_events_advance(KerfWorld* world, uint64_t entity, double delay, uint32_t resume) {
  return Truth(Advance(*world, EntityOf(entity), delay, resume));
}
int32_t kerf_events_suspend(KerfWorld* world, uint64_t entity, uint32_t resume) {
  return Truth(Suspend(*world, EntityOf(entity), resume));
}
int32_t kerf_events_resume(KerfWorld* world, uint64_t entity) {
  return Truth(Resume(*world, EntityOf(entity)));
}
int32_t kerf_events_seize(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t resume,
                          uint32_t amount) {
  return Number(Seize(*world, static_cast<FacilityId>(facility), EntityOf(entity), resume, amount));
}
int32_t kerf_events_preempt(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t resume) {
  return Number(Preempt(*world, static_cast<FacilityId>(facility), EntityOf(entity), resume));
}
int32_t kerf_events_release(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t amount) {
  return Truth(Release(*world, static_cast<FacilityId>(facility), EntityOf(entity), amount));
}
int32_t kerf_events_wait_for_gate(KerfWorld* world, uint32_t gate, uint64_t entity, int32_t is_to_be_open,
                                  uint32_t resume) {
  return Number(WaitForGate(*world, static_cast<GateId>(gate), EntityOf(entity), is_to_be_open != 0, resume));
}
int32_t kerf_events_set_gate(KerfWorld* world, uint32_t gate, int32_t is_open) {
  return Truth(SetGate(*world, static_cast<GateId>(gate), is_open != 0));
}
int32_t kerf_events_wait_for_signal(KerfWorld* world, uint32_t signal, uint64_t entity, uint32_t resume) {
  return Number(WaitForSignal(*world, static_cast<SignalId>(signal), EntityOf(entity), resume));
}
uint32_t kerf_events_send_signal(KerfWorld* world, uint32_t signal, double value, uint32_t n_at_most) {
  return SendSignal(*world, static_cast<SignalId>(signal), value, n_at_most);
}
int32_t kerf_events_give_up_after(KerfWorld* world, uint64_t entity, double patience) {
  return Truth(GiveUpAfter(*world, EntityOf(entity), patience));
}
int32_t kerf_events_has_given_up(const KerfWorld* world, uint64_t entity) {
  return HasGivenUp(*world, EntityOf(entity)) ? 1 : 0;
}
int32_t kerf_events_put(KerfWorld* world, uint32_t store, uint64_t entity, double amount, uint32_t resume) {
  return Number(Put(*world, static_cast<StoreId>(store), EntityOf(entity), amount, resume));
}
int32_t kerf_events_get(KerfWorld* world, uint32_t store, uint64_t entity, double amount, uint32_t resume) {
  return Number(Get(*world, static_cast<StoreId>(store), EntityOf(entity), amount, resume));
}

int32_t kerf_events_insert(KerfWorld* world, uint32_t file, uint64_t entity) {
  return Truth(InsertInto(*world, static_cast<FileId>(file), EntityOf(entity)));
}
uint64_t kerf_events_remove_first(KerfWorld* world, uint32_t file) {
  return Bits(RemoveFirst(*world, static_cast<FileId>(file)));
}
int32_t kerf_events_remove(KerfWorld* world, uint32_t file, uint64_t entity) {
  return Truth(RemoveFrom(*world, static_cast<FileId>(file), EntityOf(entity)));
}
uint64_t kerf_events_entity_at(KerfWorld* world, uint32_t file, uint64_t k) {
  return Bits(EntityAt(*world, static_cast<FileId>(file), k));
}
uint64_t kerf_events_find(KerfWorld* world, uint32_t file, uint32_t attribute, uint32_t relation,
                          double value, double tolerance, uint32_t choice) {
  const Search search{attribute, static_cast<Relation>(relation), value, tolerance,
                      static_cast<Choice>(choice)};
  return Bits(FindIn(*world, static_cast<FileId>(file), search));
}
uint64_t kerf_events_length(KerfWorld* world, uint32_t file) {
  return LengthOf(*world, static_cast<FileId>(file));
}
double kerf_events_max_length(KerfWorld* world, uint32_t file) {
  return MaxLengthOf(*world, static_cast<FileId>(file));
}

int32_t kerf_events_observe(KerfWorld* world, uint32_t collect, double x) {
  return Truth(Observe(*world, static_cast<CollectId>(collect), x));
}
int32_t kerf_events_count(KerfWorld* world, uint32_t histogram, double x) {
  return Truth(Count(*world, static_cast<HistogramId>(histogram), x));
}
int32_t kerf_events_set_value(KerfWorld* world, uint32_t time_statistic, double value) {
  return Truth(SetValue(*world, static_cast<TimeStatisticId>(time_statistic), value));
}
double kerf_events_draw(KerfWorld* world, uint32_t variate) {
  return DrawFrom(*world, static_cast<VariateId>(variate));
}
