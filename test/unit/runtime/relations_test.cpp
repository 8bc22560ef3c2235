// Relations by themselves: root functions, crossings, the band around 0, equality; and the root finder.
#include "runtime/relations.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/classic_integrators.h"
#include "runtime/root_finder.h"
#include "runtime/time_schedule.h"
#include "test_models.h"

namespace kerf::runtime {
namespace {

using testing::CodeStep;
using testing::Recorder;
using testing::StateRelation;
using testing::TestModel;

// One relation with its function in slot 1 and its value in slot 2.
struct OneRelation {
  explicit OneRelation(KerfRelationKind kind) : m({}, 2) {
    m.relations = {StateRelation(kind, 1, 2)};
    m.Finish();
  }
  TestModel m;
};

auto ValueAt(KerfRelationKind kind, double f) -> double {
  OneRelation one(kind);
  Relations relations(one.m.model);
  std::array<double, 3> w = {0, f, 0};
  std::vector<uint32_t> changed;
  relations.Initialise(w.data(), {});
  relations.FollowFunctions(w.data(), true, changed);
  return w[2];
}

TEST(Relations, ExactValues) {
  EXPECT_EQ(ValueAt(KERF_LESS, -1e-300), 1);
  EXPECT_EQ(ValueAt(KERF_LESS, 0), 0);
  EXPECT_EQ(ValueAt(KERF_LESS_EQUAL, 0), 1);
  EXPECT_EQ(ValueAt(KERF_GREATER, 0), 0);
  EXPECT_EQ(ValueAt(KERF_GREATER_EQUAL, 0), 1);
  EXPECT_EQ(ValueAt(KERF_EQUAL, 0), 1);
  EXPECT_EQ(ValueAt(KERF_NOT_EQUAL, 0), 0);
  EXPECT_EQ(ValueAt(KERF_NOT_EQUAL, 1e-9), 1);
  EXPECT_EQ(ValueAt(KERF_FLOOR, -0.25), -1);
  EXPECT_EQ(ValueAt(KERF_FLOOR, 3), 3);
}

auto SideAt(KerfRelationKind kind, double held) -> int {
  OneRelation one(kind);
  const Relations relations(one.m.model);
  const std::array<double, 3> w = {0, 0, held};
  std::array<int, 2> sides = {7, 7};
  std::array<double, 2> bands = {};
  std::array<double, 2> blurs = {};
  relations.RootSides(w.data(), sides, bands, blurs);
  // The upper end of floor's interval has a root function of its own.
  if (kind == KERF_FLOOR) {
    EXPECT_EQ(sides[1], sides[0]);
  }
  return sides[0];
}

TEST(Relations, AHeldValueKeepsItsFunctionOnOneSide) {
  EXPECT_EQ(SideAt(KERF_LESS, 1), -1);
  EXPECT_EQ(SideAt(KERF_LESS, 0), 1);
  EXPECT_EQ(SideAt(KERF_GREATER_EQUAL, 1), 1);
  EXPECT_EQ(SideAt(KERF_GREATER_EQUAL, 0), -1);
  // Equality ends where |f| leaves the band; f that is not 0 may come from either side.
  EXPECT_EQ(SideAt(KERF_EQUAL, 1), -1);
  EXPECT_EQ(SideAt(KERF_EQUAL, 0), 0);
  EXPECT_EQ(SideAt(KERF_FLOOR, 3), 1);
}

TEST(Relations, ACrossingIsNotTakenBackForNoise) {
  OneRelation one(KERF_GREATER);
  Relations relations(one.m.model);
  for (const double noise : {0.0, 1e-6}) {
    // Found while f came from -1; the equations then say -1e-7.
    std::array<double, 3> w = {0, -1, 0};
    std::vector<uint32_t> changed;
    relations.Initialise(w.data(), {});
    relations.CheckStep(w.data());
    relations.set_noise(noise);
    relations.BeginEvent();
    w[1] = 1e-15;
    relations.ApplyCrossing(w.data(), {0, 1});
    w[1] = -1e-7;
    relations.FollowFunctions(w.data(), false, changed);
    EXPECT_EQ(w[2], noise > 0 ? 1 : 0);
  }
}

TEST(Relations, RoundingErrorsDoNotFlipButExactZeroDoes) {
  OneRelation one(KERF_GREATER_EQUAL);
  Relations relations(one.m.model);
  std::array<double, 3> w = {0, -1, 0};
  std::vector<uint32_t> changed;
  relations.CheckStep(w.data());
  relations.BeginEvent();
  w[1] = 1e-14;
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 0);
  w[1] = 0;
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 1);
  w[1] = -1e-14;
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 1);
  w[1] = -1e-6;
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 0);
}

TEST(Relations, CrossingDecidesAgainstTheFunctionOnItsBoundary) {
  OneRelation one(KERF_LESS_EQUAL);
  Relations relations(one.m.model);
  std::array<double, 3> w = {0, 0, 1};
  std::vector<uint32_t> changed;
  relations.BeginEvent();
  relations.ApplyCrossing(w.data(), {0, 1});
  EXPECT_EQ(w[2], 0);
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 0);
}

