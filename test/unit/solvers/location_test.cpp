// State events by every method of location, on models whose event times are known.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "run_with.h"
#include "runtime/executive.h"

namespace kerf::solvers {
namespace {

using runtime::Describe;
using runtime::Location;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::CodeStep;
using runtime::testing::Recorder;
using runtime::testing::StateRelation;
using runtime::testing::TestModel;

constexpr std::array kRepeated = {Location::Bisection, Location::RegulaFalsi, Location::Generalised,
                                  Location::Hermite};

auto RunToEnd(std::string_view name, TestModel& m, const RunOptions& options, Recorder& recorder)
    -> RunResult {
  const RunResult result = RunWith(name, m, options, recorder);
  EXPECT_EQ(result.status, StepStatus::Ok) << name << ": " << Describe(result.failure);
  return result;
}

// The thyristor chopper of Cellier 1979, Fig. 3.4. Slots 1 to 4: IL, ISP, UC, UZ; 9: the current less its
// reference, on the side of the band that counts; 10: whether the thyristor conducts.
namespace chopper {

const double kPi = std::numbers::pi;
const double kWf = 100 * kPi / 3;
const double kBt = 200;
const double kX = 2.0 / (20 * 20) + 0.075 * 5 / 100 + 0.075 * 10 / 100;
const double kXcsp = 1 / (0.024868 * kWf);
const double kXsp = kXcsp / 4;
const double kXcs = 1 / (0.03 * kWf);
const double kUld = 750 * std::sqrt(2.0);
const double kYp = 7.5e6 * 2 / kUld;
const double kC1 = (kYp + kBt / 2) * kUld / (2 * 1200);

void Values(const void*, double* w) {
  w[5] = (kUld * std::sin(w[0]) - w[10] * w[4]) / kX;
  w[6] = (w[4] - w[3]) / kXsp;
  w[7] = kXcsp * w[2];
  w[8] = kXcs * (w[10] * w[1] - w[2] - kC1);
  w[9] = w[1] - kYp * std::sin(w[0]) + (w[10] != 0 ? kBt : -kBt);
}

void Tangents(const void*, double* w) {
  double* d = w + 11;
  d[5] = (kUld * std::cos(w[0]) * d[0] - w[10] * d[4]) / kX;
  d[6] = (d[4] - d[3]) / kXsp;
  d[7] = kXcsp * d[2];
  d[8] = kXcs * (w[10] * d[1] - d[2]);
  d[9] = d[1] - kYp * std::cos(w[0]) * d[0];
}

auto Model() -> TestModel {
  TestModel m({0, -kC1, 1400, 1200}, 2);
  m.derivative = {CodeStep(Values, Tangents)};
  m.relations = {StateRelation(KERF_GREATER, 9, 10)};
  return m;
}

}  // namespace chopper

TEST(Chopper, EventsAndEndValuesToTheDigitsKnown) {
  for (const Location location : {Location::Interpolation, Location::Generalised, Location::Hermite}) {
    TestModel m = chopper::Model();
    Recorder recorder(11);
    const RunOptions options{.stop = 3, .tolerance = 1e-12, .intervals = 6, .location = location};
    const RunResult result = RunToEnd("rks", m, options, recorder);
    EXPECT_EQ(result.statistics.state_events, 164U);
    const std::vector<double> times = recorder.EventTimes();
    const std::array first = {0.440446164, 0.447605015, 0.472149905, 0.479597811, 0.501485897};
    for (size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(times[k], first[k], 1e-9);
    EXPECT_NEAR(times.back(), 2.993567156, 1e-9);
    const auto& end = recorder.last().w;
    EXPECT_NEAR(end[1], 1946.350254, 1e-5);
    EXPECT_NEAR(end[2], -5625.175386, 1e-5);
    EXPECT_NEAR(end[3], 1781.896024, 1e-5);
    EXPECT_NEAR(end[4], 1184.522785, 1e-5);
    EXPECT_TRUE(result.poor_locations.empty());
  }
}

// As in the thesis: errors of 1e-3, inverse Hermite to 1e-13, bisection to 1e-3.
TEST(Chopper, InverseHermiteCostsAThirdOfBisection) {
  const auto run = [](Location location, double tolerance) {
    TestModel m = chopper::Model();
    Recorder recorder(11);
    const RunOptions options{.stop = 3,
                             .tolerance = 1e-3,
                             .intervals = 1,
                             .max_step = 6e-3,
                             .location = location,
                             .location_tolerance = tolerance};
    const RunResult result = RunToEnd("rks", m, options, recorder);
    EXPECT_EQ(result.statistics.state_events, 164U);
    EXPECT_NEAR(recorder.last().w[1], 1946.35, 5);
    return result.statistics;
  };
  const auto hermite = run(Location::Hermite, 1e-13);
  const auto bisection = run(Location::Bisection, 1e-3);
  EXPECT_LE(2.9 * static_cast<double>(hermite.rhs_evaluations),
            static_cast<double>(bisection.rhs_evaluations));
  EXPECT_LT(hermite.location_trials, 3U * 164);
  EXPECT_GT(bisection.location_trials, 12U * 164);
}

class EachStepper : public ::testing::TestWithParam<std::string> {};

TEST_P(EachStepper, LocatesByRepeatedSteps) {
  const bool is_first_order = GetParam() == "euler" || GetParam() == "ieuler";
  for (const Location location : kRepeated) {
    TestModel m = runtime::testing::TwoSprings();
    Recorder recorder(7);
    const RunOptions options{.stop = 7,
                             .tolerance = is_first_order ? 1e-8 : 1e-11,
                             .intervals = 70,
                             .initial_step = 1e-3,
                             .location = location};
    const RunResult result = RunToEnd(GetParam(), m, options, recorder);
    const std::vector<double> times = recorder.EventTimes();
    ASSERT_EQ(times.size(), 3U) << static_cast<int>(location);
    const double accuracy = is_first_order ? 2e-2 : 1e-8;
    EXPECT_NEAR(times[0], std::numbers::pi / 2, accuracy);
    EXPECT_NEAR(times[1], std::numbers::pi, accuracy);
    EXPECT_NEAR(times[2], 2 * std::numbers::pi, accuracy);
    EXPECT_GT(result.statistics.location_trials, 0U);
    // Points between the ends of the steps are those of the steps as they were taken at last.
    for (const auto& sample : recorder.samples) {
      if (sample.t > 1.5) continue;
      EXPECT_NEAR(sample.w[1], std::cos(sample.t), accuracy) << sample.t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, EachStepper,
                         ::testing::Values("dopri5", "rks", "england", "fehlberg56", "fehlberg89", "rk4",
                                           "euler", "ieuler", "radau"),
                         [](const auto& each) { return each.param; });

TEST(Location, OthersInterpolateWhateverIsAsked) {
  for (const char* name : {"cvode", "adams", "ida", "erk", "dirk"}) {
    TestModel m = runtime::testing::TwoSprings();
    Recorder recorder(7);
    const RunOptions options{.stop = 7, .tolerance = 1e-9, .location = Location::Bisection};
    const RunResult result = RunToEnd(name, m, options, recorder);
    EXPECT_EQ(recorder.EventTimes().size(), 3U) << name;
    EXPECT_EQ(result.statistics.location_trials, 0U) << name;
  }
}

// x' = 1 from 0; conditions x > 0.301 (slots 3, 4), x > 0.305 (5, 6) and the first once more (7, 8) all fall
// into one step.
auto ThreeThresholds() -> TestModel {
  TestModel m({0}, 6);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[2] = 1;
    w[3] = w[1] * w[1] - 0.301 * 0.301;
    w[5] = w[1] - 0.305;
    w[7] = w[3];
  })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4), StateRelation(KERF_GREATER, 5, 6),
                 StateRelation(KERF_GREATER, 7, 8)};
  return m;
}

TEST(Location, TheEarliestOfSeveralCrossingsComesFirst) {
  for (const Location location : kRepeated) {
    TestModel m = ThreeThresholds();
    Recorder recorder(9);
    const RunOptions options{.stop = 1, .initial_step = 0.1, .max_step = 0.1, .location = location};
    RunToEnd("rk4", m, options, recorder);
    const std::vector<double> times = recorder.EventTimes();
    // The same function given twice changes both its relations in one event.
    ASSERT_EQ(times.size(), 2U) << static_cast<int>(location);
    EXPECT_NEAR(times[0], 0.301, 1e-14);
    EXPECT_NEAR(times[1], 0.305, 1e-14);
    for (const auto& sample : recorder.samples) {
      EXPECT_EQ(sample.w[4], sample.w[8]);
      if (sample.kind != runtime::PointKind::Regular) continue;
      EXPECT_EQ(sample.w[6] != 0, sample.t > 0.305);
    }
  }
}

TEST(Location, EachConditionHasItsOwnMethodAndTolerance) {
  TestModel m = ThreeThresholds();
  m.relations[0].location = KERF_LOCATE_BISECTION;
  m.relations[0].tolerance = 1e-3;
  m.relations[1].location = KERF_LOCATE_HERMITE;
  m.relations.pop_back();
  Recorder recorder(9);
  const RunResult result = RunToEnd("rk4", m, {.stop = 1, .initial_step = 0.1, .max_step = 0.1}, recorder);
  const std::vector<double> times = recorder.EventTimes();
  ASSERT_EQ(times.size(), 2U);
  EXPECT_NEAR(times[0], 0.301, 1e-3 / 0.6);
  EXPECT_GT(std::abs(times[0] - 0.301), 1e-6);
  EXPECT_NEAR(times[1], 0.305, 1e-14);
  EXPECT_LT(result.statistics.location_trials, 14U);
}

// x = cos t; the condition x > 0.5 (slots 5, 6) changes at pi/3 + 2 k pi downwards and 5 pi/3 upwards.
auto Swing() -> TestModel {
  TestModel m({1, 0}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[2];
        w[4] = -w[1];
        w[5] = w[1] - 0.5;
      },
      [](const void*, double* w) {
        double* d = w + 7;
        d[3] = d[2];
        d[4] = -d[1];
        d[5] = d[1];
      })};
  m.relations = {StateRelation(KERF_GREATER, 5, 6)};
  return m;
}

