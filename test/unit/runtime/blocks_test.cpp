// Blocks of simultaneous equations: linear, nonlinear, hard and hopeless ones, and their tangents.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "runtime/classic_integrators.h"
#include "runtime/dense_lu.h"
#include "runtime/program.h"
#include "runtime/system.h"
#include "test_models.h"

namespace kerf::runtime {
namespace {

using testing::BlockStep;
using testing::Code;
using testing::CodeStep;
using testing::MakeCode;
using testing::Recorder;
using testing::TestModel;

constexpr std::array<uint32_t, 2> kOneColumn = {0, 1};
constexpr std::array<uint32_t, 1> kOneRow = {0};
constexpr std::array<uint32_t, 3> kTwoColumns = {0, 2, 4};
constexpr std::array<uint32_t, 4> kTwoRows = {0, 1, 0, 1};

// One equation in slot 1 with the residual in slot 2 and its derivative in slot 3; slot 0 is time.
auto ScalarModel(double start, Code residual, Code jacobian) -> TestModel {
  static constexpr std::array<uint32_t, 1> kUnknown = {1};
  TestModel m({}, 3);
  m.start[1] = start;
  KerfBlock block{};
  block.n = 1;
  block.unknown_slots = kUnknown.data();
  block.residual_slot = 2;
  block.jacobian_slot = 3;
  block.nnz = 1;
  block.col_ptr = kOneColumn.data();
  block.row_index = kOneRow.data();
  block.residual = MakeCode(residual);
  block.jacobian = MakeCode(jacobian);
  m.blocks = {block};
  m.derivative = {BlockStep(0)};
  return m;
}

TEST(Newton, QuadraticConvergenceToFullAccuracy) {
  TestModel m = ScalarModel(
      1, [](const void*, double* w) { w[2] = w[1] * w[1] - 2; },
      [](const void*, double* w) { w[3] = 2 * w[1]; });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], std::sqrt(2), 1e-15);
  EXPECT_LE(machine.newton_statistics().iterations, 6U);
  // A second solution nearby needs no new Jacobian.
  const uint64_t factorisations = machine.newton_statistics().factorisations;
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_EQ(machine.newton_statistics().factorisations, factorisations);
}

TEST(Newton, DampsOvershoot) {
  // Plain Newton diverges for atan from 3.
  TestModel m = ScalarModel(
      3, [](const void*, double* w) { w[2] = std::atan(w[1] - 0.25); },
      [](const void*, double* w) { w[3] = 1 / (1 + (w[1] - 0.25) * (w[1] - 0.25)); });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], 0.25, 1e-12);
}

TEST(Newton, StaysInsideTheDomain) {
  // The full step from 10 leads to negative values, of which there is no logarithm.
  TestModel m = ScalarModel(
      10, [](const void*, double* w) { w[2] = std::log(w[1]) + 3; },
      [](const void*, double* w) { w[3] = 1 / w[1]; });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], std::exp(-3), 1e-14);
}

TEST(Newton, DiodeInSeriesWithResistor) {
  // 1e-12 (exp(v / 0.025) - 1) = (10 - v) / 100 from 0.
  TestModel m = ScalarModel(
      0, [](const void*, double* w) { w[2] = 1e-12 * std::expm1(w[1] / 0.025) - (10 - w[1]) / 100; },
      [](const void*, double* w) { w[3] = 1e-12 / 0.025 * std::exp(w[1] / 0.025) + 0.01; });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  const double v = machine.w()[1];
  EXPECT_NEAR(1e-12 * std::expm1(v / 0.025), (10 - v) / 100, 1e-12);
}

TEST(Newton, LeavesASingularStart) {
  // The derivative of z^3 - 8 vanishes at 0.
  TestModel m = ScalarModel(
      0, [](const void*, double* w) { w[2] = w[1] * w[1] * w[1] - 8; },
      [](const void*, double* w) { w[3] = 3 * w[1] * w[1]; });
  m.start[1] = 1e-7;
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], 2, 1e-12);
}

TEST(Newton, FallsBackToTheStartValues) {
  // From 1.5 the way to the only root, near -2.1, is barred by a minimum at 1 that is no root.
  TestModel m = ScalarModel(
      -3, [](const void*, double* w) { w[2] = w[1] * w[1] * w[1] - 3 * w[1] + 3; },
      [](const void*, double* w) { w[3] = 3 * w[1] * w[1] - 3; });
  Machine machine(m.Finish(), MakeDenseSolver);
  // The last solution accepted helps even within a step; it is the start value as yet.
  machine.set_effort(Effort::Stage);
  machine.w()[1] = 1.5;
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], -2.1038034027355366, 1e-12);
  machine.w()[1] = 1.5;
  machine.Accept();
  EXPECT_NE(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_EQ(machine.w()[1], 1.5);
  // Outside of steps the start values are tried as well.
  machine.set_effort(Effort::Full);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], -2.1038034027355366, 1e-12);
}

