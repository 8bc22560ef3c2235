// Combined programs.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../../own_path.h"
#include "models.h"

namespace kerf::api_test {

namespace {

// A queue M/M/1 with rates 1 and 2: the mean stay is 1.
constexpr const char* kShop = R"(PROGRAM SHOP (INPUT, OUTPUT);
TYPE CUSTOMER = RECORD INTEGER TRANSNBR; REAL GENTIM END;
VAR FILE OF 1000 CUSTOMER: SHOPFILE;
    PROCESS LIFE FILE = SHOPFILE;
    RANDOM GAP, WORK; REAL STAY; INTEGER NR, SERVED;
STORE SERVED;
DISCRETE PROCESS LIFE (VAR RANDOM GAP, WORK; VAR REAL COLLECT HISTOGRAM STAY; VAR INTEGER SERVED; VAR FILE SHOPFILE);
  TYPE CUSTOMER = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 1000 CUSTOMER: SHOPFILE; FACILITY CLERK; INTEGER NR;
  BEGIN
    GENERATE NR FOR LIFE AT TIME + GAP;
    SEIZE CLERK;
    ADVANCE WORK;
    RELEASE CLERK;
    SERVED := SERVED + 1;
    STAY := TIME - SHOPFILE.TRANSNBR.GENTIM
  END;
EXPERIMENT
  HISTOGRAM STAY: 10 CELLS WIDTH = 0.5 FUPLIM = 0.0 END;
  COLLECT STAY END;
  RANDOMGEN GAP: EXPOND AVTIM = 1.0 SEED = 1; WORK: EXPOND AVTIM = 0.5 SEED = 2 END;
  SIMULATE FROM 0.0 TO 2000.0 COMINT = 100.0
END;
SYSTEM
  INITIAL SERVED := 0; FORTRAN WRITE (*,*) 'OPEN' END; GENERATE NR FOR LIFE AT GAP END;
  DISCRETE PROCESSES LIFE (GAP, WORK, STAY, SERVED, SHOPFILE) END END
END
END .
)";

auto Named(const std::vector<kerf_statistic>& all, const std::string& name) -> kerf_statistic {
  for (const kerf_statistic& one : all) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "no statistic " << name;
  return {};
}

auto IndexOf(const Program& program, const std::string& name) -> size_t {
  for (size_t k = 0; k < program.n_variables(); ++k) {
    if (program.variable(k).name == name) return k;
  }
  ADD_FAILURE() << "no variable " << name;
  return 0;
}

TEST(ApiProgram, AQueueHasTheMeanOfTheory) {
  const Program program = Session().LoadProgramText(kShop, "shop.cosy");
  EXPECT_EQ(program.name(), "SHOP");
  std::vector<std::string> lines;
  const Experiment experiment =
      program.Run({.replications = 20, .keeps_points = true, .print = [&](const char* line) {
                     lines.emplace_back(line);
                   }});
  ASSERT_EQ(experiment.n_runs(), 20U);
  EXPECT_EQ(lines, std::vector<std::string>(20, "OPEN"));
  const kerf_statistic stay = Named(experiment.means(), "STAY");
  EXPECT_EQ(stay.count, 20);
  EXPECT_NEAR(stay.mean, 1, 3 * stay.half_width);
  EXPECT_LT(stay.half_width, 0.1);
  double sum = 0;
  const size_t served = IndexOf(program, "SERVED");
  for (size_t k = 0; k < experiment.n_runs(); ++k) {
    const kerf_experiment_run run = experiment.run(k);
    EXPECT_TRUE(run.is_complete);
    EXPECT_EQ(run.replication, k + 1);
    EXPECT_EQ(run.end, 2000);
    const kerf_statistic own = Named(experiment.statistics(k), "STAY");
    sum += own.mean;
    // Who has left has been observed, in the statistic, in the histogram, in the variable and at each point.
    EXPECT_EQ(own.count, experiment.final_values(k)[served]);
    uint64_t counted = 0;
    const kerf_histogram histogram = experiment.histograms(k)[0];
    for (size_t i = 0; i < histogram.n_counts; ++i) counted += histogram.counts[i];
    EXPECT_EQ(static_cast<double>(counted), own.count);
    const ResultView result = experiment.result(k);
    ASSERT_GE(result.n_points(), 21U);
    EXPECT_EQ(result["SERVED"].back(), own.count);
    EXPECT_EQ(result.signal(0).type, KERF_INTEGER);
    // The clerk is busy half of the time.
    for (const kerf_statistic& one : experiment.statistics(k)) {
      if (one.kind != KERF_RESOURCE) continue;
      EXPECT_EQ(one.capacity, 1);
      EXPECT_NEAR(one.mean, 0.5, 0.1);
      EXPECT_NEAR(one.mean_time, 0.5, 0.1);
      EXPECT_TRUE(std::isnan(one.half_width));
    }
  }
  EXPECT_NEAR(sum / 20, stay.mean, 1e-12);
}

TEST(ApiProgram, ThreadsAndSeeds) {
  const Program program = Session().LoadProgramText(kShop);
  const auto mean = [&](uint64_t seed) {
    return Named(program.Run({.seed = seed}).statistics(0), "STAY").mean;
  };
  double first = 0;
  double second = 0;
  std::thread one([&] { first = mean(7); });
  std::thread other([&] { second = mean(7); });
  one.join();
  other.join();
  EXPECT_EQ(first, second);
  EXPECT_NE(first, mean(8));
}

// X' = -X from 1, with an event where X falls through a half.
constexpr const char* kDecay = R"(PROGRAM DECAY (INPUT, OUTPUT);
VAR STATE X; INTEGER HALVED; SEVENT HALF;
STORE X, HALVED;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 COMINT = 0.5 END;
SYSTEM
  INITIAL X := 1.0; HALVED := 0 END;
  CONTINUOUS
    X' = -X;
    CONDIT HALF: X CROSSES 0.5 NEG TOL = 1.0E-9 END
  END;
  DISCRETE EVENTS HALF: HALVED := HALVED + 1 END END END
END
END .
)";

