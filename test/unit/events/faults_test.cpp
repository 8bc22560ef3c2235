// What a program can do wrong, each with its message. The statistics gathered until then are kept.
#include <gtest/gtest.h>

#include <cmath>

#include "events/deadlock.h"
#include "events/facility.h"
#include "events/queue.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/sync.h"

namespace kerf::events {
namespace {

class FaultTest : public testing::Test {
 protected:
  void SetUp() override {
    NameEvent(world_, 0, "arrival");
    NameEvent(world_, 1, "departure");
    customer_ = AddClass(world_, "customer", {"patience"});
    joe_ = AddFacility(world_, "joe");
    bob_ = AddFacility(world_, "bob");
    // The clock stands at 12.5 when a fault is made.
    Schedule(world_, 12.5, 0);
    Event event;
    ASSERT_EQ(NextEvent(world_, 100, event), Next::Event);
  }
  void Expect(FaultKind kind, const std::string& text) {
    EXPECT_EQ(world_.fault.kind, kind);
    EXPECT_EQ(world_.fault.time, 12.5);
    EXPECT_EQ(world_.fault.text, text);
    Event event;
    EXPECT_EQ(NextEvent(world_, 100, event), Next::Fault);
  }

  World world_;
  ClassId customer_{};
  FacilityId joe_{};
  FacilityId bob_{};
};

TEST_F(FaultTest, EventsInThePast) {
  EXPECT_TRUE(Schedule(world_, 12, 0, Create(world_, customer_)).IsNone());
  Expect(FaultKind::EventInPast,
         "time 12.5: arrival of customer 1 is scheduled for the time 12, which is over");
}

TEST_F(FaultTest, TimesThatAreNoNumbers) {
  EXPECT_TRUE(Schedule(world_, std::nan(""), 1).IsNone());
  Expect(FaultKind::NotFinite, "time 12.5: departure is scheduled for the time nan");
}

TEST_F(FaultTest, MovingAnEventIntoThePast) {
  const EventId event = Schedule(world_, 20, 1);
  EXPECT_TRUE(Reschedule(world_, event, 3).IsNone());
  Expect(FaultKind::EventInPast, "time 12.5: departure is scheduled for the time 3, which is over");
}

TEST_F(FaultTest, NegativeDelays) {
  EXPECT_EQ(Advance(world_, Create(world_, customer_), -0.5, 1), Status::Failed);
  Expect(FaultKind::NegativeDelay, "time 12.5: customer 1 advances by -0.5, which is no delay");
}

TEST_F(FaultTest, NegativeDelaysOfEvents) {
  EXPECT_TRUE(ScheduleAfter(world_, -0.5, 1).IsNone());
  Expect(FaultKind::NegativeDelay,
         "time 12.5: departure is scheduled after a delay of -0.5, which is negative");
}

TEST_F(FaultTest, ReleasingWhatWasNotSeized) {
  EXPECT_EQ(Release(world_, joe_, Create(world_, customer_)), Status::Failed);
  Expect(FaultKind::NotSeized, "time 12.5: customer 1 releases joe, which it has not seized");
}

TEST_F(FaultTest, ReleasingTwice) {
  const EntityId entity = Create(world_, customer_);
  EXPECT_EQ(Seize(world_, joe_, entity, 0), Grant::Granted);
  EXPECT_EQ(Release(world_, joe_, entity), Status::Ok);
  EXPECT_EQ(Release(world_, joe_, entity), Status::Failed);
  Expect(FaultKind::NotSeized, "time 12.5: customer 1 releases joe, which it has not seized");
}

TEST_F(FaultTest, EndlessLoopsAtOneInstant) {
  world_.max_events_at_instant = 1000;
  const EntityId a = Create(world_, customer_);
  const EntityId b = Create(world_, customer_);
  Schedule(world_, 12.5, 0, a);
  Schedule(world_, 12.5, 1, b);
  Event event;
  while (NextEvent(world_, 100, event) == Next::Event) Schedule(world_, world_.now, event.code, event.entity);
  Expect(FaultKind::TooManyEvents,
         "time 12.5: more than 1000 events at one instant; the latest: departure of customer 2, arrival of "
         "customer 1");
}

TEST_F(FaultTest, AQueueThatOutgrowsItsLimit) {
  const FileId line = AddFile(world_, "line", Ranking::Fifo, 0, 2);
  EXPECT_EQ(InsertInto(world_, line, Create(world_, customer_)), Status::Ok);
  EXPECT_EQ(InsertInto(world_, line, Create(world_, customer_)), Status::Ok);
  EXPECT_EQ(InsertInto(world_, line, Create(world_, customer_)), Status::Failed);
  Expect(FaultKind::FileFull, "time 12.5: customer 3 is put into line, which is full with 2 entries");
  EXPECT_EQ(LengthOf(world_, line), 2U);
}

TEST_F(FaultTest, AFacilityWhoseQueueOutgrowsItsLimit) {
  world_.files[world_.facilities[0].queue].capacity = 1;
  EXPECT_EQ(Seize(world_, joe_, Create(world_, customer_), 0), Grant::Granted);
  EXPECT_EQ(Seize(world_, joe_, Create(world_, customer_), 0), Grant::Waiting);
  EXPECT_EQ(Seize(world_, joe_, Create(world_, customer_), 0), Grant::Refused);
  Expect(FaultKind::FileFull, "time 12.5: customer 3 does not find room in the queue of joe, which holds 1");
}

TEST_F(FaultTest, UnknownAttributes) {
  EXPECT_EQ(AttributeIndex(world_, customer_, "colour"), kNone);
  Expect(FaultKind::UnknownAttribute, "time 12.5: class customer has no attribute colour");
}

TEST_F(FaultTest, UnknownAttributesByNumber) {
  EXPECT_TRUE(std::isnan(Attribute(world_, Create(world_, customer_), 3)));
  Expect(FaultKind::UnknownAttribute, "time 12.5: attribute 3 of customer 1 is asked for, but not there");
}

TEST_F(FaultTest, FilesRankedByAnAttributeThatIsNotThere) {
  const FileId line = AddFile(world_, "line", Ranking::LowFirst, 4);
  EXPECT_EQ(InsertInto(world_, line, Create(world_, customer_)), Status::Failed);
  Expect(FaultKind::UnknownAttribute, "time 12.5: attribute 4 of customer 1 is asked for, but not there");
}

TEST_F(FaultTest, EntitiesThatHaveLeft) {
  const EntityId entity = Create(world_, customer_);
  EXPECT_EQ(Leave(world_, entity), Status::Ok);
  EXPECT_EQ(Seize(world_, joe_, entity, 0), Grant::Refused);
  Expect(FaultKind::DeadEntity, "time 12.5: an entity that has left seizes joe");
}

TEST_F(FaultTest, EventsOfEntitiesThatHaveLeft) {
  const EntityId entity = Create(world_, customer_);
  Schedule(world_, 12.5, 1, entity);
  EXPECT_EQ(Leave(world_, entity), Status::Ok);
  Event event;
  EXPECT_EQ(NextEvent(world_, 100, event), Next::Fault);
  Expect(FaultKind::DeadEntity, "time 12.5: departure of an entity that has left is due");
}

TEST_F(FaultTest, LeavingWithAFacility) {
  const EntityId entity = Create(world_, customer_);
  EXPECT_EQ(Seize(world_, joe_, entity, 0), Grant::Granted);
  EXPECT_EQ(Leave(world_, entity), Status::Failed);
  Expect(FaultKind::StillInUse, "time 12.5: customer 1 leaves holding joe");
}

TEST_F(FaultTest, WaitingInTwoPlaces) {
  const EntityId entity = Create(world_, customer_);
  EXPECT_EQ(Advance(world_, entity, 1, 0), Status::Ok);
  EXPECT_EQ(Advance(world_, entity, 1, 0), Status::Failed);
  Expect(FaultKind::CannotWait, "time 12.5: customer 1 advances, but is delayed already");
}

TEST_F(FaultTest, MoreThanAStorageHas) {
  EXPECT_EQ(Seize(world_, joe_, Create(world_, customer_), 0, 2), Grant::Refused);
  Expect(FaultKind::BadAmount, "time 12.5: customer 1 seizes 2 of joe, which has 1");
}

TEST_F(FaultTest, MoreThanAStoreHolds) {
  const StoreId tank = AddStore(world_, "tank", 100, 0);
  EXPECT_EQ(Put(world_, tank, Create(world_, customer_), 101, 0), Grant::Refused);
  Expect(FaultKind::BadAmount, "time 12.5: customer 1 puts 101 of tank, which holds up to 100");
}

TEST_F(FaultTest, RemovingFromAnEmptyFile) {
  EXPECT_TRUE(RemoveFirst(world_, AddFile(world_, "line")).IsNone());
  Expect(FaultKind::FileEmpty, "time 12.5: the first of line is removed, which is empty");
}

TEST_F(FaultTest, RemovingFromAnotherFile) {
  const FileId line = AddFile(world_, "line");
  EXPECT_EQ(RemoveFrom(world_, line, Create(world_, customer_)), Status::Failed);
  Expect(FaultKind::NotInFile, "time 12.5: customer 1 is removed from line, where it does not stand");
}

TEST_F(FaultTest, ObservationsThatAreNoNumbers) {
  EXPECT_EQ(Observe(world_, AddCollect(world_, "wait"), std::nan("")), Status::Failed);
  Expect(FaultKind::NotFinite, "time 12.5: wait is observed with the value nan");
}

TEST_F(FaultTest, ParametersOfDistributions) {
  EXPECT_TRUE(std::isnan(DrawOnce(world_, 0, {DistributionKind::Exponential, -1, 0, 0, {}, {}, {}})));
  Expect(FaultKind::BadParameter,
         "time 12.5: the mean of an exponential distribution is -1, but must be positive");
}

TEST_F(FaultTest, ObjectsThatWereNotDeclared) {
  EXPECT_EQ(Seize(world_, static_cast<FacilityId>(9), Create(world_, customer_), 0), Grant::Refused);
  Expect(FaultKind::UnknownObject, "time 12.5: there is no facility 9");
}

TEST_F(FaultTest, Deadlock) {
  const EntityId a = Create(world_, customer_);
  const EntityId b = Create(world_, customer_);
  const EntityId c = Create(world_, customer_);
  EXPECT_EQ(CheckDeadlock(world_), Status::Ok);
  EXPECT_EQ(Seize(world_, joe_, a, 0), Grant::Granted);
  EXPECT_EQ(Seize(world_, bob_, b, 0), Grant::Granted);
  EXPECT_EQ(Seize(world_, bob_, a, 0), Grant::Waiting);
  EXPECT_EQ(Seize(world_, joe_, b, 0), Grant::Waiting);
  EXPECT_EQ(WaitForGate(world_, AddGate(world_, "door", false), c, true, 0), Grant::Waiting);
  EXPECT_EQ(CheckDeadlock(world_), Status::Failed);
  Expect(FaultKind::Deadlock,
         "time 12.5: nothing is scheduled, but entities wait:\n"
         "customer 1 waits for bob, which customer 2 holds\n"
         "customer 2 waits for joe, which customer 1 holds\n"
         "customer 3 waits for gate door to open\n");
}

TEST_F(FaultTest, TheFirstFaultIsKeptAndSoAreTheStatistics) {
  const CollectId wait = AddCollect(world_, "wait");
  EXPECT_EQ(Observe(world_, wait, 3), Status::Ok);
  EXPECT_EQ(Release(world_, joe_, Create(world_, customer_)), Status::Failed);
  EXPECT_TRUE(Schedule(world_, 1, 0).IsNone());
  Expect(FaultKind::NotSeized, "time 12.5: customer 1 releases joe, which it has not seized");
  EXPECT_EQ(world_.collects[0].values.n, 1U);
}

}  // namespace
}  // namespace kerf::events