// Two equations in slots 1 and 2 with residuals in 3 and 4 and the Jacobian in 5 to 8.
auto PairModel(double z1, double z2, Code residual, Code jacobian) -> TestModel {
  static constexpr std::array<uint32_t, 2> kUnknowns = {1, 2};
  TestModel m({}, 8);
  m.start[1] = z1;
  m.start[2] = z2;
  KerfBlock block{};
  block.n = 2;
  block.unknown_slots = kUnknowns.data();
  block.residual_slot = 3;
  block.jacobian_slot = 5;
  block.nnz = 4;
  block.col_ptr = kTwoColumns.data();
  block.row_index = kTwoRows.data();
  block.residual = MakeCode(residual);
  block.jacobian = MakeCode(jacobian);
  m.blocks = {block};
  m.derivative = {BlockStep(0)};
  return m;
}

TEST(Newton, CurvedValley) {
  // Rosenbrock's function as equations.
  TestModel m = PairModel(
      -1.2, 1,
      [](const void*, double* w) {
        w[3] = 10 * (w[2] - w[1] * w[1]);
        w[4] = 1 - w[1];
      },
      [](const void*, double* w) {
        w[5] = -20 * w[1];
        w[6] = -1;
        w[7] = 10;
        w[8] = 0;
      });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], 1, 1e-12);
  EXPECT_NEAR(machine.w()[2], 1, 1e-12);
}

TEST(Newton, BadlyScaledPair) {
  // Powell's badly scaled function: unknowns of 1e-5 and 9.
  TestModel m = PairModel(
      0, 1,
      [](const void*, double* w) {
        w[3] = 1e4 * w[1] * w[2] - 1;
        w[4] = std::exp(-w[1]) + std::exp(-w[2]) - 1.0001;
      },
      [](const void*, double* w) {
        w[5] = 1e4 * w[2];
        w[6] = -std::exp(-w[1]);
        w[7] = 1e4 * w[1];
        w[8] = -std::exp(-w[2]);
      });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1], 1.098159e-5, 1e-10);
  EXPECT_NEAR(machine.w()[2], 9.106146, 1e-5);
}

TEST(Newton, ARegularisedStepLeavesASingularPoint) {
  // The two rows of the Jacobian are equal at the start.
  TestModel m = PairModel(
      1, 0.5,
      [](const void*, double* w) {
        w[3] = w[1] + w[2] - 3;
        w[4] = w[1] * w[1] * w[2] - 2;
      },
      [](const void*, double* w) {
        w[5] = 1;
        w[6] = 2 * w[1] * w[2];
        w[7] = 1;
        w[8] = w[1] * w[1];
      });
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[1] + machine.w()[2], 3, 1e-13);
  EXPECT_NEAR(machine.w()[1] * machine.w()[1] * machine.w()[2], 2, 1e-13);
}

TEST(Newton, NoSolutionIsReportedWithItsResidual) {
  TestModel m = ScalarModel(
      3, [](const void*, double* w) { w[2] = w[1] * w[1] + 1; },
      [](const void*, double* w) { w[3] = 2 * w[1]; });
  m.start[0] = 7;
  Machine machine(m.Finish(), MakeDenseSolver);
  const StepStatus status = machine.Run(m.model.derivative);
  EXPECT_TRUE(IsRecoverable(status));
  EXPECT_EQ(machine.failure().time, 7);
  EXPECT_EQ(machine.failure().block, 0U);
  EXPECT_EQ(machine.failure().residual, 0U);
  EXPECT_GE(machine.failure().residual_value, 1);
  EXPECT_GT(machine.failure().iterations, 0U);
  EXPECT_EQ(machine.w()[1], 3);
}

// x' = z1 + z2 with the linear system [2 1; 1 a] z = [x; time], where a stands in slot 3. Slots 4, 5: z; 6,
// 7: r; 8 to 11: J.
auto LinearModel(double a) -> TestModel {
  static constexpr std::array<uint32_t, 2> kUnknowns = {4, 5};
  TestModel m({3}, 9);
  m.start[3] = a;
  KerfBlock block{};
  block.n = 2;
  block.unknown_slots = kUnknowns.data();
  block.residual_slot = 6;
  block.jacobian_slot = 8;
  block.nnz = 4;
  block.col_ptr = kTwoColumns.data();
  block.row_index = kTwoRows.data();
  block.is_linear = 1;
  block.residual = MakeCode([](const void*, double* w) {
    w[6] = 2 * w[4] + w[5] - w[1];
    w[7] = w[4] + w[3] * w[5] - w[0];
  });
  block.jacobian = MakeCode([](const void*, double* w) {
    w[8] = 2;
    w[9] = 1;
    w[10] = 1;
    w[11] = w[3];
  });
  block.tangent = MakeCode([](const void*, double* w) {
    double* d = w + 12;
    d[6] = 2 * d[4] + d[5] - d[1];
    d[7] = d[4] + w[3] * d[5] + d[3] * w[5] - d[0];
  });
  m.blocks = {block};
  m.derivative = {BlockStep(0), CodeStep([](const void*, double* w) { w[2] = w[4] + w[5]; },
                                         [](const void*, double* w) { w[12 + 2] = w[12 + 4] + w[12 + 5]; })};
  return m;
}

