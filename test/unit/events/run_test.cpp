// Run control: finish, rerun, continue, deadlock at the end, faults in replications, the trace.
#include "events/run.h"

#include <gtest/gtest.h>

#include <sstream>

#include "events/facility.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/trace.h"

namespace kerf::events {
namespace {

// A clock that ticks; the tests say what else it does.
class Clock : public Program {
 public:
  explicit Clock(World& world) {
    NameEvent(world, 0, "tick");
    ticks_ = AddCollect(world, "ticks");
    level_ = AddTimeStatistic(world, "level");
  }
  void Initialise(World& world) override {
    ++n_initialised;
    Schedule(world, world.start + 1, 0);
  }
  void Handle(World& world, const Event&) override {
    (void)Observe(world, ticks_, step);
    (void)SetValue(world, level_, world.now);
    if (world.now == finish_at) RequestFinish(world);
    ScheduleAfter(world, world.now == fault_at ? -1 : step, 0);
  }
  void Finish(World& world) override {
    if (world.again == Again::No && n_reruns > 0) {
      --n_reruns;
      step *= 2;
      RequestRerun(world);
    } else if (n_continuations > 0) {
      --n_continuations;
      RequestContinue(world, world.now + 10);
    }
  }

  int n_initialised = 0;
  int n_reruns = 0;
  int n_continuations = 0;
  double step = 1;
  double finish_at = -1;
  double fault_at = -1;

 private:
  CollectId ticks_{};
  TimeStatisticId level_{};
};

TEST(Run, StopsAtTheStopTimeWithItsEvents) {
  World world;
  Clock clock(world);
  RunOptions options;
  options.stop = 5;
  EXPECT_EQ(RunProgram(clock, world, options).end, End::Stopped);
  EXPECT_EQ(world.now, 5);
  EXPECT_EQ(world.collects[0].values.n, 5U);
  options.stop = 5.5;
  EXPECT_EQ(RunProgram(clock, world, options).end, End::Stopped);
  EXPECT_EQ(world.now, 5.5);
  EXPECT_EQ(world.collects[0].values.n, 5U);
  EXPECT_DOUBLE_EQ(world.time_variables[0].values.mean(), (1 + 2 + 3 + 4 + 5 * 0.5) / 5.5);
}

TEST(Run, AWarmUpIsForgotten) {
  World world;
  Clock clock(world);
  RunOptions options;
  options.start = 100;
  options.stop = 110;
  options.warm_up = 4;
  RunProgram(clock, world, options);
  EXPECT_EQ(world.collects[0].values.n, 6U);
  EXPECT_EQ(world.statistics_since, 104);
  EXPECT_EQ(world.time_variables[0].values.duration(), 6);
}

TEST(Run, FinishesWhenTheProgramSaysSo) {
  World world;
  Clock clock(world);
  clock.finish_at = 3;
  EXPECT_EQ(RunProgram(clock, world, {}).end, End::Finished);
  EXPECT_EQ(world.now, 3);
}

TEST(Run, RerunsBeginAnewAndContinuationsGoOn) {
  World world;
  Clock clock(world);
  clock.n_reruns = 2;
  clock.n_continuations = 1;
  RunOptions options;
  options.stop = 8;
  const RunOutcome outcome = RunProgram(clock, world, options);
  EXPECT_EQ(outcome.n_runs, 4U);
  EXPECT_EQ(clock.n_initialised, 3);
  // The last had steps of 4 from 1 on, and went on from 8 to 18.
  EXPECT_EQ(world.now, 18);
  EXPECT_EQ(world.collects[0].values.n, 5U);
}

TEST(Run, AFaultEndsAllRunsAndKeepsTheStatistics) {
  World world;
  Clock clock(world);
  clock.fault_at = 4;
  clock.n_reruns = 5;
  const RunOutcome outcome = RunProgram(clock, world, {});
  EXPECT_EQ(outcome.end, End::Fault);
  EXPECT_EQ(outcome.n_runs, 1U);
  EXPECT_EQ(world.fault.text, "time 4: tick is scheduled after a delay of -1, which is negative");
  EXPECT_EQ(world.collects[0].values.n, 4U);
  EXPECT_EQ(world.time_variables[0].values.duration(), 4);
}

TEST(Run, AFaultInAReplicationKeepsTheOthers) {
  World world;
  Clock clock(world);
  clock.n_reruns = 0;
  ReplicationOptions options;
  options.run.stop = 8;
  options.n_replications = 5;
  class Third : public Program {
   public:
    explicit Third(Clock& clock) : clock_(clock) {}
    void Initialise(World& world) override {
      if (++n_ == 3) clock_.fault_at = 4;
      clock_.Initialise(world);
    }
    void Handle(World& world, const Event& event) override { clock_.Handle(world, event); }

   private:
    Clock& clock_;
    int n_ = 0;
  } program(clock);
  const Replications all = Replicate(program, world, options);
  EXPECT_EQ(all.n_done, 2U);
  EXPECT_EQ(all.fault.text,
            "replication 3, time 4: tick is scheduled after a delay of -1, which is negative");
  EXPECT_EQ(all.estimates[0].over.n, 2U);
}

TEST(Run, FaultsOfDeclarationsEndTheRun) {
  World world;
  Clock clock(world);
  AddFacility(world, "crane", 0);
  for (int k = 0; k < 2; ++k) EXPECT_EQ(RunProgram(clock, world, {}).end, End::Fault);
  EXPECT_EQ(world.fault.text, "time 0: the capacity of storage crane is 0, but must be 1 or more");
}

// Two philosophers and two forks.
class Philosophers : public Program {
 public:
  explicit Philosophers(World& world) {
    philosopher_ = AddClass(world, "philosopher", {});
    forks_ = {AddFacility(world, "left fork"), AddFacility(world, "right fork")};
  }
  void Initialise(World& world) override {
    for (uint32_t k = 0; k < 2; ++k) {
      const EntityId entity = Create(world, philosopher_);
      (void)Seize(world, forks_[k], entity, 0);
      (void)Advance(world, entity, 1, k);
    }
  }
  void Handle(World& world, const Event& event) override {
    (void)Seize(world, forks_[1 - event.code], event.entity, 7);
  }

 private:
  ClassId philosopher_{};
  std::vector<FacilityId> forks_;
};

TEST(Run, DeadlockTellsWhoWaitsForWhat) {
  World world;
  Philosophers program(world);
  RunOptions options;
  options.stop = 100;
  EXPECT_EQ(RunProgram(program, world, options).end, End::Fault);
  EXPECT_EQ(world.fault.kind, FaultKind::Deadlock);
  EXPECT_EQ(world.fault.text,
            "time 1: nothing is scheduled, but entities wait:\n"
            "philosopher 1 waits for right fork, which philosopher 2 holds\n"
            "philosopher 2 waits for left fork, which philosopher 1 holds\n");
}

TEST(Trace, HasALineForEachEvent) {
  World world;
  Philosophers program(world);
  NameEvent(world, 0, "reach left");
  std::ostringstream out;
  TextTrace trace(out);
  world.observer = &trace;
  RunProgram(program, world, {});
  EXPECT_EQ(out.str(),
            "               1        1 reach left           philosopher 1\n"
            "               1        2 event 1              philosopher 2\n");
}

}  // namespace
}  // namespace kerf::events
