// Models without a state form, run by IDA: start, events, and what is told when there is no start.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "run_with.h"
#include "runtime/executive.h"

namespace kerf::solvers {
namespace {

using runtime::Describe;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::CodeStep;
using runtime::testing::MakeCode;
using runtime::testing::Recorder;
using runtime::testing::StateRelation;
using runtime::testing::TestModel;
using runtime::testing::TimeRelation;

// x' + y' = r, 2 x' + 2 y' = 2 r + g(x, y): the equations give x' + y' twice and the constraint g = 0. Slots
// 1 x, 2 y, 3 x', 4 y', 5 6 F, 7 to 14 entries, 15 x + y - 1, 16 x + y > 1, 17 x + y < 1.5. r is 1, or 3
// while slot 16 holds.
struct Pencil {
  std::array<uint32_t, 2> y_slots = {1, 2};
  std::array<uint32_t, 2> yp_slots = {3, 4};
  std::array<uint32_t, 3> col_ptr = {0, 2, 4};
  std::array<uint32_t, 4> rows = {0, 1, 0, 1};

  auto Make(double x, double y, runtime::testing::Code residual, runtime::testing::Code jacobian)
      -> TestModel {
    TestModel m({x, y}, 13);
    KerfImplicit& implicit = m.model.implicit;
    implicit.n = 2;
    implicit.y_slots = y_slots.data();
    implicit.yp_slots = yp_slots.data();
    implicit.residual_slot = 5;
    implicit.residual = MakeCode(residual);
    implicit.nnz = 4;
    implicit.col_ptr = col_ptr.data();
    implicit.row_index = rows.data();
    implicit.jacobian_slot = 7;
    implicit.jacobian = MakeCode(jacobian);
    implicit.is_only = 1;
    return m;
  }

  // g = x - y: x = y = (x0 + y0 + r t)/2.
  auto Linear(double x, double y) -> TestModel {
    return Make(
        x, y,
        [](const void*, double* w) {
          const double r = w[16] != 0 ? 3 : 1;
          w[5] = w[3] + w[4] - r;
          w[6] = 2 * w[3] + 2 * w[4] - 2 * r - w[1] + w[2];
          w[15] = w[1] + w[2] - 1;
          w[17] = w[1] + w[2] < 1.5 ? 1 : 0;
        },
        [](const void*, double* w) {
          const std::array<double, 8> entries = {0, -1, 0, 1, 1, 2, 1, 2};
          std::copy(entries.begin(), entries.end(), w + 7);
        });
  }
};

TEST(ImplicitOnly, StartsAtTheNearestConsistentStates) {
  Pencil pencil;
  TestModel m = pencil.Linear(0.75, -0.25);
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 2, .tolerance = 1e-8, .intervals = 20}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  ASSERT_EQ(recorder.samples.size(), 21U);
  for (const auto& sample : recorder.samples) {
    EXPECT_NEAR(sample.w[1], (0.5 + sample.t) / 2, 1e-8) << sample.t;
    EXPECT_NEAR(sample.w[2], (0.5 + sample.t) / 2, 1e-8) << sample.t;
    EXPECT_NEAR(sample.w[3], 0.5, 1e-7) << sample.t;
    EXPECT_EQ(sample.w[0], sample.t);
  }
  ASSERT_EQ(result.moved.size(), 2U);
  EXPECT_EQ(result.moved[0].given, 0.75);
  EXPECT_NEAR(result.moved[0].taken, 0.25, 1e-10);
}

TEST(ImplicitOnly, StatesThatFitKeepTheirValuesToTheLastDigit) {
  Pencil pencil;
  TestModel m = pencil.Linear(0.1, 0.1);
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.start = 5, .stop = 6}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_TRUE(result.moved.empty());
  EXPECT_EQ(recorder.samples[0].w[1], 0.1);
  EXPECT_EQ(recorder.samples[0].w[2], 0.1);
}

TEST(ImplicitOnly, EventsAndAssertionsAreWatched) {
  // x + y = t up to 1, then 1 + 3 (t - 1); it passes 1.5 at 7/6.
  Pencil pencil;
  TestModel m = pencil.Linear(0, 0);
  m.relations = {StateRelation(KERF_GREATER, 15, 16)};
  m.assertions = {{17, 0, 0}};
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 2, .tolerance = 1e-9, .intervals = 200}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  ASSERT_EQ(recorder.EventTimes().size(), 1U);
  EXPECT_NEAR(recorder.EventTimes()[0], 1, 1e-8);
  EXPECT_NEAR(recorder.last().w[1], 2, 1e-8);
  EXPECT_NEAR(recorder.last().w[3], 1.5, 1e-7);
  ASSERT_EQ(recorder.violations.size(), 1U);
  EXPECT_NEAR(recorder.violations[0].second, 7.0 / 6, 0.03);
}

TEST(ImplicitOnly, ARelationOnItsBoundaryAtTheStartFollowsItsSlope) {
  // x + y - 1 is 0 and rising: the rate is 3 from just after the start.
  Pencil pencil;
  TestModel m = pencil.Linear(0.5, 0.5);
  m.relations = {StateRelation(KERF_GREATER, 15, 16)};
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 1, .tolerance = 1e-9}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.samples[0].w[16], 0);
  EXPECT_EQ(recorder.samples[1].w[16], 1);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{0});
  EXPECT_NEAR(recorder.last().w[1], 2, 1e-8);
}

TEST(ImplicitOnly, OtherIntegratorsRefuse) {
  Pencil pencil;
  for (const char* name : {"cvode", "dopri5"}) {
    TestModel m = pencil.Linear(0, 0);
    Recorder recorder(18);
    const RunResult result = RunWith(name, m, {.stop = 1}, recorder);
    EXPECT_EQ(result.status, StepStatus::BadOptions) << name;
    EXPECT_NE(result.failure.text.find("ida"), std::string::npos);
    EXPECT_TRUE(recorder.samples.empty());
  }
}