TEST(LinearBlock, IsSolvedInOneStepAndHasTangents) {
  TestModel m = LinearModel(3);
  m.start[0] = 1;
  Machine machine(m.Finish(), MakeDenseSolver);
  ASSERT_EQ(machine.Run(m.model.derivative), StepStatus::Ok);
  EXPECT_NEAR(machine.w()[4], (3.0 * 3 - 1) / 5, 1e-15);
  EXPECT_NEAR(machine.w()[5], (2.0 * 1 - 3) / 5, 1e-15);
  EXPECT_EQ(machine.newton_statistics().iterations, 1U);
  ASSERT_EQ(machine.PrepareTangents(m.model.derivative), StepStatus::Ok);
  machine.tangents()[1] = 1;
  machine.RunTangents(m.model.derivative);
  EXPECT_NEAR(machine.tangents()[2], 3.0 / 5 - 1.0 / 5, 1e-15);
  // The matrix has not changed, so its factors serve again.
  EXPECT_EQ(machine.newton_statistics().factorisations, 1U);
}

TEST(LinearBlock, SingularMatrixNamesItsUnknown) {
  TestModel m = LinearModel(0.5);
  Recorder recorder(12);
  const auto integrator = MakeDormandPrince();
  const RunResult result =
      Simulate(m.Finish(), *integrator, MakeDenseSolver, {.start = 2, .stop = 3}, recorder);
  EXPECT_EQ(result.status, StepStatus::SingularBlock);
  EXPECT_EQ(result.failure.slot, 5U);
  EXPECT_EQ(result.failure.block, 0U);
  EXPECT_EQ(result.failure.time, 2);
}

// x1' = -z, x2' = x1 - t(z), where z solves z + z^3 = x1 + 2 x2 with the torn variable t = z^3. Slots: 5 z, 6
// t, 7 r, 8 J.
auto TornModel() -> TestModel {
  static constexpr std::array<uint32_t, 1> kUnknown = {5};
  TestModel m({0.7, 0.4}, 4);
  KerfBlock block{};
  block.n = 1;
  block.unknown_slots = kUnknown.data();
  block.residual_slot = 7;
  block.jacobian_slot = 8;
  block.nnz = 1;
  block.col_ptr = kOneColumn.data();
  block.row_index = kOneRow.data();
  block.residual = MakeCode([](const void*, double* w) {
    w[6] = w[5] * w[5] * w[5];
    w[7] = w[5] + w[6] - w[1] - 2 * w[2];
  });
  block.jacobian = MakeCode([](const void*, double* w) { w[8] = 1 + 3 * w[5] * w[5]; });
  block.tangent = MakeCode([](const void*, double* w) {
    double* d = w + 9;
    d[6] = 3 * w[5] * w[5] * d[5];
    d[7] = d[5] + d[6] - d[1] - 2 * d[2];
  });
  m.blocks = {block};
  m.derivative = {BlockStep(0), CodeStep(
                                    [](const void*, double* w) {
                                      w[3] = -w[5];
                                      w[4] = w[1] - w[6];
                                    },
                                    [](const void*, double* w) {
                                      double* d = w + 9;
                                      d[3] = -d[5];
                                      d[4] = d[1] - d[6];
                                    })};
  return m;
}

TEST(Newton, EquationsWithoutSolutionFromSomeTimeOn) {
  // x' = z with z^2 = 1 - time: the two solutions meet at 1 and are gone.
  static constexpr std::array<uint32_t, 1> kUnknown = {3};
  TestModel m({0}, 3);
  m.start[3] = 1;
  KerfBlock block{};
  block.n = 1;
  block.unknown_slots = kUnknown.data();
  block.residual_slot = 4;
  block.jacobian_slot = 5;
  block.nnz = 1;
  block.col_ptr = kOneColumn.data();
  block.row_index = kOneRow.data();
  block.residual = MakeCode([](const void*, double* w) { w[4] = w[3] * w[3] - (1 - w[0]); });
  block.jacobian = MakeCode([](const void*, double* w) { w[5] = 2 * w[3]; });
  m.blocks = {block};
  m.derivative = {BlockStep(0), CodeStep([](const void*, double* w) { w[2] = w[3]; })};
  Recorder recorder(6);
  const auto integrator = MakeDormandPrince();
  const RunResult result =
      Simulate(m.Finish(), *integrator, MakeDenseSolver, {.stop = 2, .intervals = 20}, recorder);
  EXPECT_TRUE(IsRecoverable(result.status)) << Describe(result.failure);
  EXPECT_NEAR(result.failure.time, 1, 1e-3);
  EXPECT_EQ(result.failure.block, 0U);
  EXPECT_GE(recorder.samples.size(), 10U);
  for (const testing::Sample& sample : recorder.samples)
    EXPECT_NEAR(sample.w[3], std::sqrt(1 - sample.t), 1e-9);
}

