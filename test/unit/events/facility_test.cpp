// Facilities and storages: who gets what, when, and in which order; preemption keeps the rest of a delay.
#include "events/facility.h"

#include <gtest/gtest.h>

#include "events/deadlock.h"
#include "events/statistics.h"
#include "script.h"

namespace kerf::events {
namespace {

using Lines = std::vector<std::string>;
enum : uint32_t { kArrive, kServe, kLeave };

class FacilityTest : public testing::Test {
 protected:
  void SetUp() override {
    NameEvent(world_, kArrive, "arrive");
    NameEvent(world_, kServe, "serve");
    NameEvent(world_, kLeave, "leave");
    customer_ = AddClass(world_, "customer", {"service"});
  }
  void Arrive(double time, double service, int32_t priority = 0) {
    const EntityId entity = Create(world_, customer_, priority);
    ASSERT_EQ(SetAttribute(world_, entity, 0, service), Status::Ok);
    Schedule(world_, time, kArrive, entity);
  }
  void Serve(EntityId entity) {
    ASSERT_EQ(Advance(world_, entity, Attribute(world_, entity, 0), kLeave), Status::Ok);
  }

  World world_;
  ClassId customer_{};
};

TEST_F(FacilityTest, WhoReleasesGoesOnBeforeTheNextResumes) {
  const FacilityId joe = AddFacility(world_, "joe");
  Arrive(1, 5);
  Arrive(2, 5);
  Lines order;
  const Lines lines = RunAll(world_, 100, [&](const Event& event) {
    if (event.code == kArrive && Seize(world_, joe, event.entity, kServe) == Grant::Granted)
      Serve(event.entity);
    if (event.code == kServe) {
      order.emplace_back("next begins");
      Serve(event.entity);
    }
    if (event.code == kLeave) {
      ASSERT_EQ(Release(world_, joe, event.entity), Status::Ok);
      // The facility is never free in between.
      EXPECT_EQ(world_.facilities[0].in_use, world_.now < 11 ? 1U : 0U);
      order.emplace_back("releaser goes on");
      ASSERT_EQ(Leave(world_, event.entity), Status::Ok);
    }
  });
  EXPECT_EQ(lines, (Lines{"1 arrive customer 1", "2 arrive customer 2", "6 leave customer 1",
                          "6 serve customer 2", "11 leave customer 2"}));
  EXPECT_EQ(order, (Lines{"releaser goes on", "next begins", "releaser goes on"}));
  EXPECT_EQ(world_.facilities[0].n_seized, 2U);
  EXPECT_EQ(world_.facilities[0].holding.mean, 5);
  EXPECT_EQ(world_.files[world_.facilities[0].queue].wait.mean, 2);
  EXPECT_EQ(world_.fault.text, "");
}

TEST_F(FacilityTest, HigherPrioritiesGoFirstAndNobodyOvertakes) {
  const FacilityId crane = AddFacility(world_, "crane", 3);
  Arrive(1, 10);
  Arrive(2, 10, 1);
  Arrive(3, 10, 5);
  Arrive(4, 1, 0);
  // The first takes 2 of 3; the second and third want 2 and wait; the fourth wants 1 and could have it.
  Lines served;
  RunAll(world_, 100, [&](const Event& event) {
    const uint32_t amount = Attribute(world_, event.entity, 0) == 1 ? 1 : 2;
    if (event.code == kArrive && Seize(world_, crane, event.entity, kServe, amount) == Grant::Waiting) return;
    if (event.code == kLeave) {
      ASSERT_EQ(Release(world_, crane, event.entity, amount), Status::Ok);
      return;
    }
    served.push_back(Line(world_, event));
    Serve(event.entity);
  });
  EXPECT_EQ(served, (Lines{"1 arrive customer 1", "11 serve customer 3", "21 serve customer 2",
                           "21 serve customer 4"}));
  EXPECT_EQ(world_.facilities[0].use.max(), 3);
}

TEST_F(FacilityTest, PreemptionKeepsTheRestOfADelay) {
  const FacilityId machine = AddFacility(world_, "machine");
  Arrive(0, 10, 0);
  Arrive(1, 3, 0);
  Arrive(4, 2, 5);
  Arrive(5, 1, 9);
  const Lines lines = RunAll(world_, 100, [&](const Event& event) {
    if (event.code == kArrive && Preempt(world_, machine, event.entity, kServe) == Grant::Waiting) return;
    if (event.code != kLeave) return Serve(event.entity);
    ASSERT_EQ(Release(world_, machine, event.entity), Status::Ok);
  });
  // 0: first works 0-4, is preempted by the third (4-5), that one by the fourth (5-6); the third works its
  // last 1 until 7, the first its last 6 until 13, before the second, which came earlier than the preemption.
  EXPECT_EQ(lines, (Lines{"0 arrive customer 1", "1 arrive customer 2", "4 arrive customer 3",
                          "5 arrive customer 4", "6 leave customer 4", "7 leave customer 3",
                          "13 leave customer 1", "13 serve customer 2", "16 leave customer 2"}));
  EXPECT_EQ(world_.facilities[0].n_preempted, 2U);
  UpdateStatistics(world_);
  EXPECT_DOUBLE_EQ(world_.facilities[0].use.mean(), 1);
}

TEST_F(FacilityTest, APreemptedEntityThatWaitsElsewhereGoesOnAfterBoth) {
  const FacilityId machine = AddFacility(world_, "machine");
  const FacilityId tool = AddFacility(world_, "tool");
  const EntityId worker = Create(world_, customer_);
  const EntityId other = Create(world_, customer_);
  const EntityId urgent = Create(world_, customer_, 7);
  ASSERT_EQ(Seize(world_, tool, other, kServe), Grant::Granted);
  ASSERT_EQ(Seize(world_, machine, worker, kServe), Grant::Granted);
  ASSERT_EQ(Seize(world_, tool, worker, kServe), Grant::Waiting);
  ASSERT_EQ(Preempt(world_, machine, urgent, kServe), Grant::Granted);
  ASSERT_EQ(Release(world_, tool, other), Status::Ok);
  EXPECT_TRUE(world_.calendar.IsEmpty());
  EXPECT_EQ(HeldBy(world_, tool, worker), 1U);
  ASSERT_EQ(Release(world_, machine, urgent), Status::Ok);
  EXPECT_EQ(world_.calendar.size(), 1U);
  EXPECT_EQ(HeldBy(world_, machine, worker), 1U);
}

TEST_F(FacilityTest, ASuspendedEntityKeepsTheRestOfItsDelay) {
  const EntityId worker = Create(world_, customer_);
  ASSERT_EQ(Advance(world_, worker, 10, kLeave), Status::Ok);
  Schedule(world_, 4, 7);
  Schedule(world_, 20, 8);
  const Lines lines = RunAll(world_, 100, [&](const Event& event) {
    if (event.code == 7) {
      ASSERT_EQ(Suspend(world_, worker, 0), Status::Ok);
    }
    if (event.code == 8) {
      ASSERT_EQ(Resume(world_, worker), Status::Ok);
    }
  });
  EXPECT_EQ(lines, (Lines{"4 event 7", "20 event 8", "26 leave customer 1"}));
  EXPECT_EQ(Resume(world_, worker), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 26: customer 1 is resumed, but was not suspended");
}

TEST_F(FacilityTest, AMovedDelayIsStillThatOfItsEntity) {
  const EntityId worker = Create(world_, customer_);
  ASSERT_EQ(Advance(world_, worker, 10, kLeave), Status::Ok);
  ASSERT_FALSE(Reschedule(world_, world_.entities[worker].event, 30).IsNone());
  ASSERT_EQ(Suspend(world_, worker, 0), Status::Ok);
  EXPECT_TRUE(world_.calendar.IsEmpty());
  EXPECT_EQ(world_.entities[worker].remaining, 30);
}

TEST_F(FacilityTest, AnActiveEntitySuspendsItselfUntilItIsResumed) {
  const EntityId worker = Create(world_, customer_);
  ASSERT_EQ(Suspend(world_, worker, kServe), Status::Ok);
  EXPECT_EQ(WhoWaits(world_), "customer 1 is suspended\n");
  ASSERT_EQ(Resume(world_, worker), Status::Ok);
  EXPECT_EQ(RunAll(world_, 100, [](const Event&) {}), (Lines{"0 serve customer 1"}));
}

}  // namespace
}  // namespace kerf::events