// A function a rounding error beyond the boundary that goes on: no root will show it.
TEST(Relations, SlopeDecidesInTheBand) {
  OneRelation one(KERF_GREATER);
  Relations relations(one.m.model);
  std::array<double, 3> w = {0, 1, 1};
  relations.CheckStep(w.data());
  relations.BeginEvent();
  w[1] = 1e-14;
  EXPECT_FALSE(relations.HasBoundary(w.data()));
  w[1] = -1e-14;
  EXPECT_TRUE(relations.HasBoundary(w.data()));
  const std::array<double, 1> back = {1};
  const std::array<double, 1> rest = {0};
  const std::array<double, 1> on = {-1};
  EXPECT_FALSE(relations.FollowSlopes(w.data(), back));
  EXPECT_FALSE(relations.FollowSlopes(w.data(), rest));
  EXPECT_TRUE(relations.FollowSlopes(w.data(), on));
  EXPECT_EQ(w[2], 0);
  // Where it leads back it has the old value again, and that is all at one event.
  w[1] = 0;
  EXPECT_TRUE(relations.FollowSlopes(w.data(), back));
  EXPECT_EQ(w[2], 1);
  EXPECT_FALSE(relations.FollowSlopes(w.data(), on));
  relations.BeginEvent();
  EXPECT_TRUE(relations.FollowSlopes(w.data(), on));
  EXPECT_EQ(w[2], 0);
  // At the next event it still rests there, and has not forgotten.
  std::vector<uint32_t> changed;
  relations.CheckStep(w.data());
  relations.BeginEvent();
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_EQ(w[2], 0);
  EXPECT_TRUE(relations.FollowSlopes(w.data(), back));
  EXPECT_EQ(w[2], 1);
}

TEST(Relations, NotANumberKeepsTheValueAndItsSide) {
  OneRelation one(KERF_LESS);
  Relations relations(one.m.model);
  std::array<double, 3> w = {0, std::numeric_limits<double>::quiet_NaN(), 1};
  std::vector<uint32_t> changed;
  relations.FollowFunctions(w.data(), false, changed);
  EXPECT_TRUE(changed.empty());
  double root = 0;
  relations.RootValues(w.data(), &root);
  EXPECT_LT(root, 0);
}

TEST(Relations, EqualityEndsWhereTheFunctionLeavesZero) {
  // x' = 0 until 1, then 1; x == 0 ends at 1.
  TestModel m({0}, 6);
  m.start[6] = 1;
  m.start[7] = 1;
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[1];
    w[2] = w[5] != 0 ? 1 : 0;
  })};
  m.relations = {StateRelation(KERF_EQUAL, 3, 4), testing::TimeRelation(KERF_GREATER_EQUAL, 8, 5, 6, 7)};
  Recorder recorder(9);
  const auto integrator = MakeDormandPrince();
  const RunResult result =
      Simulate(m.Finish(), *integrator, MakeDenseSolver, {.stop = 2, .intervals = 4}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.samples.front().w[4], 1);
  EXPECT_EQ(recorder.last().w[4], 0);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{1});
}

TEST(Schedule, MergesInstantsThatDifferByRounding) {
  TestModel m({}, 6);
  m.relations = {testing::TimeRelation(KERF_LESS, 1, 2, 3, 5), testing::TimeRelation(KERF_LESS, 1, 2, 4, 5)};
  m.input_events = {0.5, 2};
  m.start[3] = 0.1 + 0.2;
  m.start[4] = 0.3;
  TimeSchedule schedule;
  schedule.Load(m.Finish(), m.start.data());
  EXPECT_EQ(schedule.Next(0).time, 0.3);
  EXPECT_FALSE(schedule.Next(0).is_input);
  EXPECT_EQ(schedule.Next(0.3).time, 0.5);
  EXPECT_TRUE(schedule.Next(0.3).is_input);
  EXPECT_EQ(schedule.Next(std::nextafter(0.5, 0)).time, 2);
  EXPECT_EQ(schedule.Next(2).time, std::numeric_limits<double>::infinity());
}

TEST(RootFinder, FindsTheFirstOfSeveralAndItsDirection) {
  RootFinder finder;
  const std::vector<RootSettings> settings(3);
  int n_evaluations = 0;
  const RootFinder::Evaluate evaluate = [&](double t, double* values) {
    ++n_evaluations;
    values[0] = std::exp(t) - 8;
    values[1] = std::cos(t);
    // Starts at 0, which is no root.
    values[2] = t * t;
    return StepStatus::Ok;
  };
  std::vector<double> low(3);
  std::vector<double> high(3);
  evaluate(0, low.data());
  evaluate(3, high.data());
  double t = 3;
  ASSERT_EQ(finder.Narrow(settings, 0, low, t, high, evaluate), StepStatus::Ok);
  EXPECT_NEAR(t, std::numbers::pi / 2, 1e-14);
  ASSERT_EQ(finder.crossings().size(), 1U);
  EXPECT_EQ(finder.crossings()[0].root, 1U);
  EXPECT_EQ(finder.crossings()[0].direction, -1);
  EXPECT_LT(n_evaluations, 30);
  low = high;
  const double begin = t;
  t = 3;
  evaluate(3, high.data());
  ASSERT_EQ(finder.Narrow(settings, begin, low, t, high, evaluate), StepStatus::Ok);
  EXPECT_NEAR(t, std::log(8), 1e-14);
  EXPECT_EQ(finder.crossings()[0].direction, 1);
}

}  // namespace
}  // namespace kerf::runtime
