// Giving up, several signals, and conditions: who is first at one instant.
#include "events/patience.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "events/conditions.h"
#include "events/deadlock.h"
#include "events/facility.h"
#include "events/queue.h"
#include "events/sync.h"
#include "script.h"

namespace kerf::events {
namespace {

using Lines = std::vector<std::string>;

class PatienceTest : public testing::Test {
 protected:
  enum : uint32_t { kGo, kAlarm, kOther };
  void SetUp() override {
    NameEvent(world_, kGo, "goes");
    NameEvent(world_, kAlarm, "alarm");
    truck_ = AddClass(world_, "truck", {"color"});
    ramp_ = AddFacility(world_, "ramp", 2);
    // What goes wrong from now on is forgotten by Reset.
    world_.is_running = true;
  }
  auto New(int32_t priority = 0) -> EntityId { return Create(world_, truck_, priority); }
  auto Seizing(EntityId truck, uint32_t amount, double patience) -> Grant {
    const Grant grant = Seize(world_, ramp_, truck, kGo, amount);
    if (grant == Grant::Waiting) {
      EXPECT_EQ(GiveUpAfter(world_, truck, patience), Status::Ok);
    }
    return grant;
  }
  auto Rest() -> Lines {
    return RunAll(world_, 1e9, [&](const Event& event) {
      if (event.code == kAlarm) return alarm_();
      lines_.push_back(fmt::format("{} {} {}", world_.now, world_.entities.NameOf(event.entity),
                                   HasGivenUp(world_, event.entity) ? "gave up" : "got it"));
    });
  }

