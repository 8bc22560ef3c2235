// All integrators through the executive, and CVODE on what it is for.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "run_with.h"
#include "runtime/executive.h"

namespace kerf::solvers {
namespace {

using runtime::Describe;
using runtime::PointKind;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::CodeStep;
using runtime::testing::Recorder;
using runtime::testing::StateRelation;
using runtime::testing::TestModel;
using runtime::testing::TimeRelation;

TEST(Factory, KnowsItsNamesAndNoOthers) {
  for (const IntegratorName& entry : IntegratorNames())
    EXPECT_NE(MakeIntegrator(entry.name), nullptr) << entry.name;
  EXPECT_EQ(MakeIntegrator("lsodar"), nullptr);
  EXPECT_EQ(IntegratorNames()[0].name, "cvode");
}

class Each : public ::testing::TestWithParam<std::string> {};

auto ErrorAtEnd(const std::string& name, double tolerance, double step) -> double {
  TestModel m = runtime::testing::Oscillator();
  Recorder recorder(5);
  const bool is_fixed = name == "euler" || name == "rk4";
  const RunOptions options{
      .stop = 3, .tolerance = tolerance, .intervals = 30, .initial_step = is_fixed ? step : 0};
  const RunResult result = RunWith(name, m, options, recorder);
  EXPECT_EQ(result.status, StepStatus::Ok) << name << ": " << Describe(result.failure);
  double worst = 0;
  for (const auto& sample : recorder.samples)
    worst = std::max(worst, std::abs(sample.w[1] - std::cos(sample.t)));
  EXPECT_EQ(recorder.samples.size(), 31U) << name;
  return worst;
}

TEST_P(Each, ConvergesOnTheOscillator) {
  const double coarse = ErrorAtEnd(GetParam(), 1e-4, 1e-2);
  const double fine = ErrorAtEnd(GetParam(), 1e-8, 1e-3);
  EXPECT_LT(coarse, 0.05);
  const bool is_first_order = GetParam() == "euler" || GetParam() == "ieuler";
  const double gain = is_first_order ? 0.12 : 1e-2;
  EXPECT_LT(fine, gain * coarse);
}

TEST_P(Each, FindsStateEvents) {
  TestModel m = runtime::testing::TwoSprings();
  Recorder recorder(7);
  const RunOptions options{.stop = 7, .tolerance = 1e-9, .intervals = 70, .initial_step = 1e-4};
  const RunResult result = RunWith(GetParam(), m, options, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  const std::vector<double> times = recorder.EventTimes();
  const double pi = std::numbers::pi;
  ASSERT_EQ(times.size(), 3U);
  const double accuracy = GetParam() == "euler" || GetParam() == "ieuler" ? 2e-3 : 1e-6;
  EXPECT_NEAR(times[0], pi / 2, accuracy);
  EXPECT_NEAR(times[1], pi, accuracy);
  EXPECT_NEAR(times[2], 2 * pi, accuracy);
  // Held values follow the sides.
  for (const auto& sample : recorder.samples) {
    if (sample.kind != PointKind::Regular) continue;
    EXPECT_EQ(sample.w[6], sample.w[1] > 0 ? 1 : 0) << sample.t;
  }
}

TEST_P(Each, MeetsTimeEventsExactly) {
  TestModel m = runtime::testing::TimeSwitch();
  Recorder recorder(7);
  const RunResult result = RunWith(GetParam(), m, {.stop = 1, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{0.3});
  EXPECT_NEAR(recorder.last().w[1], 0.3 - 1.4, 1e-12);
  EXPECT_EQ(recorder.last().t, 1);
}

TEST_P(Each, GetsOverInstantsThatAlmostCoincide) {
  // Two instants a few rounding errors apart, and the stop as close behind them. Slots 3, 4: held; 5, 6:
  // instants; 7: 1.
  TestModel m({0}, 6);
  m.start[5] = 1;
  m.start[6] = 1 + 1.2e-15;
  m.start[7] = 1;
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = w[3] + w[4]; })};
  m.relations = {TimeRelation(KERF_GREATER, 8, 3, 5, 7), TimeRelation(KERF_GREATER, 8, 4, 6, 7)};
  Recorder recorder(9);
  const RunResult result = RunWith(GetParam(), m, {.stop = 1 + 2.5e-15, .intervals = 2}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.EventTimes(), (std::vector<double>{1, 1 + 1.2e-15}));
  EXPECT_EQ(recorder.last().t, 1 + 2.5e-15);
  EXPECT_EQ(recorder.last().w[2], 2);
  EXPECT_EQ(recorder.last().w[0], recorder.last().t);
}

TEST_P(Each, ReportsChattering) {
  TestModel m = runtime::testing::Sliding(-0.5123456);
  Recorder recorder(5);
  const RunResult result = RunWith(GetParam(), m, {.stop = 1, .intervals = 100}, recorder);
  EXPECT_EQ(result.status, StepStatus::TooManyEvents) << Describe(result.failure);
  EXPECT_EQ(result.failure.relations, std::vector<uint32_t>{0});
  EXPECT_NEAR(result.failure.time, 0.5123456, 1e-3);
}

TEST_P(Each, NoticesARelationThatLeavesItsBoundaryTangentially) {
  // x = t^2, x > 0: both x and x' are 0 at the start, so no sign changes anywhere. y' = if x > 0 then 1 else
  // 0.
  TestModel m({0, 0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[5] = w[1];
    w[3] = 2 * w[0];
    w[4] = w[6] != 0 ? 1 : 0;
  })};
  m.relations = {StateRelation(KERF_GREATER, 5, 6)};
  Recorder recorder(7);
  const RunOptions options{.stop = 1, .tolerance = 1e-6, .initial_step = 1e-4};
  ASSERT_EQ(RunWith(GetParam(), m, options, recorder).status, StepStatus::Ok);
  ASSERT_EQ(recorder.EventTimes().size(), 1U);
  EXPECT_LT(recorder.EventTimes()[0], 0.011);
  EXPECT_NEAR(recorder.last().w[2], 1, 0.011);
}

