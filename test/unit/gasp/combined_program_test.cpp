// Programs in the manner of GASP-V with a continuous part, against what can be computed by hand.
#include "gasp/combined_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kerf::gasp {
namespace {

auto Until(double stop) -> events::RunOptions {
  events::RunOptions options;
  options.stop = stop;
  return options;
}

// A ball that bounces; its height is SS(1), its velocity SS(2).
class Ball : public CombinedProgram {
 public:
  explicit Ball(Scheme scheme) : CombinedProgram("ball", 2) {
    AddSCOND({.name = "ground", .scheme = scheme, .direction = -1, .tolerance = 1e-10});
    SetIIEVT(7);
    integration().relative_error = integration().absolute_error = 1e-10;
  }
  void INTLC() override {
    SS(1) = 1;
    SS(2) = 0;
    bounces.clear();
  }
  void STATE() override {
    DD(1) = SS(2);
    DD(2) = -9.81;
  }
  void SCOND() override { ZZ(1) = SS(1); }
  void EVNTS(int code) override {
    ASSERT_EQ(code, 7);
    ASSERT_EQ(KKZ(1), -1);
    bounces.push_back(TNOW());
    SS(1) = 0;
    SS(2) = -0.8 * SS(2);
  }
  std::vector<double> bounces;
};

TEST(CombinedProgram, ABallBouncesByEveryScheme) {
  for (const Scheme scheme : {Scheme::Interpolation, Scheme::Bisection, Scheme::RegulaFalsi,
                              Scheme::Generalised, Scheme::Hermite}) {
    Ball ball(scheme);
    EXPECT_EQ(ball.GASP(Until(2.6)).end, events::End::Stopped);
    const double first = std::sqrt(2 / 9.81);
    double expected = first;
    double flight = 2 * first;
    ASSERT_EQ(ball.bounces.size(), 5U) << static_cast<int>(scheme);
    for (const double bounce : ball.bounces) {
      EXPECT_NEAR(bounce, expected, 1e-7);
      flight *= 0.8;
      expected += flight;
    }
  }
}

// Trucks arrive and fill up from a tank into which a constant stream flows; a low tank makes them wait.
class Depot : public CombinedProgram {
 public:
  Depot() : CombinedProgram("depot", 1, 3) {
    queue_ = AddFILE("waiting");
    waited_ = AddCOLCT("wait");
    busy_ = AddTIMST("busy");
    AddSCOND({.name = "empty", .direction = -1});
    AddSCOND({.name = "enough", .direction = 1});
    integration().dtsav = 0.5;
  }
  void INTLC() override {
    SS(1) = 0.9;
    is_busy_ = is_stopped_ = false;
    levels.clear();
    times.clear();
    SCHED(1, 1);
  }
  void STATE() override { DD(1) = 1 - (is_busy_ && !is_stopped_ ? 4 : 0); }
  void SCOND() override {
    ZZ(1) = SS(1) - 0.25;
    ZZ(2) = SS(1) - 2;
  }
  void SSAVE() override {
    times.push_back(TNOW());
    levels.push_back(SS(1));
  }
  void EVNTS(int code) override {
    if (code == 1) {
      ATRIB(3) = TNOW();
      SCHED(TNOW() + 10, 1);
      is_busy_ = true;
      TIMST(1, busy_);
    } else {
      if (KKZ(1) == -1) is_stopped_ = true;
      if (KKZ(2) == 1) is_stopped_ = false;
      changes.push_back(TNOW());
    }
  }
  std::vector<double> times, levels, changes;