  World world_;
  ClassId truck_{};
  FacilityId ramp_{};
  Lines lines_;
  std::function<void()> alarm_;
};

TEST_F(PatienceTest, WhoGivesUpLeavesTheQueue) {
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  EXPECT_EQ(Seizing(New(), 1, 3), Grant::Waiting);
  EXPECT_EQ(Seizing(New(), 1, 9), Grant::Waiting);
  alarm_ = [&] { EXPECT_EQ(Release(world_, ramp_, holder, 2), Status::Ok); };
  (void)Schedule(world_, 5, kAlarm);
  Rest();
  EXPECT_EQ(lines_, (Lines{"3 truck 2 gave up", "5 truck 3 got it"}));
  EXPECT_FALSE(world_.fault.IsSet());
  EXPECT_TRUE(world_.calendar.IsEmpty());
  EXPECT_EQ(HeldBy(world_, ramp_, New()), 0U);
}

// Two units are free for the one behind who wants two fewer.
TEST_F(PatienceTest, WhoGivesUpLetsOthersPass) {
  EXPECT_EQ(Seizing(New(), 1, 1), Grant::Granted);
  EXPECT_EQ(Seizing(New(), 2, 3), Grant::Waiting);
  EXPECT_EQ(Seizing(New(), 1, 9), Grant::Waiting);
  Rest();
  EXPECT_EQ(lines_, (Lines{"3 truck 2 gave up", "3 truck 3 got it"}));
}

// At the very instant: what is given counts, whether it was scheduled before or after the wait began.
TEST_F(PatienceTest, ServiceAtTheInstantOfPatienceCounts) {
  for (const bool is_first : {true, false}) {
    Reset(world_, 0, 0);
    lines_.clear();
    const EntityId holder = New();
    EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
    alarm_ = [&] { EXPECT_EQ(Release(world_, ramp_, holder, 1), Status::Ok); };
    if (is_first) (void)Schedule(world_, 3, kAlarm);
    EXPECT_EQ(Seizing(New(), 1, 3), Grant::Waiting);
    if (!is_first) (void)Schedule(world_, 3, kAlarm, {}, -5);
    EXPECT_EQ(Seizing(New(), 1, 3), Grant::Waiting);
    Rest();
    EXPECT_EQ(lines_, (Lines{"3 truck 2 got it", "3 truck 3 gave up"})) << is_first;
  }
}

// Several at one instant: in the order in which their waits began, and the first may serve the next.
TEST_F(PatienceTest, SeveralAtOneInstant) {
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  EXPECT_EQ(Seizing(New(0), 1, 3), Grant::Waiting);
  EXPECT_EQ(Seizing(New(7), 1, 3), Grant::Waiting);
  EXPECT_EQ(Seizing(New(3), 1, 3), Grant::Waiting);
  Event event;
  ASSERT_EQ(NextEvent(world_, 10, event), Next::Event);
  EXPECT_EQ(Line(world_, event), "3 goes truck 2");
  EXPECT_TRUE(HasGivenUp(world_, event.entity));
  // What the first does serves the one of priority 7; the last gives up behind that.
  EXPECT_EQ(Release(world_, ramp_, holder, 1), Status::Ok);
  Rest();
  EXPECT_EQ(lines_, (Lines{"3 truck 3 got it", "3 truck 4 gave up"}));
}

TEST_F(PatienceTest, NoPatienceAndAllPatience) {
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  EXPECT_EQ(Seizing(New(), 1, std::numeric_limits<double>::infinity()), Grant::Waiting);
  EXPECT_EQ(Seizing(New(), 1, 0), Grant::Waiting);
  Rest();
  EXPECT_EQ(lines_, (Lines{"0 truck 3 gave up"}));
  EXPECT_EQ(world_.files[world_.facilities[0].queue].n_entries, 1U);
}

// Of a waiting entity the holder's facility is taken: its patience goes on, and it goes on after it has
// regained.
TEST_F(PatienceTest, PatienceGoesOnWhilePreempted) {
  const FacilityId desk = AddFacility(world_, "desk");
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  const EntityId loser = New();
  EXPECT_EQ(Seize(world_, desk, loser, kGo), Grant::Granted);
  EXPECT_EQ(Seizing(loser, 1, 3), Grant::Waiting);
  const EntityId urgent = New(9);
  EXPECT_EQ(Preempt(world_, desk, urgent, kGo), Grant::Granted);
  alarm_ = [&] { EXPECT_EQ(Release(world_, desk, urgent), Status::Ok); };
  (void)Schedule(world_, 7, kAlarm);
  Rest();
  EXPECT_EQ(lines_, (Lines{"7 truck 2 gave up"}));
  EXPECT_EQ(world_.files[world_.facilities[0].queue].n_entries, 0U);
  EXPECT_EQ(HeldBy(world_, desk, loser), 1U);
}

TEST_F(PatienceTest, SuspendedWhileWaiting) {
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  const EntityId waiting = New();
  EXPECT_EQ(Seizing(waiting, 1, 3), Grant::Waiting);
  EXPECT_EQ(Suspend(world_, waiting, kOther), Status::Ok);
  alarm_ = [&] { EXPECT_EQ(Resume(world_, waiting), Status::Ok); };
  (void)Schedule(world_, 4, kAlarm);
  Rest();
  EXPECT_EQ(lines_, (Lines{"4 truck 2 gave up"}));
}

TEST_F(PatienceTest, TerminatedWhileWaiting) {
  const SignalId a = AddSignal(world_, "a");
  const SignalId b = AddSignal(world_, "b");
  const EntityId holder = New();
  EXPECT_EQ(Seizing(holder, 2, 1), Grant::Granted);
  const EntityId one = New();
  const EntityId two = New();
  EXPECT_EQ(Seizing(one, 1, 3), Grant::Waiting);
  EXPECT_EQ(WaitForSignals(world_, std::array{a, b}, Join::All, two, kGo), Grant::Waiting);
  EXPECT_EQ(GiveUpAfter(world_, two, 3), Status::Ok);
  EXPECT_EQ(Terminate(world_, one), Status::Ok);
  EXPECT_EQ(Terminate(world_, two), Status::Ok);
  EXPECT_TRUE(Rest().empty());
  EXPECT_EQ(SendSignal(world_, a), 0U);
  EXPECT_FALSE(world_.fault.IsSet());
}

TEST_F(PatienceTest, Stores) {
  const StoreId tank = AddStore(world_, "tank", 10, 0);
  const EntityId wants = New();
  EXPECT_EQ(Get(world_, tank, wants, 8, kGo), Grant::Waiting);
  EXPECT_EQ(GiveUpAfter(world_, wants, 2), Status::Ok);
  EXPECT_EQ(Get(world_, tank, New(), 3, kGo), Grant::Waiting);
  EXPECT_EQ(Put(world_, tank, New(), 5, kGo), Grant::Granted);
  Rest();
  EXPECT_EQ(lines_, (Lines{"2 truck 1 gave up", "2 truck 2 got it"}));
}

TEST_F(PatienceTest, WrongUses) {
  const EntityId truck = New();
  EXPECT_EQ(GiveUpAfter(world_, truck, 1), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 is to give up, but does not wait");
  const auto wait = [&] {
    Reset(world_, 0, 0);
    const EntityId one = New();
    const SignalId signal = world_.signals.empty() ? AddSignal(world_, "s") : SignalId{0};
    EXPECT_EQ(WaitForSignal(world_, signal, one, kGo), Grant::Waiting);
    return one;
  };
  EXPECT_EQ(GiveUpAfter(world_, wait(), -1), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 is to give up after -1, which is no delay");
  EXPECT_EQ(GiveUpAfter(world_, wait(), std::nan("")), Status::Failed);
  const EntityId twice = wait();
  EXPECT_EQ(GiveUpAfter(world_, twice, 1), Status::Ok);
  EXPECT_EQ(GiveUpAfter(world_, twice, 1), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 is to give up, and was so before");
  EXPECT_EQ(AdvanceTo(world_, wait(), 1, kGo), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 waits, but waits already");
  Reset(world_, 5, 0);
  EXPECT_EQ(AdvanceTo(world_, New(), 4, kGo), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 5: truck 1 waits until the time 4, which is over");
  Reset(world_, 5, 0);
  EXPECT_EQ(GiveUpAfter(world_, {}, 1), Status::Failed);
}

class SignalsTest : public PatienceTest {
 protected:
  void SetUp() override {
    PatienceTest::SetUp();
    for (const char* name : {"a", "b", "c"}) signals_.push_back(AddSignal(world_, name));
  }
  auto Got(EntityId truck) -> std::string {
    std::string text;
    for (const SignalId signal : signals_) text += HasGot(world_, truck, signal) ? "1" : "0";
    return text;
  }
  std::vector<SignalId> signals_;
};

TEST_F(SignalsTest, AnyGoesOnWithTheFirst) {
  const EntityId truck = New();
  EXPECT_EQ(WaitForSignals(world_, signals_, Join::Any, truck, kGo), Grant::Waiting);
  EXPECT_EQ(SendSignal(world_, signals_[1], 2.5), 1U);
  EXPECT_EQ(SendSignal(world_, signals_[0]), 0U);
  EXPECT_EQ(Got(truck), "010");
  EXPECT_EQ(world_.entities[truck].signal_value, 2.5);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 1"}));
  // The next wait forgets.
  EXPECT_EQ(WaitForSignal(world_, signals_[2], truck, kGo), Grant::Waiting);
  EXPECT_EQ(Got(truck), "000");
  EXPECT_EQ(SendSignal(world_, signals_[2]), 1U);
  EXPECT_EQ(Got(truck), "001");
}

TEST_F(SignalsTest, AllGoesOnWithTheLast) {
  const EntityId truck = New();
  EXPECT_EQ(WaitForSignals(world_, signals_, Join::All, truck, kGo), Grant::Waiting);
  EXPECT_EQ(GiveUpAfter(world_, truck, 3), Status::Ok);
  EXPECT_EQ(SendSignal(world_, signals_[2]), 1U);
  EXPECT_EQ(SendSignal(world_, signals_[2]), 0U);
  EXPECT_EQ(SendSignal(world_, signals_[0]), 1U);
  EXPECT_EQ(Got(truck), "101");
  EXPECT_EQ(CheckDeadlock(world_), Status::Ok);
  alarm_ = [&] { EXPECT_EQ(SendSignal(world_, signals_[1]), 1U); };
  (void)Schedule(world_, 3, kAlarm);
  Rest();
  EXPECT_EQ(lines_, (Lines{"3 truck 1 got it"}));
  EXPECT_EQ(Got(truck), "111");
  EXPECT_EQ(Leave(world_, truck), Status::Ok);
}

TEST_F(SignalsTest, GivesUpWithSomeOfThem) {
  const EntityId truck = New();
  EXPECT_EQ(WaitForSignals(world_, signals_, Join::All, truck, kGo), Grant::Waiting);
  EXPECT_EQ(GiveUpAfter(world_, truck, 3), Status::Ok);
  EXPECT_EQ(SendSignal(world_, signals_[2]), 1U);
  Rest();
  EXPECT_EQ(lines_, (Lines{"3 truck 1 gave up"}));
  EXPECT_EQ(Got(truck), "001");
  EXPECT_EQ(SendSignal(world_, signals_[1]), 0U);
  EXPECT_EQ(Leave(world_, truck), Status::Ok);
}

TEST_F(SignalsTest, OfSeveralWhoWaitTogether) {
  const EntityId all = New();
  const EntityId any = New();
  const EntityId one = New(2);
  EXPECT_EQ(WaitForSignals(world_, std::array{signals_[0], signals_[1]}, Join::All, all, kGo),
            Grant::Waiting);
  EXPECT_EQ(WaitForSignals(world_, std::array{signals_[1], signals_[0]}, Join::Any, any, kGo),
            Grant::Waiting);
  EXPECT_EQ(WaitForSignal(world_, signals_[0], one, kGo), Grant::Waiting);
  EXPECT_EQ(SendSignal(world_, signals_[0], 0, 2), 2U);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 3"}));
  EXPECT_EQ(SendSignal(world_, signals_[1]), 2U);
  EXPECT_EQ(Rest(), (Lines{"0 goes truck 1", "0 goes truck 2"}));
}

TEST_F(SignalsTest, WrongUsesAndDeadlock) {
  EXPECT_EQ(WaitForSignals(world_, {}, Join::All, New(), kGo), Grant::Refused);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 waits for signals, and names none");
  Reset(world_, 0, 0);
  EXPECT_EQ(WaitForSignals(world_, std::array{signals_[1], signals_[1]}, Join::All, New(), kGo),
            Grant::Refused);
  EXPECT_EQ(world_.fault.text, "time 0: truck 1 waits for signal b twice");
  Reset(world_, 0, 0);
  EXPECT_EQ(WaitForSignals(world_, std::array{SignalId{9}}, Join::All, New(), kGo), Grant::Refused);
  Reset(world_, 0, 0);
  EXPECT_EQ(WaitForSignals(world_, signals_, Join::All, New(), kGo), Grant::Waiting);
  EXPECT_EQ(WaitForSignals(world_, signals_, Join::Any, New(), kGo), Grant::Waiting);
  EXPECT_EQ(WaitForCondition(world_, New(), kGo), Grant::Waiting);
  (void)SendSignal(world_, signals_[0], 0, 1);
  EXPECT_EQ(CheckDeadlock(world_), Status::Failed);
  EXPECT_EQ(world_.fault.text,
            "time 0: nothing is scheduled, but entities wait:\ntruck 1 waits for each of the signals b, c\n"
            "truck 2 waits for one of the signals a, b, c\ntruck 3 waits for a condition\n");
}

// Trucks want an item of their color; the color is an attribute.
class ConditionsTest : public PatienceTest {
 protected:
  void SetUp() override {
    PatienceTest::SetUp();
    shelf_ = AddFile(world_, "shelf");
  }
  void Want(EntityId truck, double patience = 100) {
    if (WaitForCondition(world_, truck, kGo) == Grant::Waiting) {
      EXPECT_EQ(GiveUpAfter(world_, truck, patience), Status::Ok);
    }
  }
  auto NewOf(double color, int32_t priority = 0) -> EntityId {
    const EntityId truck = New(priority);
    (void)SetAttribute(world_, truck, 0, color);
    return truck;
  }
  auto Handle(const Event& event) -> bool {
    if (event.code == kAlarm) {
      alarm_();
      return true;
    }
    const double color = Attribute(world_, event.entity, 0);
    const EntityId item = FindIn(world_, shelf_, {0, Relation::Equal, color, 0, Choice::First});
    const bool has_given_up = HasGivenUp(world_, event.entity);
    if (item.IsNone() && !has_given_up) {
      EXPECT_EQ(WaitForCondition(world_, event.entity, kGo), Grant::Waiting);
      return true;
    }
    EndCondition(world_, event.entity);
    lines_.push_back(fmt::format("{} {} {}", world_.now, world_.entities.NameOf(event.entity),
                                 has_given_up ? "gave up" : "got it"));
    if (!has_given_up) {
      EXPECT_EQ(RemoveFrom(world_, shelf_, item), Status::Ok);
    }
    EXPECT_EQ(Leave(world_, event.entity), Status::Ok);
    return true;
  }
  void RunConditions() {
    Event event;
    while (NextEvent(world_, 1e9, event) == Next::Event) {
      Handle(event);
      EXPECT_EQ(LookAtConditions(world_, [&](const Event& again) { return Handle(again); }), Status::Ok);
    }
  }
  FileId shelf_{};
};

TEST_F(ConditionsTest, ByPriorityAndInTheirOrder) {
  Want(NewOf(1));
  Want(NewOf(2));
  Want(NewOf(1));
  Want(NewOf(1, 5));
  Want(NewOf(3), 2);
  int n = 0;
  alarm_ = [&] {
    for (const double color : {2, 1, 1}) (void)InsertInto(world_, shelf_, NewOf(color));
    if (++n == 1) (void)Schedule(world_, 4, kAlarm);
  };
  (void)Schedule(world_, 2, kAlarm);
  RunConditions();
  EXPECT_EQ(lines_, (Lines{"2 truck 4 got it", "2 truck 1 got it", "2 truck 2 got it", "2 truck 5 gave up",
                           "4 truck 3 got it"}));
  EXPECT_FALSE(HasConditions(world_));
  EXPECT_TRUE(world_.calendar.IsEmpty());
}

// An item comes at the instant at which patience ends.
TEST_F(ConditionsTest, AtTheInstantOfPatience) {
  Want(NewOf(1), 3);
  Want(NewOf(1), 3);
  alarm_ = [&] { (void)InsertInto(world_, shelf_, NewOf(1)); };
  (void)Schedule(world_, 3, kAlarm);
  RunConditions();
  EXPECT_EQ(lines_, (Lines{"3 truck 1 got it", "3 truck 2 gave up"}));
}

TEST_F(ConditionsTest, InterruptedOnesGoOnLater) {
  const EntityId truck = NewOf(1);
  Want(truck);
  EXPECT_EQ(Suspend(world_, truck, kOther), Status::Ok);
  int n = 0;
  alarm_ = [&] {
    if (n++ == 0) {
      (void)InsertInto(world_, shelf_, NewOf(1));
      (void)Schedule(world_, 6, kAlarm);
    } else {
      EXPECT_EQ(Resume(world_, truck), Status::Ok);
    }
  };
  (void)Schedule(world_, 3, kAlarm);
  RunConditions();
  EXPECT_EQ(lines_, (Lines{"6 truck 1 got it"}));
}

// Two who let each other go on for ever.
TEST_F(ConditionsTest, EndlessTurns) {
  world_.max_events_at_instant = 50;
  const EntityId truck = New();
  EXPECT_EQ(WaitForCondition(world_, truck, kGo), Grant::Waiting);
  const auto again = [&](const Event& event) {
    EndCondition(world_, event.entity);
    return WaitForCondition(world_, event.entity, kGo) == Grant::Waiting;
  };
  EXPECT_EQ(LookAtConditions(world_, again), Status::Failed);
  EXPECT_TRUE(world_.fault.text.starts_with("time 0: more than 50 events at one instant; the latest: goes"));
}

}  // namespace
}  // namespace kerf::events