TEST(ImplicitOnly, ASingularPencilIsNamed) {
  // g = 0: nothing tells x from y.
  Pencil pencil;
  TestModel m = pencil.Make(
      1, 0,
      [](const void*, double* w) {
        w[5] = w[3] + w[4] - 1;
        w[6] = 2 * w[3] + 2 * w[4] - 2;
      },
      [](const void*, double* w) {
        const std::array<double, 8> entries = {0, 0, 0, 0, 1, 2, 1, 2};
        std::copy(entries.begin(), entries.end(), w + 7);
      });
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 1}, recorder);
  EXPECT_EQ(result.status, StepStatus::SingularBlock);
  EXPECT_EQ(result.failure.block, runtime::kNone);
  EXPECT_EQ(result.failure.time, 0);
  EXPECT_EQ(result.failure.slot, 2U);
}

TEST(ImplicitOnly, NoConsistentStartNamesTheWorstResidual) {
  // g = (x - y)^2 + 2 has no real root.
  Pencil pencil;
  TestModel m = pencil.Make(
      1, 0,
      [](const void*, double* w) {
        w[5] = w[3] + w[4] - 1;
        w[6] = 2 * w[3] + 2 * w[4] - 2 - (w[1] - w[2]) * (w[1] - w[2]) - 2;
      },
      [](const void*, double* w) {
        const double d = 2 * (w[1] - w[2]);
        const std::array<double, 8> entries = {0, -d, 0, d, 1, 2, 1, 2};
        std::copy(entries.begin(), entries.end(), w + 7);
      });
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 1}, recorder);
  EXPECT_EQ(result.status, StepStatus::NoConsistentStart) << Describe(result.failure);
  EXPECT_EQ(result.failure.residual, 1U);
  EXPECT_LE(result.failure.residual_value, -2);
  EXPECT_TRUE(recorder.samples.empty());
}

TEST(ImplicitOnly, AConstraintThatMovesWithTimeGivesTheRightDerivatives) {
  // g = x - y - sin(3 t): x = (1 + t + sin 3t)/2 from x + y = 1.
  Pencil pencil;
  TestModel m = pencil.Make(
      0.5, 0.5,
      [](const void*, double* w) {
        w[5] = w[3] + w[4] - 1;
        w[6] = 2 * w[3] + 2 * w[4] - 2 - w[1] + w[2] + std::sin(3 * w[0]);
      },
      [](const void*, double* w) {
        const std::array<double, 8> entries = {0, -1, 0, 1, 1, 2, 1, 2};
        std::copy(entries.begin(), entries.end(), w + 7);
      });
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 2, .tolerance = 1e-9, .intervals = 20}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_NEAR(recorder.samples[0].w[3], 2, 1e-7);
  EXPECT_NEAR(recorder.samples[0].w[4], -1, 1e-7);
  for (const auto& sample : recorder.samples)
    EXPECT_NEAR(sample.w[1], (1 + sample.t + std::sin(3 * sample.t)) / 2, 1e-6);
}

TEST(ImplicitOnly, ShortStepsFindTheStartOfFastMotion) {
  // x' + y' = -1e8 (x + y), x = y: over within 1e-7 of a run of 1.
  Pencil pencil;
  TestModel m = pencil.Make(
      1, 0,
      [](const void*, double* w) {
        w[5] = w[3] + w[4] + 1e8 * (w[1] + w[2]);
        w[6] = 2 * w[3] + 2 * w[4] + 2e8 * (w[1] + w[2]) - w[1] + w[2];
      },
      [](const void*, double* w) {
        const std::array<double, 8> entries = {1e8, 2e8 - 1, 1e8, 2e8 + 1, 1, 2, 1, 2};
        std::copy(entries.begin(), entries.end(), w + 7);
      });
  Recorder recorder(18);
  const RunResult result = RunWith("ida", m, {.stop = 1, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_NEAR(recorder.samples[0].w[1], 0.5, 1e-6);
  EXPECT_NEAR(recorder.samples[0].w[3], -0.5e8, 1e4);
  EXPECT_NEAR(recorder.last().w[1], 0, 1e-5);
}

TEST(ImplicitForm, StandsInWhereTheProgramFailsAndLeavesWhereItWorks) {
  // Up to 1 the program fails, and the implicit form gives x' = y' = 1/2. At the event the program works
  // again.
  Pencil pencil;
  TestModel m = pencil.Linear(0.5, 0.5);
  m.model.implicit.is_only = 0;
  m.once = {CodeStep([](const void*, double* w) {
    w[15] = 1;
    w[17] = 1;
  })};
  m.derivative = {CodeStep(
      [](const void*, double* w) { w[3] = w[4] = w[0] < 1 ? std::nan("") : (w[16] != 0 ? 1.5 : 0); })};
  m.relations = {TimeRelation(KERF_GREATER, 15, 16, 17, 17)};
  Recorder recorder(15);
  const RunResult result = RunWith("ida", m, {.stop = 2, .tolerance = 1e-9, .intervals = 2}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  EXPECT_EQ(recorder.EventTimes(), std::vector<double>{1});
  // x + y = 1 + t up to 1, then 2 + 3 (t - 1).
  EXPECT_NEAR(recorder.samples[1].w[1], 1, 1e-8);
  EXPECT_EQ(recorder.samples[2].w[3], 1.5);
  EXPECT_NEAR(recorder.last().w[1], 2.5, 1e-8);
}

}  // namespace
}  // namespace kerf::solvers