TEST(Location, DirectionFiltersEvents) {
  const double pi = std::numbers::pi;
  for (const char* name : {"cvode", "ida", "dirk", "dopri5", "rks", "radau"}) {
    for (const int direction : {1, -1}) {
      for (const KerfLocation location : {KERF_LOCATE_DEFAULT, KERF_LOCATE_HERMITE}) {
        TestModel m = Swing();
        m.relations[0].direction = direction;
        m.relations[0].location = location;
        Recorder recorder(7);
        RunToEnd(name, m, {.stop = 13, .tolerance = 1e-9, .intervals = 130}, recorder);
        const std::vector<double> times = recorder.EventTimes();
        ASSERT_EQ(times.size(), 2U) << name << " " << direction;
        EXPECT_NEAR(times[0], direction > 0 ? 5 * pi / 3 : pi / 3, 1e-6) << name;
        EXPECT_NEAR(times[1], direction > 0 ? 11 * pi / 3 : 7 * pi / 3, 1e-6) << name;
        // The held value follows in both directions, though late in one of them.
        EXPECT_EQ(recorder.last().w[6], 1);
        EXPECT_EQ(recorder.samples[20].w[6], 0);
      }
    }
  }
}

TEST(Location, ABlindFirstStepSeesNothing) {
  // x' = 1 from -0.01: the crossing of 0 lies in the first step of 0.1.
  for (const uint32_t is_blind : {0U, 1U}) {
    TestModel m({-0.01}, 2);
    m.derivative = {CodeStep([](const void*, double* w) {
      w[2] = 1;
      w[3] = w[1];
    })};
    m.relations = {StateRelation(KERF_GREATER, 3, 4)};
    m.relations[0].is_blind_first_step = is_blind;
    Recorder recorder(5);
    RunToEnd("rk4", m, {.stop = 1, .intervals = 10, .initial_step = 0.1}, recorder);
    EXPECT_EQ(recorder.EventTimes().size(), is_blind != 0 ? 0U : 1U);
    EXPECT_EQ(recorder.last().w[4], 1);
  }
}

