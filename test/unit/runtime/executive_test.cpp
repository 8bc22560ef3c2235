// The executive with the integrators of its own folder: time, events, output points and failures.
#include "runtime/executive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "runtime/classic_integrators.h"
#include "test_models.h"

namespace kerf::runtime {
namespace {

using testing::CodeStep;
using testing::Recorder;
using testing::StateRelation;
using testing::TestModel;

auto RunDopri(TestModel& m, const RunOptions& options, Recorder& recorder) -> RunResult {
  const auto integrator = MakeDormandPrince();
  return Simulate(m.Finish(), *integrator, MakeDenseSolver, options, recorder);
}

TEST(Executive, ShowsAllCommunicationPointsFromDenseOutput) {
  TestModel m = testing::Decay();
  Recorder recorder(3);
  RunOptions options{.start = 0, .stop = 2, .tolerance = 1e-9, .intervals = 200};
  const RunResult result = RunDopri(m, options, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  ASSERT_EQ(recorder.samples.size(), 201U);
  for (size_t k = 0; k <= 200; ++k) {
    EXPECT_EQ(recorder.samples[k].t, k == 200 ? 2 : 2.0 * static_cast<double>(k) / 200);
    EXPECT_NEAR(recorder.samples[k].w[1], std::exp(-recorder.samples[k].t), 1e-8);
    EXPECT_EQ(recorder.samples[k].w[2], -recorder.samples[k].w[1]);
  }
  EXPECT_LT(result.statistics.steps, 100U);
  EXPECT_EQ(recorder.last().t, 2);
}

TEST(Executive, EveryStepAddsPoints) {
  TestModel m = testing::Decay();
  Recorder recorder(3);
  RunOptions options{.stop = 2, .tolerance = 1e-8, .intervals = 1, .every_step = true};
  const RunResult result = RunDopri(m, options, recorder);
  EXPECT_EQ(recorder.samples.size(), result.statistics.steps + 1);
}

TEST(Executive, EqualStartAndStopGiveOnePoint) {
  TestModel m = testing::Decay();
  Recorder recorder(3);
  EXPECT_EQ(RunDopri(m, {.start = 1, .stop = 1}, recorder).status, StepStatus::Ok);
  ASSERT_EQ(recorder.samples.size(), 1U);
  EXPECT_EQ(recorder.last().w[2], -1);
}

TEST(Executive, RunsBackwards) {
  TestModel m = testing::Decay();
  Recorder recorder(3);
  const RunResult result = RunDopri(m, {.start = 1, .stop = 0, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  ASSERT_EQ(recorder.samples.size(), 11U);
  for (size_t k = 0; k < recorder.samples.size(); ++k) {
    const auto& sample = recorder.samples[k];
    EXPECT_NEAR(sample.t, 1 - 0.1 * static_cast<double>(k), 1e-15);
    EXPECT_NEAR(sample.w[1], std::exp(1 - sample.t), 1e-5);
    EXPECT_NEAR(sample.w[2], -std::exp(1 - sample.t), 1e-5);
  }
}

TEST(Executive, StopsOnRequestAndAtTheStepLimit) {
  TestModel m = testing::Oscillator();
  Recorder recorder(5);
  recorder.stop_after = 5;
  const RunResult stopped = RunDopri(m, {.stop = 100, .tolerance = 1e-8}, recorder);
  EXPECT_EQ(stopped.status, StepStatus::Stopped);
  EXPECT_EQ(stopped.statistics.steps, 5U);
  Recorder other(5);
  const RunResult limited = RunDopri(m, {.stop = 100, .tolerance = 1e-8, .max_steps = 7}, other);
  EXPECT_EQ(limited.status, StepStatus::TooManySteps);
  EXPECT_GT(limited.failure.time, 0);
}

TEST(Executive, TimeEventsAreExact) {
  TestModel m = testing::TimeSwitch();
  Recorder recorder(7);
  const RunResult result = RunDopri(m, {.stop = 1, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{0.3});
  EXPECT_EQ(result.statistics.time_events, 1U);
  EXPECT_EQ(result.statistics.state_events, 0U);
  EXPECT_NEAR(recorder.last().w[1], 0.3 - 2 * 0.7, 1e-14);
  // The point at 0.3 is shown by the event, before and after, and by nothing else.
  EXPECT_EQ(recorder.samples.size(), 12U);
  EXPECT_EQ(recorder.samples[3].kind, PointKind::BeforeEvent);
  EXPECT_EQ(recorder.samples[3].w[2], 1);
  EXPECT_EQ(recorder.samples[4].kind, PointKind::AfterEvent);
  EXPECT_EQ(recorder.samples[4].w[2], -2);
}

TEST(Executive, TimeEventAtStopAndAtStart) {
  TestModel m = testing::TimeSwitch();
  Recorder at_stop(7);
  EXPECT_EQ(RunDopri(m, {.stop = 0.3, .intervals = 3}, at_stop).status, StepStatus::Ok);
  EXPECT_EQ(at_stop.last().kind, PointKind::AfterEvent);
  EXPECT_EQ(at_stop.last().w[2], -2);
  Recorder at_start(7);
  EXPECT_EQ(RunDopri(m, {.start = 0.3, .stop = 1}, at_start).status, StepStatus::Ok);
  EXPECT_TRUE(at_start.EventTimes().empty());
  EXPECT_EQ(at_start.samples.front().w[2], -2);
}

TEST(Executive, StateEventsAtClosedFormTimes) {
  TestModel m = testing::TwoSprings();
  Recorder recorder(7);
  const RunResult result = RunDopri(m, {.stop = 10, .tolerance = 1e-10, .intervals = 50}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  const std::vector<double> times = recorder.EventTimes();
  const double pi = std::numbers::pi;
  const std::vector<double> expected = {pi / 2, pi, 2 * pi, 2.5 * pi};
  ASSERT_EQ(times.size(), expected.size());
  for (size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-8);
  EXPECT_EQ(result.statistics.state_events, 4U);
}

TEST(Executive, RelationOnItsBoundaryAtTheStartGoesWithTheFlow) {
  // x' = if x > 0 then 2 else 1 from 0: exactly 0 is not greater, but everything after is.
  TestModel m({0}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[1];
        w[2] = w[4] != 0 ? 2 : 1;
      },
      [](const void*, double* w) {
        w[5 + 3] = w[5 + 1];
        w[5 + 2] = 0;
      })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4)};
  Recorder recorder(5);
  ASSERT_EQ(RunDopri(m, {.stop = 1}, recorder).status, StepStatus::Ok);
  EXPECT_NEAR(recorder.last().w[1], 2, 1e-12);
  EXPECT_EQ(recorder.samples[0].w[2], 1);
  EXPECT_EQ(recorder.samples[1].kind, PointKind::AfterEvent);
  EXPECT_EQ(recorder.samples[1].w[2], 2);
}

TEST(Executive, FloorMakesStairsUpAndDown) {
  // x = 3.5 sin t; slot 4: the value of floor(x), 3: x.
  TestModel m({0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[1];
    w[2] = 3.5 * std::cos(w[0]);
  })};
  m.relations = {StateRelation(KERF_FLOOR, 3, 4)};
  Recorder recorder(5);
  const double pi = std::numbers::pi;
  ASSERT_EQ(RunDopri(m, {.stop = 2 * pi - 0.01, .tolerance = 1e-10}, recorder).status, StepStatus::Ok);
  std::vector<double> levels;
  for (const testing::Sample& sample : recorder.samples) {
    if (sample.kind == PointKind::AfterEvent) levels.push_back(sample.w[4]);
    if (sample.kind != PointKind::Regular) continue;
    EXPECT_EQ(sample.w[4], std::floor(sample.w[1])) << sample.t;
  }
  EXPECT_EQ(levels, (std::vector<double>{1, 2, 3, 2, 1, 0, -1, -2, -3, -4, -3, -2, -1}));
  EXPECT_NEAR(recorder.EventTimes()[1], std::asin(2 / 3.5), 1e-8);
}

TEST(Executive, ChatteringIsNamed) {
  for (const double x : {-0.5, 0.5, 0.0}) {
    TestModel m = testing::Sliding(x);
    Recorder recorder(5);
    const RunResult result = RunDopri(m, {.stop = 1}, recorder);
    EXPECT_EQ(result.status, StepStatus::TooManyEvents) << Describe(result.failure);
    EXPECT_EQ(result.failure.relations, std::vector<uint32_t>{0});
    // At the start nothing tells yet how large x is usually.
    EXPECT_NEAR(result.failure.time, std::abs(x), x == 0 ? 0.02 : 1e-6);
  }
}

TEST(Executive, ModelWithoutStates) {
  // Slot 1: sin(time) - 0.5, 2: greater than 0; one time event at 2.
  TestModel m({}, 5);
  m.once = {CodeStep([](const void*, double* w) {
    w[4] = 2;
    w[5] = 1;
  })};
  m.derivative = {CodeStep([](const void*, double* w) { w[1] = std::sin(w[0]) - 0.5; })};
  m.relations = {StateRelation(KERF_GREATER, 1, 2), testing::TimeRelation(KERF_GREATER_EQUAL, 0, 3, 4, 5)};
  Recorder recorder(6);
  const RunResult result = RunDopri(m, {.stop = 5, .intervals = 7}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  const std::vector<double> times = recorder.EventTimes();
  ASSERT_EQ(times.size(), 3U);
  EXPECT_NEAR(times[0], std::numbers::pi / 6, 1e-14);
  EXPECT_EQ(times[1], 2);
  EXPECT_NEAR(times[2], std::numbers::pi * 5 / 6, 1e-14);
  EXPECT_EQ(recorder.samples.size(), 8U + 6U);
  EXPECT_EQ(recorder.last().w[3], 1);
}

TEST(Executive, InputEventsKeepTheirLeftLimit) {
  // x' = u with u jumping from 1 to 5 at 0.7, right-continuous; no step may see the 5 before.
  TestModel m({0}, 1);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[0] >= 0.7 ? 5 : 1;
    w[2] = w[3];
  })};
  m.input_events = {0.7};
  Recorder recorder(4);
  const RunResult result = RunDopri(m, {.stop = 1, .intervals = 1}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_NEAR(recorder.last().w[1], 0.7 + 1.5, 1e-14);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{0.7});
  EXPECT_EQ(recorder.samples[1].w[3], 1);
  EXPECT_EQ(recorder.samples[2].w[3], 5);
  EXPECT_EQ(result.statistics.rejected, 0U);
}

TEST(Executive, AssertionsAreToldOncePerCause) {
  // x = sin t; valid while x > -0.5.
  TestModel m({0}, 1);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = std::cos(w[0]); })};
  m.output = {CodeStep([](const void*, double* w) { w[3] = w[1] > -0.5 ? 1 : 0; })};
  m.assertions = {{3, 0, 0}};
  Recorder recorder(4);
  const RunOptions options{.stop = 4 * std::numbers::pi, .intervals = 10, .max_step = 0.05};
  ASSERT_EQ(RunDopri(m, options, recorder).status, StepStatus::Ok);
  ASSERT_EQ(recorder.violations.size(), 2U);
  EXPECT_NEAR(recorder.violations[0].second, std::numbers::pi * 7 / 6, 0.05);
  EXPECT_NEAR(recorder.violations[1].second, std::numbers::pi * 19 / 6, 0.05);
}