 private:
  int queue_ = 0;
  int waited_ = 0;
  int busy_ = 0;
  bool is_busy_ = false;
  bool is_stopped_ = false;
};

TEST(CombinedProgram, EventsOfTimeAndOfStateTogether) {
  Depot depot;
  EXPECT_EQ(depot.GASP(Until(5)).end, events::End::Stopped);
  // Level 1.9 at t = 1 when the truck comes: down by 3 to 0.25, up by 1 to 2, and again.
  ASSERT_GE(depot.changes.size(), 3U);
  EXPECT_NEAR(depot.changes[0], 1 + 1.65 / 3, 1e-9);
  EXPECT_NEAR(depot.changes[1], 1 + 1.65 / 3 + 1.75, 1e-9);
  EXPECT_NEAR(depot.changes[2], 1 + 1.65 / 3 + 1.75 + 1.75 / 3, 1e-9);
  ASSERT_EQ(depot.times.size(), 11U);
  EXPECT_NEAR(depot.times[10], 5, 1e-12);
  EXPECT_NEAR(depot.levels[1], 1.4, 1e-9);
  EXPECT_NE(depot.SUMRY().find("busy"), std::string::npos);
}

// The number of equations changes: each second one more, and each starts with 1.
class Growing : public CombinedProgram {
 public:
  Growing() : CombinedProgram("growing", 0) {}
  void INTLC() override {
    SetNNEQD(1);
    SS(1) = 1;
    SCHED(1, 1);
  }
  void STATE() override {
    for (int k = 1; k <= NNEQD(); ++k) DD(k) = -SS(k);
  }
  void EVNTS(int code) override {
    if (code == 2) return FINIS();
    SetNNEQD(NNEQD() + 1);
    SS(NNEQD()) = 1;
    if (NNEQD() == 5) SCHED(TNOW() + 0.5, 2);
    SCHED(TNOW() + 1, 1);
  }
};

TEST(CombinedProgram, TheNumberOfEquationsChanges) {
  Growing program;
  for (const char* method : {"dopri5", "cvode", "radau"}) {
    program.integration().method = method;
    EXPECT_EQ(program.GASP(Until(100)).end, events::End::Finished);
    EXPECT_EQ(program.NNEQD(), 5) << method;
    EXPECT_NEAR(program.TNOW(), 4.5, 1e-12);
    EXPECT_NEAR(program.SS(1), std::exp(-4.5), 1e-6);
    EXPECT_NEAR(program.SS(5), std::exp(-0.5), 1e-6);
  }
}

// Crossings in one direction only, and none in the first step after an event.
class Wave : public CombinedProgram {
 public:
  Wave() : CombinedProgram("wave", 2) { AddSCOND({.name = "up", .direction = 1}); }
  void INTLC() override {
    SS(1) = 0.5;
    SS(2) = std::sqrt(0.75);
  }
  void STATE() override {
    DD(1) = SS(2);
    DD(2) = -SS(1);
  }
  void SCOND() override { ZZ(1) = SS(1); }
  void EVNTS(int) override {
    EXPECT_EQ(KKZ(1), 1);
    ups.push_back(TNOW());
  }
  std::vector<double> ups;
};

TEST(CombinedProgram, CrossingsInOneDirection) {
  Wave wave;
  EXPECT_EQ(wave.GASP(Until(20)).end, events::End::Stopped);
  const double pi = std::numbers::pi;
  ASSERT_EQ(wave.ups.size(), 3U);
  for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(wave.ups[k], 2 * pi * static_cast<double>(k + 1) - pi / 6, 1e-6);
}

auto CountOf(const std::vector<std::string>& texts, const std::string& part) -> size_t {
  return static_cast<size_t>(
      std::ranges::count_if(texts, [&](const auto& text) { return text.find(part) != std::string::npos; }));
}

// Beyond the instant that its bounces do not reach, nothing of a ball is right: it is told as in Modelica and
// COSY, by every method, whether or not equations come and go meanwhile, and in the report.
class TiredBall : public Ball {
 public:
  explicit TiredBall(bool grows) : Ball(Scheme::Interpolation), grows_(grows) {}
  void INTLC() override {
    SetNNEQD(2);
    Ball::INTLC();
    if (grows_) SCHED(0.1, 1);
  }
  void STATE() override {
    Ball::STATE();
    for (int k = 3; k <= NNEQD(); ++k) DD(k) = 0;
  }
  void EVNTS(int code) override {
    if (code != 1) return Ball::EVNTS(code);
    SetNNEQD(NNEQD() % 3 + 2);
    SCHED(TNOW() + 0.1, 1);
  }