// z = (t - 0.525)² - 0.01², below 0 between 0.515 and 0.535, while steps are 0.1.
auto ShortDip() -> TestModel {
  TestModel m({0}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[2] = 1;
        w[3] = (w[1] - 0.525) * (w[1] - 0.525) - 1e-4;
      },
      [](const void*, double* w) {
        w[5 + 2] = 0;
        w[5 + 3] = 2 * (w[1] - 0.525) * w[5 + 1];
      })};
  m.relations = {StateRelation(KERF_LESS, 3, 4)};
  return m;
}

TEST(Location, ShortLivingCrossingsAreFound) {
  for (const Location location :
       {Location::Default, Location::Bisection, Location::Generalised, Location::Hermite}) {
    for (const bool seeks : {false, true}) {
      TestModel m = ShortDip();
      Recorder recorder(5);
      const RunOptions options{.stop = 1,
                               .intervals = 10,
                               .initial_step = 0.1,
                               .max_step = 0.1,
                               .location = location,
                               .seeks_short_crossings = seeks};
      RunToEnd("rk4", m, options, recorder);
      const std::vector<double> times = recorder.EventTimes();
      ASSERT_EQ(times.size(), 2U) << static_cast<int>(location) << seeks;
      EXPECT_NEAR(times[0], 0.515, 1e-12);
      EXPECT_NEAR(times[1], 0.535, 1e-12);
    }
  }
}

TEST(Location, RegulaFalsiThatCreepsIsReported) {
  // z = x³⁰ - 10⁻¹² with x = t: almost 0 for long, then steep.
  TestModel m({0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[2] = 1;
    w[3] = std::pow(w[1], 30) - 1e-12;
  })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4)};
  Recorder recorder(5);
  const RunOptions options{
      .stop = 1, .intervals = 1, .initial_step = 1, .max_step = 1, .location = Location::RegulaFalsi};
  const RunResult result = RunToEnd("rk4", m, options, recorder);
  ASSERT_EQ(result.poor_locations.size(), 1U);
  EXPECT_EQ(result.poor_locations[0].relation, 0U);
  EXPECT_GT(result.poor_locations[0].width, 0.1);
  TestModel again({0}, 2);
  again.derivative = m.derivative;
  again.relations = m.relations;
  RunOptions better = options;
  better.location = Location::Hermite;
  Recorder good(5);
  EXPECT_TRUE(RunToEnd("rk4", again, better, good).poor_locations.empty());
  EXPECT_NEAR(good.EventTimes()[0], std::pow(10, -0.4), 1e-9);
}

}  // namespace
}  // namespace kerf::solvers
