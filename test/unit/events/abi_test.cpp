// The C functions: a process as compiled code would run it, and where a fault says it was.
#include "events/abi.h"

#include <gtest/gtest.h>

#include <cmath>

#include "events/process.h"
#include "events/queue.h"
#include "events/schedule.h"

namespace kerf::events {
namespace {

constexpr uint64_t kNoHandle = kNone;

// SEIZE joe; ADVANCE 3; RELEASE joe; end. Returns when the entity waits.
void RunProcess(World* world, uint64_t entity, uint32_t resume) {
  switch (resume) {
    case 0:
      if (kerf_events_seize(world, 0, entity, 1, 1) != KERF_GRANTED) return;
      [[fallthrough]];
    case 1:
      kerf_events_set_attribute(world, entity, 0, kerf_events_now(world));
      kerf_events_advance(world, entity, 3, 2);
      return;
    case 2:
      kerf_events_release(world, 0, entity, 1);
      kerf_events_observe(world, 0, kerf_events_now(world) - kerf_events_created(world, entity));
      kerf_events_leave(world, entity);
      return;
  }
}

TEST(Abi, RunsAProcess) {
  World world;
  AddClass(world, "customer", {"begin"});
  AddFacility(world, "joe");
  AddCollect(world, "time");
  for (int k = 0; k < 3; ++k) {
    const uint64_t entity = kerf_events_create(&world, 0, 0);
    EXPECT_NE(kerf_events_schedule(&world, 1, 0, entity, 0), kNoHandle);
  }
  Event event;
  while (NextEvent(world, 100, event) == Next::Event) RunProcess(&world, event.entity.bits(), event.code);
  EXPECT_EQ(world.fault.text, "");
  EXPECT_EQ(world.collects[0].values.n, 3U);
  EXPECT_DOUBLE_EQ(world.collects[0].values.mean, (4 + 7 + 10) / 3.0);
  EXPECT_EQ(world.entities.n_alive(), 0U);
}

TEST(Abi, HandlesSurviveAsNumbers) {
  World world;
  AddClass(world, "job", {"size"});
  AddFile(world, "jobs", Ranking::LowFirst, 0);
  const uint64_t job = kerf_events_create(&world, 0, 4);
  *kerf_events_attributes(&world, job) = 7;
  EXPECT_EQ(kerf_events_attribute(&world, job, 0), 7);
  EXPECT_EQ(kerf_events_priority(&world, job), 4);
  EXPECT_EQ(kerf_events_number(&world, job), 1);
  EXPECT_EQ(kerf_events_set_mark(&world, job, 2.5), 1);
  EXPECT_EQ(kerf_events_mark(&world, job), 2.5);
  EXPECT_EQ(kerf_events_insert(&world, 0, job), 1);
  EXPECT_EQ(kerf_events_find(&world, 0, 0, static_cast<uint32_t>(Relation::Greater), 6, 0, 0), job);
  EXPECT_EQ(kerf_events_find(&world, 0, 0, static_cast<uint32_t>(Relation::Greater), 7, 0, 0), kNoHandle);
  EXPECT_EQ(kerf_events_entity_at(&world, 0, 0), job);
  EXPECT_EQ(kerf_events_length(&world, 0), 1U);
  EXPECT_EQ(kerf_events_remove_first(&world, 0), job);
  EXPECT_EQ(kerf_events_max_length(&world, 0), 1);
  const uint64_t event = kerf_events_schedule_after(&world, 2, 5, job, 0);
  const uint64_t moved = kerf_events_reschedule(&world, event, 3);
  EXPECT_NE(moved, kNoHandle);
  EXPECT_EQ(kerf_events_cancel(&world, moved), 1);
  EXPECT_EQ(kerf_events_cancel(&world, event), 0);
  EXPECT_EQ(kerf_events_leave(&world, job), 1);
  EXPECT_EQ(kerf_events_has_fault(&world), 0);
  EXPECT_TRUE(std::isnan(kerf_events_created(&world, job)));
  EXPECT_EQ(kerf_events_has_fault(&world), 1);
}

TEST(Abi, AFaultKnowsItsPlaceAndEvent) {
  World world;
  AddClass(world, "customer", {});
  AddFacility(world, "joe");
  Schedule(world, 2, 9, Create(world, static_cast<ClassId>(0)));
  Event event;
  ASSERT_EQ(NextEvent(world, 100, event), Next::Event);
  kerf_events_at(&world, 41);
  EXPECT_EQ(kerf_events_release(&world, 0, event.entity.bits(), 1), 0);
  kerf_events_at(&world, 42);
  EXPECT_EQ(world.fault.text, "time 2: customer 1 releases joe, which it has not seized");
  EXPECT_EQ(world.fault.place, 41U);
  EXPECT_EQ(world.fault.event_code, 9U);
}

}  // namespace
}  // namespace kerf::events