 private:
  bool grows_;
};

TEST(CombinedProgram, EventsThatComeEverFasterAreTold) {
  for (const bool grows : {false, true}) {
    for (const char* method : {"dopri5", "cvode", "radau", "auto"}) {
      TiredBall ball(grows);
      ball.integration().method = method;
      // All is over at 4.0637.
      const events::RunOutcome early = ball.GASP(Until(2));
      EXPECT_TRUE(early.warnings.empty()) << method << grows;
      const events::RunOutcome late = ball.GASP(Until(4.06));
      EXPECT_EQ(late.warnings.size(), 1U) << method << grows;
      EXPECT_EQ(CountOf(late.warnings,
                        "the events of `ground` follow each other ever faster, without end "
                        "before about time 4.06"),
                1U)
          << method << grows;
      EXPECT_NE(ball.SUMRY().find("warning: time 4.0"), std::string::npos);
    }
  }
}

TEST(CombinedProgram, ReplicationsTellWhatTheFirstOfThemTells) {
  TiredBall ball(false);
  events::ReplicationOptions options;
  options.run = Until(4.06);
  options.n_replications = 3;
  const events::Replications all = ball.GASP(options);
  ASSERT_EQ(all.warnings.size(), 1U);
  EXPECT_TRUE(all.warnings[0].starts_with("replication 1, time 4.0")) << all.warnings[0];
}

// A derivative of time alone, and a crossing along which regula falsi creeps.
class Doubtful : public CombinedProgram {
 public:
  Doubtful() : CombinedProgram("doubtful", 2) {}
  void INTLC() override { SS(1) = SS(2) = 0; }
  void STATE() override {
    DD(1) = std::exp(-100 * (TNOW() - 3) * (TNOW() - 3));
    DD(2) = 1;
  }
  void SCOND() override {
    if (NNEQD() > 0) ZZ(1) = std::pow(SS(2), 30) - 1e-12;
  }
  void EVNTS(int) override {}
};

TEST(CombinedProgram, DoubtsAreTold) {
  Doubtful program;
  program.AddSCOND({.name = "late", .scheme = Scheme::RegulaFalsi, .direction = 1, .tolerance = 1e-14});
  program.integration().method = "fehlberg89";
  const events::RunOutcome unseen = program.GASP(Until(6));
  EXPECT_EQ(CountOf(unseen.warnings, "the solver fehlberg89 is blind to the error of `SS(1)`"), 1U);
  program.integration().method = "rk4";
  program.integration().max_step = 1;
  const events::RunOutcome poor = program.GASP(Until(1));
  EXPECT_EQ(CountOf(poor.warnings, "the change of `late` is located no better than"), 1U)
      << testing::PrintToString(poor.warnings);
  program.integration().method = "radau";
  EXPECT_EQ(CountOf(program.GASP(Until(6)).warnings, "blind"), 0U);
}

// A switch that would have to change all the time, with another number of equations each time or not.
class Restless : public CombinedProgram {
 public:
  explicit Restless(bool grows) : CombinedProgram("restless", 1), grows_(grows) {
    AddSCOND({.name = "switch"});
  }
  void INTLC() override {
    SetNNEQD(1);
    SS(1) = -1;
    rate_ = 1;
  }
  void STATE() override {
    DD(1) = rate_;
    for (int k = 2; k <= NNEQD(); ++k) DD(k) = 0;
  }
  void SCOND() override { ZZ(1) = SS(1); }
  void EVNTS(int) override {
    rate_ = -rate_;
    if (grows_) SetNNEQD(NNEQD() % 2 + 1);
  }

 private:
  bool grows_;
  double rate_ = 1;
};

TEST(CombinedProgram, EventsWithoutEndEndTheRun) {
  for (const bool grows : {false, true}) {
    for (const char* method : {"dopri5", "cvode", "radau"}) {
      Restless program(grows);
      program.integration().method = method;
      EXPECT_EQ(program.GASP(Until(3)).end, events::End::Fault) << method << grows;
      EXPECT_NE(program.world().fault.text.find("`switch`"), std::string::npos) << program.world().fault.text;
      EXPECT_NEAR(program.TNOW(), 1, 1e-3);
    }
  }
}

class Mistaken : public CombinedProgram {
 public:
  explicit Mistaken(int mistake) : CombinedProgram("mistaken", 1), mistake_(mistake) {
    if (mistake == 2) integration().method = "magic";
  }
  void INTLC() override { SS(1) = 1; }
  void STATE() override {
    DD(1) = mistake_ == 0 ? SS(1) * SS(1) : 1;
    if (mistake_ == 1) DD(2) = 1;
  }
  void EVNTS(int) override {}

 private:
  int mistake_;
};

TEST(CombinedProgram, MistakesAreToldAndEndTheRun) {
  const std::vector<std::string> texts = {"the integration by dopri5 ended", "DD(2) is used, but there are 1",
                                          "there is no integration method `magic`"};
  for (int mistake = 0; mistake < 3; ++mistake) {
    Mistaken program(mistake);
    EXPECT_EQ(program.GASP(Until(3)).end, events::End::Fault) << mistake;
    EXPECT_NE(program.world().fault.text.find(texts[static_cast<size_t>(mistake)]), std::string::npos)
        << program.world().fault.text;
  }
}

}  // namespace
}  // namespace kerf::gasp