TEST(Executive, AssertionThatIsAnErrorEndsTheRunWithItsPointShown) {
  // x = t; valid while x < 0.5.
  TestModel m({0}, 1);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = 1; })};
  m.output = {CodeStep([](const void*, double* w) { w[3] = w[1] < 0.5 ? 1 : 0; })};
  m.assertions = {{3, 1, 0}};
  Recorder recorder(4);
  const RunResult result = RunDopri(m, {.stop = 1, .intervals = 10}, recorder);
  EXPECT_EQ(result.status, StepStatus::AssertionViolated);
  EXPECT_EQ(result.failure.assertion, 0U);
  EXPECT_NEAR(result.failure.time, 0.5, 0.11);
  EXPECT_TRUE(recorder.violations.empty());
  EXPECT_EQ(recorder.samples.back().t, result.failure.time);
}

TEST(Executive, EffectsAtPointsAreCalledWhereTheyAreActiveAndMayEndTheRun) {
  // Called from 0.5 on; fails at 0.8.
  TestModel m({0}, 1);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = 1; })};
  m.output = {CodeStep([](const void*, double* w) { w[3] = w[1] > 0.45 ? 1 : 0; })};
  std::vector<double> called;
  const KerfEffect effect{3, 0,
                          [](void* context, const double* w) -> uint32_t {
                            static_cast<std::vector<double>*>(context)->push_back(w[0]);
                            return w[0] < 0.75 ? 1 : 0;
                          },
                          &called};
  m.model.n_effects = 1;
  m.model.effects = &effect;
  Recorder recorder(4);
  const RunResult result = RunDopri(m, {.stop = 1, .intervals = 10}, recorder);
  EXPECT_EQ(result.status, StepStatus::EffectFailed);
  EXPECT_EQ(result.failure.effect, 0U);
  ASSERT_EQ(called.size(), 4U);
  EXPECT_NEAR(called.front(), 0.5, 1e-12);
  EXPECT_NEAR(called.back(), 0.8, 1e-12);
}

