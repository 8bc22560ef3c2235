// The solver that chooses: what it takes for which model, and that its changes do no harm.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "../runtime/test_models.h"
#include "runtime/executive.h"
#include "solvers/factory.h"
#include "solvers/method_choice.h"

namespace kerf::solvers {
namespace {

using runtime::Describe;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::CodeStep;
using runtime::testing::Recorder;
using runtime::testing::TestModel;

TEST(MethodChoice, FollowsTheTable) {
  Features features;
  features.tolerance = 1e-6;
  features.stretch = 10;
  features.spectrum.decay = features.spectrum.radius = 1;
  EXPECT_EQ(ChooseMethod(features, "").solver, "adams");
  features.spectrum.decay = features.spectrum.radius = 1000;
  EXPECT_EQ(ChooseMethod(features, "").solver, "cvode");
  features.spectrum.swing = 500;
  EXPECT_EQ(ChooseMethod(features, "").solver, "radau");
  features.spectrum.swing = 0;
  features.steps_per_start = 5;
  EXPECT_EQ(ChooseMethod(features, "").solver, "radau");
  features.spectrum.decay = 1;
  EXPECT_EQ(ChooseMethod(features, "").solver, "dopri5");
  features.tolerance = 1e-2;
  EXPECT_EQ(ChooseMethod(features, "").solver, "rks");
  features.tolerance = 1e-10;
  EXPECT_EQ(ChooseMethod(features, "").solver, "fehlberg89");
  features.steps_per_start = 500;
  EXPECT_EQ(ChooseMethod(features, "fehlberg89").solver, "adams");
}

TEST(MethodChoice, BetweenBothSidesNothingChanges) {
  Features features;
  features.tolerance = 1e-6;
  features.stretch = 10;
  features.step = 0.2;
  features.spectrum.decay = features.spectrum.radius = 1;
  EXPECT_EQ(ChooseMethod(features, "adams").solver, "adams");
  EXPECT_EQ(ChooseMethod(features, "cvode").solver, "cvode");
  features.step = 2;
  EXPECT_EQ(ChooseMethod(features, "adams").solver, "cvode");
  features.step = 0.01;
  EXPECT_EQ(ChooseMethod(features, "cvode").solver, "adams");
}

// x' = -k (x - cos t) with k = 1 until 5 and 10⁴ from then on.
auto Stiffening() -> TestModel {
  TestModel m({0}, 0);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        const double k = 1 + 1e4 / (1 + std::exp(-20 * (w[0] - 5)));
        w[2] = -k * (w[1] - std::cos(w[0]));
      },
      [](const void*, double* w) {
        const double k = 1 + 1e4 / (1 + std::exp(-20 * (w[0] - 5)));
        w[3 + 2] = -k * w[3 + 1];
      })};
  return m;
}

TEST(Auto, ChangesToAStiffMethodWhenTheModelGetsStiff) {
  TestModel m = Stiffening();
  Recorder recorder(3);
  const auto integrator = MakeIntegrator("auto");
  const RunResult result =
      runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, {.stop = 20, .intervals = 100}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  ASSERT_EQ(result.choices.size(), 2U);
  EXPECT_EQ(result.choices[0].solver, "adams");
  EXPECT_EQ(result.choices[0].time, 0);
  EXPECT_EQ(result.choices[1].solver, "cvode");
  EXPECT_NEAR(result.choices[1].time, 5, 0.5);
  EXPECT_FALSE(result.choices[1].reason.empty());
  EXPECT_LT(result.statistics.steps, 1000U);
  EXPECT_NEAR(recorder.last().w[1], std::cos(20.0), 1e-3);
  // No point is lost or comes twice where the method changes.
  ASSERT_EQ(recorder.samples.size(), 101U);
  for (size_t k = 0; k < recorder.samples.size(); ++k)
    EXPECT_NEAR(recorder.samples[k].t, 0.2 * static_cast<double>(k), 1e-12);
}

TEST(Auto, TakesAOneStepMethodForManyEvents) {
  // x' = 1, an event whenever sin(200 x) changes its sign.
  TestModel m({0.001}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[2] = 1;
        w[3] = std::sin(200 * w[1]);
      },
      [](const void*, double* w) {
        w[5 + 2] = 0;
        w[5 + 3] = 200 * std::cos(200 * w[1]) * w[5 + 1];
      })};
  m.relations = {runtime::testing::StateRelation(KERF_GREATER, 3, 4)};
  Recorder recorder(5);
  const auto integrator = MakeIntegrator("auto");
  const RunResult result =
      runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, {.stop = 1}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  EXPECT_EQ(result.statistics.state_events, 63U);
  EXPECT_EQ(result.choices.back().solver, "dopri5");
}

TEST(Auto, LargeModelsAreJudgedByPowerIterations) {
  // Heat in a rod of 200 cells.
  constexpr uint32_t kCells = 200;
  TestModel m(std::vector<double>(kCells, 1), 0);
  m.derivative = {CodeStep([](const void*, double* w) {
    for (uint32_t i = 1; i <= kCells; ++i) {
      const double left = i == 1 ? 0 : w[i - 1];
      const double right = i == kCells ? 0 : w[i + 1];
      w[kCells + i] = 1e4 * (left - 2 * w[i] + right);
    }
  })};
  Recorder recorder(3);
  const auto integrator = MakeIntegrator("auto");
  const RunResult result =
      runtime::Simulate(m.Finish(), *integrator, MakeLinearSolver, {.stop = 1}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok);
  ASSERT_FALSE(result.choices.empty());
  EXPECT_EQ(result.choices.back().solver, "cvode");
}

}  // namespace
}  // namespace kerf::solvers