TEST_P(Each, SeesFastFunctionsOfTimeBesideASlowState) {
  // x' = 1 while the root function is sin(10 t + 0.5): 6 crossings in 2.
  TestModel m({0}, 2);
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = std::sin(10 * w[0] + 0.5);
    w[2] = 1;
  })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4)};
  Recorder recorder(5);
  ASSERT_EQ(RunWith(GetParam(), m, {.stop = 2, .intervals = 100}, recorder).status, StepStatus::Ok);
  const std::vector<double> times = recorder.EventTimes();
  ASSERT_EQ(times.size(), 6U);
  for (size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(times[k], (std::numbers::pi * static_cast<double>(k + 1) - 0.5) / 10, 1e-12);
  }
}

TEST_P(Each, RunsBackwardsThroughStateEvents) {
  // The two springs from where they are at 7, on the way back to (1, 0) at 0.
  const double pi = std::numbers::pi;
  const double t0 = 7 - 2 * pi;
  TestModel m = runtime::testing::TwoSprings();
  // At 2 pi the second spring has taken over, with the velocity -1.
  m.start[1] = -std::sin(2 * t0) / 2;
  m.start[2] = -std::cos(2 * t0);
  Recorder recorder(7);
  const RunOptions options{.start = 7, .stop = 0, .tolerance = 1e-9, .intervals = 70, .initial_step = 1e-4};
  const RunResult result = RunWith(GetParam(), m, options, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  const bool is_first_order = GetParam() == "euler" || GetParam() == "ieuler";
  const double accuracy = is_first_order ? 1e-2 : 1e-6;
  const std::vector<double> times = recorder.EventTimes();
  ASSERT_EQ(times.size(), 3U);
  EXPECT_NEAR(times[0], 2 * pi, accuracy);
  EXPECT_NEAR(times[1], pi, accuracy);
  EXPECT_NEAR(times[2], pi / 2, accuracy);
  EXPECT_NEAR(recorder.last().w[1], 1, accuracy);
  EXPECT_EQ(recorder.last().t, 0);
  EXPECT_EQ(result.time, 0);
  for (const auto& sample : recorder.samples) EXPECT_EQ(sample.t, sample.w[0]);
}

TEST_P(Each, MeetsTimeEventsExactlyOnTheWayBack) {
  TestModel m = runtime::testing::TimeSwitch();
  m.start[1] = 0.3 - 1.4;
  Recorder recorder(7);
  const RunResult result = RunWith(GetParam(), m, {.start = 1, .stop = 0, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{0.3});
  EXPECT_NEAR(recorder.last().w[1], 0, 1e-12);
  EXPECT_EQ(recorder.last().w[4], 1);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Each,
                         ::testing::Values("cvode", "adams", "ida", "erk", "dirk", "radau", "dopri5", "rks",
                                           "england", "fehlberg56", "fehlberg89", "ieuler", "rk4", "euler",
                                           "auto"),
                         [](const auto& each) { return each.param; });

class Stiff : public ::testing::TestWithParam<std::string> {};

TEST_P(Stiff, TheFastTransientDoesNotDictateTheSteps) {
  // x' = -10⁶ (x - cos t) - sin t from x = 1: the solution is cos t.
  TestModel m({1}, 0);
  m.derivative = {
      CodeStep([](const void*, double* w) { w[2] = -1e6 * (w[1] - std::cos(w[0])) - std::sin(w[0]); })};
  Recorder recorder(3);
  const RunResult result = RunWith(GetParam(), m, {.stop = 2, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_LT(result.statistics.steps, 400U);
  EXPECT_NEAR(recorder.samples.back().w[1], std::cos(2.0), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Stiff, ::testing::Values("cvode", "ida", "dirk", "radau"),
                         [](const auto& each) { return each.param; });

TEST(Cvode, HarmonicOscillatorToEightDigits) {
  TestModel m = runtime::testing::Oscillator();
  Recorder recorder(5);
  const RunOptions options{.stop = 20, .tolerance = 1e-11, .intervals = 1000};
  ASSERT_EQ(RunWith("cvode", m, options, recorder).status, StepStatus::Ok);
  for (const auto& sample : recorder.samples) EXPECT_NEAR(sample.w[1], std::cos(sample.t), 1e-8);
}

TEST(Cvode, StiffProblemTakesFewSteps) {
  // x' = -1e6 (x - cos t) - sin t from 0; x = cos t after an instant.
  TestModel m({0}, 0);
  m.derivative = {
      CodeStep([](const void*, double* w) { w[2] = -1e6 * (w[1] - std::cos(w[0])) - std::sin(w[0]); },
               [](const void*, double* w) { w[3 + 2] = -1e6 * w[3 + 1]; })};
  Recorder recorder(3);
  const RunResult result = RunWith("cvode", m, {.stop = 10, .tolerance = 1e-6, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_NEAR(recorder.last().w[1], std::cos(10), 1e-5);
  EXPECT_LT(result.statistics.steps, 500U);
  EXPECT_GT(result.statistics.jacobian_evaluations, 0U);
}

TEST(Radau, StiffProblemTakesFewSteps) {
  TestModel m({0}, 0);
  m.derivative = {
      CodeStep([](const void*, double* w) { w[2] = -1e6 * (w[1] - std::cos(w[0])) - std::sin(w[0]); },
               [](const void*, double* w) { w[3 + 2] = -1e6 * w[3 + 1]; })};
  Recorder recorder(3);
  const RunResult result = RunWith("radau", m, {.stop = 10, .tolerance = 1e-6, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_NEAR(recorder.last().w[1], std::cos(10), 1e-5);
  EXPECT_LT(result.statistics.steps, 500U);
  EXPECT_GT(result.statistics.jacobian_evaluations, 0U);
}

TEST(Cvode, VanDerPolAgreesWithDormandPrince) {
  const auto make = [] {
    TestModel m({2, 0}, 0);
    m.derivative = {CodeStep([](const void*, double* w) {
      w[3] = w[2];
      w[4] = 5 * (1 - w[1] * w[1]) * w[2] - w[1];
    })};
    return m;
  };
  TestModel a = make();
  TestModel b = make();
  Recorder bdf(5);
  Recorder explicit_one(5);
  const RunOptions options{.stop = 20, .tolerance = 1e-10, .intervals = 100};
  ASSERT_EQ(RunWith("cvode", a, options, bdf).status, StepStatus::Ok);
  ASSERT_EQ(RunWith("dopri5", b, options, explicit_one).status, StepStatus::Ok);
  for (size_t k = 0; k < bdf.samples.size(); ++k) {
    EXPECT_NEAR(bdf.samples[k].w[1], explicit_one.samples[k].w[1], 1e-6);
  }
}

TEST(Cvode, StairsOfTimeAndSimultaneousEvents) {
  // Two relations of one function and the floor of another: y = floor(t / 0.25) counts, slot 3; relations x <
  // 1, x >= 1.
  TestModel m({0}, 5);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[0] / 0.25;
        w[5] = w[1] - 1;
        w[2] = w[6] != 0 ? 1 : (w[7] != 0 ? 0.5 : 1e9);
      },
      [](const void*, double* w) {
        w[8 + 3] = w[8 + 0] / 0.25;
        w[8 + 5] = w[8 + 1];
        w[8 + 2] = 0;
      })};
  m.relations = {StateRelation(KERF_FLOOR, 3, 4), StateRelation(KERF_LESS, 5, 6),
                 StateRelation(KERF_GREATER_EQUAL, 5, 7)};
  Recorder recorder(8);
  const RunResult result = RunWith("cvode", m, {.stop = 1.9, .intervals = 19}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.last().w[4], 7);
  EXPECT_NEAR(recorder.last().w[1], 1.45, 1e-9);
  for (const auto& sample : recorder.samples) EXPECT_LE(sample.w[2], 1);
}

TEST(Cvode, UndefinedBeyondASurfaceIsTheModelsFailure) {
  TestModel m({0}, 1);
  m.derivative = {CodeStep([](const void*, double* w) { w[3] = std::sqrt(1 - w[0]); }),
                  CodeStep([](const void*, double* w) { w[2] = w[3]; })};
  Recorder recorder(4);
  ::testing::internal::CaptureStderr();
  const RunResult result = RunWith("cvode", m, {.stop = 2, .intervals = 20}, recorder);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(result.status, StepStatus::NonFinite);
  EXPECT_NEAR(result.failure.time, 1, 1e-3);
  EXPECT_EQ(result.failure.slot, 3U);
  EXPECT_FALSE(result.failure.text.empty());
  EXPECT_GE(recorder.samples.size(), 10U);
}

TEST(Sundials, GivingUpIsReportedInItsWordsAndTheModels) {
  // Defined at the start and nowhere else.
  for (const char* name : {"cvode", "adams", "ida", "erk", "dirk", "radau", "dopri5", "rks", "england",
                           "fehlberg56", "fehlberg89", "ieuler"}) {
    TestModel m({1}, 1);
    m.derivative = {CodeStep([](const void*, double* w) { w[3] = w[1] == 1 ? 0 : std::nan(""); }),
                    CodeStep([](const void*, double* w) { w[2] = 1 + w[3]; })};
    Recorder recorder(4);
    ::testing::internal::CaptureStderr();
    const RunResult result = RunWith(name, m, {.start = 1, .stop = 2}, recorder);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(result.status, StepStatus::NonFinite) << name << ": " << Describe(result.failure);
    EXPECT_EQ(result.failure.slot, 3U) << name;
    EXPECT_EQ(result.failure.step, 0U) << name;
    EXPECT_NEAR(result.failure.time, 1, 1e-6) << name;
    EXPECT_FALSE(result.failure.text.empty()) << name;
    EXPECT_EQ(recorder.samples.size(), 1U) << name;
  }
}

TEST(Cvode, BlowUpIsTheIntegratorsFailureInItsOwnWords) {
  // x' = x^2 from 1 has a pole at 1.
  TestModel m({1}, 0);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = w[1] * w[1]; })};
  Recorder recorder(3);
  const RunResult result = RunWith("cvode", m, {.stop = 2, .intervals = 20, .max_steps = 100000}, recorder);
  EXPECT_NE(result.status, StepStatus::Ok);
  EXPECT_NEAR(result.failure.time, 1, 1e-3) << Describe(result.failure);
  EXPECT_EQ(recorder.samples.size(), 10U);
}

TEST(Cvode, OneIntegratorServesSeveralRuns) {
  TestModel m = runtime::testing::Oscillator();
  const auto integrator = MakeIntegrator("cvode");
  std::vector<double> ends;
  for (int run = 0; run < 2; ++run) {
    Recorder recorder(5);
    runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, {.stop = 1}, recorder);
    ends.push_back(recorder.last().w[1]);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace kerf::solvers