TEST(ApiProgram, EquationsAndTheirEvents) {
  const Program program = Session().LoadProgramText(kDecay);
  const Experiment experiment = program.Run({.tolerance = 1e-9});
  ASSERT_EQ(experiment.n_runs(), 1U);
  const ResultView result = experiment.result(0);
  ASSERT_EQ(result.n_events(), 1U);
  EXPECT_NEAR(result.event(0).time, std::log(2), 1e-6);
  EXPECT_EQ(result.event(0).kind, KERF_PROGRAM_EVENT);
  EXPECT_STREQ(result.event(0).text, "HALF");
  for (size_t i = 0; i < result.n_points(); ++i) {
    EXPECT_NEAR(result["X"][i], std::exp(-result.time()[i]), 1e-6);
    if (result.time()[i] > 1) {
      EXPECT_EQ(result["HALVED"][i], 1);
    }
  }
  EXPECT_NE(result.Plot({.signals = {"X"}}).find("<svg"), std::string::npos);
  EXPECT_GT(result.statistics().steps, 0U);
}

// h' = q - c h from 2 and from 4, where the process sets q to 1 at time 1.
TEST(ApiProgram, AModelMayNameItsProcess) {
  const std::string folder = OwnPath("tank");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/tank.dym") << "@process fill.cosy\nmodel tank\n  input q\n  local h\n"
                                         "  parameter c = 2\n  h' = q - c*h\nend\n";
  std::ofstream(folder + "/fill.cosy") << R"(PROGRAM FILL;
SUBMODEL T;
VAR TEVENT ON;
STORE T.H;
EXPERIMENT INITCOND T.H = (2.0, 4.0); SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL T.Q := 0.0; SCHEDULE ON AT 1.0 END;
  DISCRETE EVENTS ON: T.Q := 1.0 END END END
END
END .
)";
  const Session session;
  EXPECT_EQ(FailureOf([&] { (void)session.Load(folder + "/tank.dym"); }), "model-with-process");
  for (const double c : {2.0, 1.0, 0.5}) {
    const Program program = session.LoadProgram(folder + "/tank.dym", {.values = {"c=" + std::to_string(c)}});
    const Experiment experiment = program.Run({.tolerance = 1e-9});
    ASSERT_EQ(experiment.n_runs(), 2U);
    for (const size_t run : {0, 1}) {
      const double begin = run == 0 ? 2 : 4;
      const double expected = 1 / c + (begin * std::exp(-c) - 1 / c) * std::exp(-c);
      EXPECT_NEAR(experiment.final_values(run)[IndexOf(program, "T.h")], expected, 1e-6) << c;
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(ApiProgram, MistakesAreTold) {
  const Session session;
  const std::string shop = OwnPath("shop.cosy");
  std::ofstream(shop) << kShop;
  EXPECT_EQ(FailureOf([&] { (void)session.Load(shop); }), "combined-program");
  EXPECT_EQ(session.LoadProgram(shop).name(), "SHOP");
  EXPECT_EQ(FailureOf([&] { (void)session.LoadProgram(shop, {.values = {"X=1"}}); }), "options-of-model");
  const std::string ball = OwnPath("ball.mo");
  std::ofstream(ball) << kBall;
  EXPECT_EQ(FailureOf([&] { (void)session.LoadProgram(ball); }), "not-a-program");
  EXPECT_NE(FailureOf([&] { (void)session.LoadProgramText("PROGRAM"); }), "nothing failed");
  const Program program = session.LoadProgram(shop);
  EXPECT_EQ(FailureOf([&] { (void)program.Run({.tolerance = 2}); }), "program-tolerance");
  EXPECT_EQ(FailureOf([&] { (void)program.Run({.max_step = std::nan("")}); }), "program-option");
  EXPECT_EQ(FailureOf([&] { (void)program.Run({.replications = 0}); }), "program-replications");
  std::filesystem::remove(shop);
  EXPECT_NE(FailureOf([&] { (void)program.Run(); }), "nothing failed");
}

// The runs up to the failure remain.
TEST(ApiProgram, WhatEndsEarlyLeavesItsRuns) {
  const Program program = Session().LoadProgramText(kShop);
  int n = 0;
  try {
    (void)program.Run({.replications = 50, .goes_on = [&] { return ++n < 30; }});
    FAIL() << "nothing failed";
  } catch (const Error& error) {
    const Experiment experiment = error.TakeExperiment();
    ASSERT_TRUE(experiment);
    EXPECT_GT(experiment.n_runs(), 0U);
    EXPECT_LT(experiment.n_runs(), 50U);
    EXPECT_FALSE(error.TakeExperiment());
    EXPECT_FALSE(error.TakeResult());
  }
}

}  // namespace

}  // namespace kerf::api_test
