// GASP's subprograms: the barbershop of the 1979 thesis against its expected values, files, and mistakes.
#include "events/gasp.h"

#include <gtest/gtest.h>

#include <sstream>

#include "events/facility.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/trace.h"

namespace kerf::events {
namespace {

// Event-oriented: customers every 15 min, service 12 to 18 min, until 100 are served.
class EventShop : public GaspProgram {
 public:
  EventShop() : GaspProgram("shop", 3) {
    queue_ = AddFILE("queue");
    AddCOLCT("wait");
    AddCOLCT("system");
    AddTIMST("busy");
  }
  void INTLC() override {
    is_busy_ = false;
    n_served_ = 0;
    SCHED(EXPON(15, 1), 1);
  }
  void EVNTS(int code) override {
    if (code == 1) {
      SCHED(TNOW() + EXPON(15, 1), 1);
      ATRIB(3) = TNOW();
      if (is_busy_) return FILEM(queue_);
      is_busy_ = true;
      TIMST(1, 1);
      return Serve();
    }
    COLCT(TNOW() - ATRIB(3), 2);
    if (++n_served_ == 100) return FINIS();
    if (NNQ(queue_) == 0) {
      is_busy_ = false;
      return TIMST(0, 1);
    }
    RMOVE(queue_);
    Serve();
  }

 private:
  void Serve() {
    COLCT(TNOW() - ATRIB(3), 1);
    SCHED(TNOW() + UNFRM(12, 18, 2), 2);
  }
  int queue_ = 0;
  bool is_busy_ = false;
  int n_served_ = 0;
};

// The same as processes: BUSY is set to false after the release, and hand-over is deferred.
class ProcessShop : public Program {
 public:
  explicit ProcessShop(World& world) {
    customer_ = AddClass(world, "customer", {});
    joe_ = AddFacility(world, "joe");
    wait_ = AddCollect(world, "wait");
    system_ = AddCollect(world, "system");
    busy_ = AddTimeStatistic(world, "busy");
    arrivals_ = AddVariate(world, "arrivals", {DistributionKind::Exponential, 15, 0, 0, {}, {}, {}}, 0);
    services_ = AddVariate(world, "services", {DistributionKind::Uniform, 12, 18, 0, {}, {}, {}}, 1);
  }
  void Initialise(World& world) override {
    n_served_ = 0;
    Schedule(world, DrawFrom(world, arrivals_), kGenerate, Create(world, customer_));
  }
  void Handle(World& world, const Event& event) override {
    const EntityId customer = event.entity;
    if (event.code == kGenerate) {
      world.entities[customer].mark = world.now;
      Schedule(world, world.now + DrawFrom(world, arrivals_), kGenerate, Create(world, customer_));
      if (Seize(world, joe_, customer, kServe) == Grant::Waiting) return;
    }
    if (event.code != kDone) {
      (void)Observe(world, wait_, world.now - world.entities[customer].mark);
      (void)SetValue(world, busy_, 1);
      (void)Advance(world, customer, DrawFrom(world, services_), kDone);
      return;
    }
    (void)Release(world, joe_, customer);
    (void)SetValue(world, busy_, 0);
    (void)Observe(world, system_, world.now - world.entities[customer].mark);
    if (++n_served_ == 100) RequestFinish(world);
    (void)Leave(world, customer);
  }

