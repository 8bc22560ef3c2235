// Sparse matrices: KLU for blocks, the heat rod with CVODE and IDA, and differential-algebraic systems with
// IDA.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "run_with.h"
#include "runtime/executive.h"
#include "solvers/klu_solver.h"

namespace kerf::solvers {
namespace {

using runtime::Describe;
using runtime::kNone;
using runtime::RunOptions;
using runtime::RunResult;
using runtime::StepStatus;
using runtime::testing::BlockStep;
using runtime::testing::CodeStep;
using runtime::testing::MakeCode;
using runtime::testing::Recorder;
using runtime::testing::StateRelation;
using runtime::testing::TestModel;

struct Tridiagonal {
  std::vector<uint32_t> col_ptr = {0};
  std::vector<uint32_t> rows;
  explicit Tridiagonal(uint32_t n) {
    for (uint32_t j = 0; j < n; ++j) {
      for (uint32_t i = j == 0 ? 0 : j - 1; i <= std::min(j + 1, n - 1); ++i) rows.push_back(i);
      col_ptr.push_back(static_cast<uint32_t>(rows.size()));
    }
  }
};

constexpr uint32_t kRod = 100;

// u_i' = (u_{i-1} - 2 u_i + u_{i+1}) / h^2, cold ends, first mode of the discrete rod as start.
void RodRates(const double* u, double* rate) {
  constexpr double kScale = (kRod + 1.0) * (kRod + 1.0);
  for (uint32_t i = 0; i < kRod; ++i) {
    rate[i] = kScale * ((i > 0 ? u[i - 1] : 0) - 2 * u[i] + (i + 1 < kRod ? u[i + 1] : 0));
  }
}

auto HeatRod() -> TestModel {
  TestModel m(std::vector<double>(kRod, 0), 0);
  for (uint32_t i = 0; i < kRod; ++i) m.start[1 + i] = std::sin(std::numbers::pi * (i + 1) / (kRod + 1));
  m.derivative = {CodeStep([](const void*, double* w) { RodRates(w + 1, w + 1 + kRod); },
                           [](const void*, double* w) {
                             double* d = w + 1 + 2 * kRod;
                             RodRates(d + 1, d + 1 + kRod);
                           })};
  const Tridiagonal pattern(kRod);
  m.jac_col_ptr = pattern.col_ptr;
  m.jac_rows = pattern.rows;
  for (uint32_t i = 0; i < kRod; ++i) m.colours.push_back(i % 3);
  return m;
}

class Implicit : public ::testing::TestWithParam<std::string> {};

TEST_P(Implicit, FirstModeOfARodDecaysExponentially) {
  TestModel m = HeatRod();
  Recorder recorder(1 + 2 * kRod);
  const RunResult result =
      RunWith(GetParam(), m, {.stop = 0.2, .tolerance = 1e-8, .intervals = 10}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  const double half = std::sin(std::numbers::pi / 2 / (kRod + 1));
  const double rate = 4 * (kRod + 1.0) * (kRod + 1.0) * half * half;
  for (const auto& sample : recorder.samples) {
    EXPECT_NEAR(sample.w[kRod / 2], m.start[kRod / 2] * std::exp(-rate * sample.t), 1e-6);
  }
  EXPECT_LT(result.statistics.steps, 400U);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Implicit, ::testing::Values("cvode", "ida", "radau"),
                         [](const auto& each) { return each.param; });

TEST(Klu, SolvesRefactorsAndFindsTheEmptyPivot) {
  constexpr uint32_t kN = 60;
  const Tridiagonal pattern(kN);
  const auto solver = MakeLinearSolver({kN, pattern.col_ptr.data(), pattern.rows.data()});
  std::vector<double> values(pattern.rows.size());
  for (const double diagonal : {4.0, 5.0}) {
    for (uint32_t j = 0; j < kN; ++j) {
      for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p) {
        values[p] = pattern.rows[p] == j ? diagonal : -1;
      }
    }
    ASSERT_EQ(solver->Factor(values.data()), kNone);
    std::vector<double> b(kN, diagonal - 2);
    b.front() = b.back() = diagonal - 1;
    solver->Solve(b.data());
    for (const double x : b) EXPECT_NEAR(x, 1, 1e-13);
  }
  // A column of zeros.
  for (uint32_t p = pattern.col_ptr[17]; p < pattern.col_ptr[18]; ++p) values[p] = 0;
  EXPECT_EQ(solver->Factor(values.data()), 17U);
}

TEST(Klu, JudgesPivotsByTheirColumns) {
  constexpr uint32_t kN = 60;
  const Tridiagonal pattern(kN);
  const auto solver = MakeKluSolver({kN, pattern.col_ptr.data(), pattern.rows.data()});
  // Unknowns in units that differ by 1e20 make no singular matrix.
  std::vector<double> values(pattern.rows.size());
  for (uint32_t j = 0; j < kN; ++j) {
    for (uint32_t p = pattern.col_ptr[j]; p < pattern.col_ptr[j + 1]; ++p) {
      values[p] = (pattern.rows[p] == j ? 4 : -1) * (j % 2 == 0 ? 1e-12 : 1e8);
    }
  }
  ASSERT_EQ(solver->Factor(values.data()), kNone);
  // Two columns that are multiples of each other do, whatever rounding errors leave of the pivot.
  for (uint32_t p = pattern.col_ptr[20]; p < pattern.col_ptr[22]; ++p) values[p] = 0;
  values[pattern.col_ptr[20] + 1] = 0.1;
  values[pattern.col_ptr[20] + 2] = 0.7;
  values[pattern.col_ptr[21]] = 0.1 * 1.3;
  values[pattern.col_ptr[21] + 1] = 0.7 * 1.3;
  const uint32_t column = solver->Factor(values.data());
  EXPECT_TRUE(column == 20 || column == 21) << column;
}

// x' = -z_0 where T(z) = x e_0 with T tridiagonal and slightly nonlinear: z_i + 0.1 z_i^3 + (2 z_i -
// neighbours) = b_i.
constexpr uint32_t kChain = 200;
constexpr uint32_t kZ = 3;
constexpr uint32_t kR = kZ + kChain;
constexpr uint32_t kJ = kR + kChain;

auto Chain(const Tridiagonal& pattern, const std::vector<uint32_t>& unknowns) -> TestModel {
  TestModel m({1}, 2 * kChain + static_cast<uint32_t>(pattern.rows.size()));
  KerfBlock block{};
  block.n = kChain;
  block.unknown_slots = unknowns.data();
  block.residual_slot = kR;
  block.jacobian_slot = kJ;
  block.nnz = static_cast<uint32_t>(pattern.rows.size());
  block.col_ptr = pattern.col_ptr.data();
  block.row_index = pattern.rows.data();
  block.residual = MakeCode([](const void*, double* w) {
    const double* z = w + kZ;
    for (uint32_t i = 0; i < kChain; ++i) {
      const double neighbours = (i > 0 ? z[i - 1] : 0) + (i + 1 < kChain ? z[i + 1] : 0);
      w[kR + i] = 3 * z[i] + 0.1 * z[i] * z[i] * z[i] - neighbours - (i == 0 ? w[1] : 0);
    }
  });
  block.jacobian = MakeCode([](const void*, double* w) {
    uint32_t p = kJ;
    for (uint32_t j = 0; j < kChain; ++j) {
      if (j > 0) w[p++] = -1;
      w[p++] = 3 + 0.3 * w[kZ + j] * w[kZ + j];
      if (j + 1 < kChain) w[p++] = -1;
    }
  });
  m.blocks = {block};
  m.derivative = {BlockStep(0), CodeStep([](const void*, double* w) { w[2] = -w[kZ]; })};
  return m;
}

TEST(Klu, LargeBlockInsideADerivative) {
  const Tridiagonal pattern(kChain);
  std::vector<uint32_t> unknowns;
  for (uint32_t i = 0; i < kChain; ++i) unknowns.push_back(kZ + i);
  TestModel m = Chain(pattern, unknowns);
  Recorder sparse(kJ);
  Recorder dense(kJ);
  const RunOptions options{.stop = 3, .tolerance = 1e-8, .intervals = 5};
  const RunResult result = RunWith("cvode", m, options, sparse);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  const auto integrator = MakeIntegrator("dopri5");
  ASSERT_EQ(runtime::Simulate(m.Finish(), *integrator, runtime::MakeDenseSolver, options, dense).status,
            StepStatus::Ok);
  EXPECT_NEAR(sparse.last().w[1], dense.last().w[1], 1e-6);
  for (uint32_t i = 0; i < kChain; ++i) EXPECT_NEAR(sparse.last().w[kR + i], 0, 1e-12);
  // Few Jacobians: the old one serves for most evaluations.
  EXPECT_LT(result.statistics.factorisations, result.statistics.rhs_evaluations / 2);
}

// Half-wave rectifier: sin(2 pi t) = 10 i + v + x, x' = 100 i - x; an ideal diode with parameter s, i = s or
// 1e-6 s and v = 1e-6 s or s, whichever side of 0 s lies. Slots: 3 s, 4 i, 5 v, 6 r, 7 J, 8 s > 0.
TEST_P(Implicit, MixedBlockOfADiode) {
  static constexpr std::array<uint32_t, 1> kUnknown = {3};
  static constexpr std::array<uint32_t, 2> kColumn = {0, 1};
  static constexpr std::array<uint32_t, 1> kRow = {0};
  TestModel m({0}, 6);
  KerfBlock block{};
  block.n = 1;
  block.unknown_slots = kUnknown.data();
  block.residual_slot = 6;
  block.jacobian_slot = 7;
  block.nnz = 1;
  block.col_ptr = kColumn.data();
  block.row_index = kRow.data();
  block.is_linear = 1;
  block.residual = MakeCode([](const void*, double* w) {
    w[4] = (w[8] != 0 ? 1 : 1e-6) * w[3];
    w[5] = (w[8] != 0 ? 1e-6 : 1) * w[3];
    w[6] = 10 * w[4] + w[5] + w[1] - std::sin(2 * std::numbers::pi * w[0]);
  });
  block.jacobian = MakeCode([](const void*, double* w) { w[7] = w[8] != 0 ? 10 + 1e-6 : 1e-5 + 1; });
  m.blocks = {block};
  m.derivative = {BlockStep(0), CodeStep([](const void*, double* w) { w[2] = 100 * w[4] - w[1]; })};
  m.relations = {StateRelation(KERF_GREATER, 3, 8)};
  Recorder recorder(9);
  const RunResult result = RunWith(GetParam(), m, {.stop = 5, .tolerance = 1e-8, .intervals = 500}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  // It opens and closes once in each period.
  EXPECT_GE(result.statistics.state_events, 9U);
  EXPECT_LE(result.statistics.state_events, 10U);
  for (const auto& sample : recorder.samples) {
    if (sample.kind != runtime::PointKind::Regular || sample.t == 0) continue;
    EXPECT_EQ(sample.w[8] != 0, sample.w[3] > 0) << sample.t;
    EXPECT_GE(sample.w[4], -2e-6);
  }
}

// x' = -x + y, 0 = y^3 + y - x: index 1. Slots 1 x, 2 x', 3 y, 4 5 F, 6 to 13 entries of dF/dy and dF/dy'.
struct Dae {
  std::array<uint32_t, 2> y_slots = {1, 3};
  std::array<uint32_t, 2> yp_slots = {2, kNone};
  std::array<uint32_t, 3> col_ptr = {0, 2, 4};
  std::array<uint32_t, 4> rows = {0, 1, 0, 1};

  auto Make() -> TestModel {
    TestModel m({2}, 11);
    m.start[3] = 0.9;
    KerfImplicit& implicit = m.model.implicit;
    implicit.n = 2;
    implicit.y_slots = y_slots.data();
    implicit.yp_slots = yp_slots.data();
    implicit.residual_slot = 4;
    implicit.residual = MakeCode([](const void*, double* w) {
      w[4] = w[2] + w[1] - w[3];
      w[5] = w[3] * w[3] * w[3] + w[3] - w[1];
    });
    implicit.nnz = 4;
    implicit.col_ptr = col_ptr.data();
    implicit.row_index = rows.data();
    implicit.jacobian_slot = 6;
    implicit.jacobian = MakeCode([](const void*, double* w) {
      const std::array<double, 8> entries = {1, -1, -1, 3 * w[3] * w[3] + 1, 1, 0, 0, 0};
      std::copy(entries.begin(), entries.end(), w + 6);
    });
    return m;
  }
};

// y alone obeys (3 y^2 + 1) y' = -y^3, so that -1 / (2 y^2) ... integrates to 3 ln y - 1 / (2 y^2) = c - t.
auto Invariant(double y, double t) -> double { return 3 * std::log(y) - 1 / (2 * y * y) + t; }

TEST(Ida, IndexOneSystemWithConsistentStartFoundByItself) {
  Dae dae;
  TestModel m = dae.Make();
  m.model.implicit.is_only = 1;
  Recorder recorder(14);
  const RunResult result = RunWith("ida", m, {.stop = 3, .tolerance = 1e-9, .intervals = 30}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  // y(0) = 1 solves y^3 + y = 2.
  EXPECT_EQ(recorder.samples[0].t, 0);
  for (const auto& sample : recorder.samples) {
    EXPECT_NEAR(Invariant(sample.w[3], sample.t), Invariant(1, 0), 1e-6);
    EXPECT_NEAR(sample.w[2], sample.w[3] - sample.w[1], 1e-6);
  }
  EXPECT_TRUE(result.moved.empty());
}

TEST(Ida, StartsFromTheModelsProgramsWhereThereAreSome) {
  Dae dae;
  TestModel m = dae.Make();
  m.start[3] = 0;
  // Newton's method written out as a program: y from x, then x'.
  m.derivative = {CodeStep([](const void*, double* w) {
    double y = w[1] / 2;
    for (int k = 0; k < 30; ++k) y -= (y * y * y + y - w[1]) / (3 * y * y + 1);
    w[3] = y;
    w[2] = y - w[1];
  })};
  Recorder recorder(14);
  const RunResult result = RunWith("ida", m, {.stop = 3, .tolerance = 1e-9, .intervals = 30}, recorder);
  ASSERT_EQ(result.status, StepStatus::Ok) << Describe(result.failure);
  for (const auto& sample : recorder.samples)
    EXPECT_NEAR(Invariant(sample.w[3], sample.t), Invariant(1, 0), 1e-6);
}

}  // namespace
}  // namespace kerf::solvers