TEST(Jacobian, TangentsThroughABlockEqualDifferences) {
  TestModel m = TornModel();
  TestModel blind = TornModel();
  blind.derivative[1].tangent.run = nullptr;
  std::array<double, 4> exact{};
  std::array<double, 4> approximate{};
  const std::array<double, 2> x = {0.3, -1.1};
  Machine machine(m.Finish(), MakeDenseSolver);
  Machine other(blind.Finish(), MakeDenseSolver);
  Relations relations(m.model);
  ASSERT_EQ(System(machine, relations).Jacobian(0, x.data(), exact.data()), StepStatus::Ok);
  ASSERT_EQ(System(other, relations).Jacobian(0, x.data(), approximate.data()), StepStatus::Ok);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(exact[i], approximate[i], 1e-5);
  // dz/dx1 = 1 / (1 + 3 z^2).
  const double z = machine.w()[5];
  EXPECT_NEAR(exact[0], -1 / (1 + 3 * z * z), 1e-12);
}

TEST(Jacobian, ColoursEqualColumnByColumn) {
  // x_i' = x_{i-1} x_i - x_{i+1}: three colours for seven states.
  constexpr uint32_t kN = 7;
  const auto make = [](bool is_coloured) {
    TestModel m(std::vector<double>(kN, 0), 0);
    for (uint32_t i = 0; i < kN; ++i) m.start[1 + i] = 0.5 + i;
    m.derivative = {CodeStep(
        [](const void*, double* w) {
          for (uint32_t i = 0; i < kN; ++i) {
            w[8 + i] = (i > 0 ? w[i] : 1) * w[1 + i] - (i + 1 < kN ? w[2 + i] : 0);
          }
        },
        [](const void*, double* w) {
          double* d = w + 15;
          for (uint32_t i = 0; i < kN; ++i) {
            d[8 + i] = (i > 0 ? w[i] * d[1 + i] + d[i] * w[1 + i] : d[1 + i]) - (i + 1 < kN ? d[2 + i] : 0);
          }
        })};
    if (!is_coloured) return m;
    m.jac_col_ptr = {0};
    for (uint32_t j = 0; j < kN; ++j) {
      for (uint32_t i = j == 0 ? 0 : j - 1; i <= std::min(j + 1, kN - 1); ++i) m.jac_rows.push_back(i);
      m.jac_col_ptr.push_back(static_cast<uint32_t>(m.jac_rows.size()));
      m.colours.push_back(j % 3);
    }
    return m;
  };
  std::array<std::array<double, kN * kN>, 2> entries{};
  for (const bool is_coloured : {false, true}) {
    TestModel m = make(is_coloured);
    Machine machine(m.Finish(), MakeDenseSolver);
    Relations relations(m.model);
    System system(machine, relations);
    EXPECT_EQ(system.pattern().nnz(), kN * kN);
    ASSERT_EQ(system.Jacobian(0, &m.start[1], entries[is_coloured ? 1 : 0].data()), StepStatus::Ok);
  }
  EXPECT_EQ(entries[0], entries[1]);
  EXPECT_EQ(entries[0][0], 1);
  EXPECT_EQ(entries[0][1], 1.5);
}

TEST(DenseLu, SolvesBadlyScaledRowsAndFindsTheDependentColumn) {
  DenseLu lu;
  lu.Resize(3);
  const std::array<double, 9> regular = {1e-20, 1e10, 1, 3e-20, 0, 2, 2e-20, 4e10, 0};
  std::copy(regular.begin(), regular.end(), lu.entries());
  ASSERT_EQ(lu.FactorEntries(), kNone);
  // The solution is (1, 2, 3).
  std::array<double, 3> b = {1e-20 + 6e-20 + 6e-20, 1e10 + 12e10, 1 + 4};
  lu.Solve(b.data());
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(b[i], static_cast<double>(i + 1), 1e-14);
  const std::array<double, 9> dependent = {1, 2, 3, 0.1, 0.2, 0.3, 5, -1, 2};
  std::copy(dependent.begin(), dependent.end(), lu.entries());
  EXPECT_EQ(lu.FactorEntries(), 1U);
}

}  // namespace
}  // namespace kerf::runtime
