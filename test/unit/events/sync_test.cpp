// Gates, signals and stores.
#include "events/sync.h"

#include <gtest/gtest.h>

#include "script.h"

namespace kerf::events {
namespace {

using Lines = std::vector<std::string>;

class SyncTest : public testing::Test {
 protected:
  void SetUp() override {
    NameEvent(world_, 0, "goes");
    truck_ = AddClass(world_, "truck", {});
  }
  auto New(int32_t priority = 0) -> EntityId { return Create(world_, truck_, priority); }
  auto Rest() -> Lines {
    return RunAll(world_, 1e9, [](const Event&) {});
  }

  World world_;
  ClassId truck_{};
};

TEST_F(SyncTest, AGateLetsAllGoThatHaveWaitedForIt) {
  const GateId gate = AddGate(world_, "gate", false);
  EXPECT_EQ(WaitForGate(world_, gate, New(), false, 0), Grant::Granted);
  EXPECT_EQ(WaitForGate(world_, gate, New(), true, 0), Grant::Waiting);
  EXPECT_EQ(WaitForGate(world_, gate, New(3), true, 0), Grant::Waiting);
  EXPECT_EQ(SetGate(world_, gate, true), Status::Ok);
  EXPECT_EQ(WaitForGate(world_, gate, New(), true, 0), Grant::Granted);
  EXPECT_EQ(WaitForGate(world_, gate, New(), false, 0), Grant::Waiting);
  EXPECT_EQ(InvertGate(world_, gate), Status::Ok);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 3", "0 goes truck 2", "0 goes truck 5"}));
}

TEST_F(SyncTest, ASignalWakesThoseThatWaitNow) {
  const SignalId signal = AddSignal(world_, "start");
  EXPECT_EQ(SendSignal(world_, signal), 0U);
  const EntityId first = New();
  EXPECT_EQ(WaitForSignal(world_, signal, first, 0), Grant::Waiting);
  EXPECT_EQ(WaitForSignal(world_, signal, New(), 0), Grant::Waiting);
  EXPECT_EQ(WaitForSignal(world_, signal, New(), 0), Grant::Waiting);
  EXPECT_EQ(SendSignal(world_, signal, 4.5, 1), 1U);
  EXPECT_EQ(world_.entities[first].signal_value, 4.5);
  EXPECT_EQ(SendSignal(world_, signal), 2U);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 1", "0 goes truck 2", "0 goes truck 3"}));
  EXPECT_EQ(world_.signals[0].n_sent, 3U);
}

TEST_F(SyncTest, AStoreMakesBothSidesWait) {
  const StoreId tank = AddStore(world_, "tank", 100, 20);
  EXPECT_EQ(Get(world_, tank, New(), 50, 0), Grant::Waiting);
  // Would find enough, but does not overtake.
  EXPECT_EQ(Get(world_, tank, New(), 10, 0), Grant::Waiting);
  EXPECT_EQ(Put(world_, tank, New(), 90, 0), Grant::Waiting);
  EXPECT_EQ(Put(world_, tank, New(), 30, 0), Grant::Waiting);
  EXPECT_EQ(world_.stores[0].level.value(), 20);
  EXPECT_EQ(Rest(), Lines());
}

TEST_F(SyncTest, EachPutMayLetGetsGoAndEachGetPuts) {
  const StoreId tank = AddStore(world_, "tank", 100, 60);
  EXPECT_EQ(Put(world_, tank, New(), 50, 0), Grant::Waiting);
  EXPECT_EQ(Put(world_, tank, New(), 20, 0), Grant::Waiting);
  // 60 - 15 = 45; 50 more fit, then 20 do not.
  EXPECT_EQ(Get(world_, tank, New(), 15, 0), Grant::Granted);
  EXPECT_EQ(world_.stores[0].level.value(), 95);
  EXPECT_EQ(Get(world_, tank, New(), 95, 0), Grant::Granted);
  EXPECT_EQ(world_.stores[0].level.value(), 20);
  EXPECT_EQ(Get(world_, tank, New(), 30, 0), Grant::Waiting);
  EXPECT_EQ(Get(world_, tank, New(), 10, 0), Grant::Waiting);
  EXPECT_EQ(Put(world_, tank, New(), 25, 0), Grant::Granted);
  EXPECT_EQ(world_.stores[0].level.value(), 5);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 1", "0 goes truck 2", "0 goes truck 5", "0 goes truck 6"}));
}

}  // namespace
}  // namespace kerf::events