 private:
  enum : uint32_t { kGenerate, kServe, kDone };
  ClassId customer_{};
  FacilityId joe_{};
  CollectId wait_{};
  CollectId system_{};
  TimeStatisticId busy_{};
  VariateId arrivals_{};
  VariateId services_{};
  int n_served_ = 0;
};

TEST(Barbershop, MeansAreThoseOfManyReplications) {
  EventShop shop;
  ReplicationOptions options;
  options.n_replications = 1000;
  const Replications all = shop.GASP(options);
  EXPECT_EQ(all.fault.text, "");
  ASSERT_GE(all.estimates.size(), 3U);
  EXPECT_TRUE(all.estimates[0].interval.Contains(70.5)) << all.estimates[0].interval.mean;
  EXPECT_TRUE(all.estimates[1].interval.Contains(85.5)) << all.estimates[1].interval.mean;
  EXPECT_TRUE(all.estimates[2].interval.Contains(0.926)) << all.estimates[2].interval.mean;
  EXPECT_LT(all.estimates[0].interval.half_width, 3);
  EXPECT_NEAR(all.estimates[0].over.std(), 41, 3);
}

TEST(Barbershop, EventsAndProcessesGiveTheSame) {
  EventShop events;
  World world;
  ProcessShop processes(world);
  for (uint32_t replication = 0; replication < 20; ++replication) {
    RunOptions options;
    options.replication = replication;
    EXPECT_EQ(events.GASP(options).end, End::Finished);
    EXPECT_EQ(RunProgram(processes, world, options).end, End::Finished);
    EXPECT_EQ(world.collects[0].values.mean, events.world().collects[0].values.mean);
    EXPECT_EQ(world.collects[1].values.mean, events.world().collects[1].values.mean);
    EXPECT_NEAR(world.time_variables[0].values.mean(), events.world().time_variables[0].values.mean(), 1e-12);
    EXPECT_EQ(world.now, events.world().now);
  }
}

TEST(Barbershop, NoEntryIsLeftBehind) {
  EventShop shop;
  shop.GASP();
  // One for each pending event and each customer that waits.
  EXPECT_EQ(shop.world().entities.n_alive(), static_cast<size_t>(shop.NNQ(1) + shop.NNQ(2)));
}

// Runs what a test gives it.
class Script : public GaspProgram {
 public:
  Script() : GaspProgram("script", 4) {}
  virtual void Start() = 0;
  void INTLC() override { Start(); }
  void EVNTS(int code) override { codes.push_back(code); }
  std::vector<int> codes;
};

TEST(Gasp, FilesKeepFindAndCopyEntries) {
  class Files : public Script {
   public:
    Files() { file = AddFILE("jobs", Ranking::HighFirst, 3); }
    void Start() override {
      for (const double size : {4.0, 9.0, 1.0}) {
        ATRIB(3) = size;
        ATRIB(4) = 10 * size;
        FILEM(file);
      }
      EXPECT_EQ(NNQ(file), 3);
      const EntityId found = NFIND(4, 2, file, 3);
      COPY(found);
      EXPECT_EQ(ATRIB(4), 90);
      EXPECT_EQ(NFIND(9, 3, file, 3), NFIND(40, 5, file, 4));
      EXPECT_EQ(NFIND(9, 4, file, 3), NFIND(1, 5, file, 3));
      EXPECT_TRUE(NFIND(9, 1, file, 3).IsNone());
      RMOVE(NFIND(1.4, 5, file, 3, 0.5), file);
      EXPECT_EQ(ATRIB(3), 1);
      RMOVE(file);
      EXPECT_EQ(ATRIB(3), 9);
      EXPECT_EQ(NNQ(file), 1);
      EXPECT_EQ(MMAXQ(file), 3);
    }
    int file = 0;
  } program;
  program.GASP();
  EXPECT_EQ(program.world().fault.text, "");
}

TEST(Gasp, CancelledEventsDoNotHappen) {
  class Cancelled : public Script {
   public:
    void Start() override {
      SCHED(1, 1);
      const EventId event = SCHED(2, 2);
      SCHED(3, 3);
      EXPECT_TRUE(CANCL(event));
      EXPECT_FALSE(CANCL(event));
    }
  } program;
  program.GASP();
  EXPECT_EQ(program.codes, (std::vector<int>{1, 3}));
  EXPECT_EQ(program.world().entities.n_alive(), 0U);
}

TEST(Gasp, MistakesEndTheRunWithAMessage) {
  class Mistake : public Script {
   public:
    explicit Mistake(int which) : which_(which) {}
    void Start() override {
      switch (which_) {
        case 0: ATRIB(5) = 1; return;
        case 1: RMOVE(7); return;
        case 2: (void)EXPON(-2, 1); return;
        case 3: (void)DRAND(0); return;
        case 4: COLCT(1, 1); return;
        case 5: SCHED(-1, 3); return;
        case 6: ERROR("impossible state of barber"); return;
        case 7: (void)NFIND(1, 6, 2, 1); return;
        case 8: SCHED(1, -4); return;
      }
    }

   private:
    int which_;
  };
  const std::vector<std::string> texts = {
      "time 0: ATRIB(5) is used, but entries have 4 attributes",
      "time 0: there is no file 7",
      "time 0: the mean of an exponential distribution is -2, but must be positive",
      "time 0: there is no random stream 0",
      "time 0: there is no collected variable 1",
      "time 0: event 3 of entry 1 is scheduled for the time -1, which is over",
      "time 0: impossible state of barber",
      "time 0: NFIND knows no code 6 for attribute 1",
      "time 0: -4 is no code of an event"};
  for (size_t k = 0; k < texts.size(); ++k) {
    Mistake program(static_cast<int>(k));
    EXPECT_EQ(program.GASP().end, End::Fault);
    EXPECT_EQ(program.world().fault.text, texts[k]);
    EXPECT_NE(program.SUMRY().find(texts[k]), std::string::npos);
  }
}

TEST(Gasp, ContinuousPartsLetEventsActUpToATime) {
  class Ticks : public Script {
   public:
    void Start() override {}
  } program;
  program.SCHED(1, 1);
  program.SCHED(2, 2);
  program.SCHED(5, 3);
  EXPECT_EQ(program.NextEventTime(), 1);
  EXPECT_EQ(program.HandleEvents(2), Status::Ok);
  EXPECT_EQ(program.codes, (std::vector<int>{1, 2}));
  EXPECT_EQ(program.NextEventTime(), 5);
}

}  // namespace
}  // namespace kerf::events