TEST(Executive, WhatRestsWhereItCrossedStaysCrossedAtLaterEvents) {
  // x grows to 0.5 and stops there; slot 3: x - 0.5, exactly 0 from then on; slot 4: whether x > 0.5. An
  // input has corners later.
  TestModel m({0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[4] != 0 ? 0 : w[1] - 0.5;
    w[2] = w[4] != 0 ? 0 : 1;
  })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4)};
  m.input_events = {0.75, 0.8, 0.9};
  Recorder recorder(5);
  const RunResult result = RunDopri(m, {.stop = 2, .intervals = 8}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_EQ(result.statistics.state_events, 1U);
  EXPECT_NEAR(recorder.samples.back().w[1], 0.5, 1e-12);
}

TEST(Executive, ValueThatIsNotFiniteIsReportedWithTimeAndSlot) {
  // Slot 3: 1 - time, 4: its square root; undefined after 1.
  TestModel m({0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) { w[3] = 1 - w[0]; }),
                  CodeStep([](const void*, double* w) { w[4] = std::sqrt(w[3]); }),
                  CodeStep([](const void*, double* w) { w[2] = w[4]; })};
  Recorder recorder(5);
  const RunResult result = RunDopri(m, {.stop = 2, .intervals = 10}, recorder);
  EXPECT_EQ(result.status, StepStatus::NonFinite);
  EXPECT_NEAR(result.failure.time, 1, 1e-6);
  EXPECT_EQ(result.failure.step, 1U);
  EXPECT_EQ(result.failure.slot, 4U);
  const std::string text = Describe(result.failure);
  EXPECT_NE(text.find("not finite"), std::string::npos) << text;
  EXPECT_NE(text.find("slot 4"), std::string::npos) << text;
  EXPECT_GE(recorder.samples.size(), 5U);
}

TEST(Executive, DivisionByZeroAtTheStart) {
  TestModel m({0}, 0);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = 1 / w[1]; })};
  Recorder recorder(3);
  const RunResult result = RunDopri(m, {.start = 3, .stop = 4}, recorder);
  EXPECT_EQ(result.status, StepStatus::NonFinite);
  EXPECT_EQ(result.failure.time, 3);
  EXPECT_EQ(result.failure.slot, 2U);
  EXPECT_TRUE(recorder.samples.empty());
}

}  // namespace
}  // namespace kerf::runtime
