// The facilities of a world as C functions, for compiled processes: plain integers and doubles in and out.
// An entity and an event are the bits of their handles (ids.h), 0xFFFFFFFF is none. What a function does, and
// when it sets the world's fault, stands with the C++ function of the same name.
//
// Before a call a process may tell where it is in its source by kerf_events_at; a fault then has that place.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
namespace kerf::events {
struct World;
}
typedef kerf::events::World KerfWorld;
#else
typedef struct KerfWorld KerfWorld;
#endif

enum { KERF_GRANTED = 0, KERF_WAITING = 1, KERF_REFUSED = 2 };

void kerf_events_at(KerfWorld* world, uint32_t place);
double kerf_events_now(const KerfWorld* world);
// 1 if the run has a fault, so that the process must stop.
int32_t kerf_events_has_fault(const KerfWorld* world);
void kerf_events_fail(KerfWorld* world, const char* sentence);
void kerf_events_finish(KerfWorld* world);

// Events; 0 is failure for what returns an int32_t, except for grants.
uint64_t kerf_events_schedule(KerfWorld* world, double time, uint32_t code, uint64_t entity,
                              int32_t priority);
uint64_t kerf_events_schedule_after(KerfWorld* world, double delay, uint32_t code, uint64_t entity,
                                    int32_t priority);
int32_t kerf_events_cancel(KerfWorld* world, uint64_t event);
uint64_t kerf_events_reschedule(KerfWorld* world, uint64_t event, double time);

// Entities.
uint64_t kerf_events_create(KerfWorld* world, uint32_t class_id, int32_t priority);
uint64_t kerf_events_create_copy(KerfWorld* world, uint64_t original);
int32_t kerf_events_leave(KerfWorld* world, uint64_t entity);
// Its attributes, which stay in their place while it lives; null and a fault if it is not alive.
double* kerf_events_attributes(KerfWorld* world, uint64_t entity);
double kerf_events_attribute(KerfWorld* world, uint64_t entity, uint32_t attribute);
int32_t kerf_events_set_attribute(KerfWorld* world, uint64_t entity, uint32_t attribute, double value);
// When it was created, its mark, number and priority; NaN and a fault if it is not alive.
double kerf_events_created(KerfWorld* world, uint64_t entity);
double kerf_events_mark(KerfWorld* world, uint64_t entity);
int32_t kerf_events_set_mark(KerfWorld* world, uint64_t entity, double mark);
double kerf_events_number(KerfWorld* world, uint64_t entity);
double kerf_events_priority(KerfWorld* world, uint64_t entity);
int32_t kerf_events_set_priority(KerfWorld* world, uint64_t entity, int32_t priority);
double kerf_events_signal_value(KerfWorld* world, uint64_t entity);

// Processes.
int32_t kerf_events_advance(KerfWorld* world, uint64_t entity, double delay, uint32_t resume);
int32_t kerf_events_suspend(KerfWorld* world, uint64_t entity, uint32_t resume);
int32_t kerf_events_resume(KerfWorld* world, uint64_t entity);
int32_t kerf_events_seize(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t resume,
                          uint32_t amount);
int32_t kerf_events_preempt(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t resume);
int32_t kerf_events_release(KerfWorld* world, uint32_t facility, uint64_t entity, uint32_t amount);
int32_t kerf_events_wait_for_gate(KerfWorld* world, uint32_t gate, uint64_t entity, int32_t is_to_be_open,
                                  uint32_t resume);
int32_t kerf_events_set_gate(KerfWorld* world, uint32_t gate, int32_t is_open);
int32_t kerf_events_wait_for_signal(KerfWorld* world, uint32_t signal, uint64_t entity, uint32_t resume);
uint32_t kerf_events_send_signal(KerfWorld* world, uint32_t signal, double value, uint32_t n_at_most);
// The entity, which waits, gives up after that time; whether its last wait has ended so.
int32_t kerf_events_give_up_after(KerfWorld* world, uint64_t entity, double patience);
int32_t kerf_events_has_given_up(const KerfWorld* world, uint64_t entity);
int32_t kerf_events_put(KerfWorld* world, uint32_t store, uint64_t entity, double amount, uint32_t resume);
int32_t kerf_events_get(KerfWorld* world, uint32_t store, uint64_t entity, double amount, uint32_t resume);

// Files.
int32_t kerf_events_insert(KerfWorld* world, uint32_t file, uint64_t entity);
uint64_t kerf_events_remove_first(KerfWorld* world, uint32_t file);
int32_t kerf_events_remove(KerfWorld* world, uint32_t file, uint64_t entity);
uint64_t kerf_events_entity_at(KerfWorld* world, uint32_t file, uint64_t k);
// Relation and choice as in queue.h.
uint64_t kerf_events_find(KerfWorld* world, uint32_t file, uint32_t attribute, uint32_t relation,
                          double value, double tolerance, uint32_t choice);
uint64_t kerf_events_length(KerfWorld* world, uint32_t file);
double kerf_events_max_length(KerfWorld* world, uint32_t file);

// Statistics and random numbers.
int32_t kerf_events_observe(KerfWorld* world, uint32_t collect, double x);
int32_t kerf_events_count(KerfWorld* world, uint32_t histogram, double x);
int32_t kerf_events_set_value(KerfWorld* world, uint32_t time_statistic, double value);
double kerf_events_draw(KerfWorld* world, uint32_t variate);

#ifdef __cplusplus
}
#endif
