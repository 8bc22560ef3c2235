// Singular matrices: the least solution where there are many.
#include "runtime/deficient_solver.h"

#include <gtest/gtest.h>

#include <limits>

namespace kerf::runtime {
namespace {

// Dense, column by column.
struct Matrix {
  explicit Matrix(uint32_t n) {
    for (uint32_t j = 0; j <= n; ++j) col_ptr.push_back(j * n);
    for (uint32_t j = 0; j < n; ++j) {
      for (uint32_t i = 0; i < n; ++i) rows.push_back(i);
    }
    pattern = {n, col_ptr.data(), rows.data()};
  }
  std::vector<uint32_t> col_ptr, rows;
  CscPattern pattern;
};

TEST(DeficientSolver, ARegularMatrixHasItsOnlySolution) {
  const Matrix m(2);
  const std::vector<double> a = {2, 1, 1, 3};
  DeficientSolver solver;
  ASSERT_TRUE(solver.Factor(m.pattern, a.data(), {1, 1}));
  std::vector<double> b = {5, 10};
  solver.Solve(b.data());
  EXPECT_NEAR(b[0], 1, 1e-12);
  EXPECT_NEAR(b[1], 3, 1e-12);
}

TEST(DeficientSolver, TwoThatDoTheSameShareEqually) {
  // x + y = 4, twice.
  const Matrix m(2);
  const std::vector<double> a = {1, 2, 1, 2};
  DeficientSolver solver;
  ASSERT_TRUE(solver.Factor(m.pattern, a.data(), {1, 1}));
  std::vector<double> b = {4, 8};
  solver.Solve(b.data());
  EXPECT_NEAR(b[0], 2, 1e-12);
  EXPECT_NEAR(b[1], 2, 1e-12);
}

TEST(DeficientSolver, NominalValuesDecideHowTheyShare) {
  // Least (x/1)² + (y/3)² with x + y = 10: x = 1, y = 9.
  const Matrix m(2);
  const std::vector<double> a = {1, 1, 1, 1};
  DeficientSolver solver;
  ASSERT_TRUE(solver.Factor(m.pattern, a.data(), {1, 3}));
  std::vector<double> b = {10, 10};
  solver.Solve(b.data());
  EXPECT_NEAR(b[0], 1, 1e-12);
  EXPECT_NEAR(b[1], 9, 1e-12);
}

TEST(DeficientSolver, NothingChangesWhereNothingIsDemanded) {
  const Matrix m(3);
  const std::vector<double> a(9, 0.0);
  DeficientSolver solver;
  ASSERT_TRUE(solver.Factor(m.pattern, a.data(), {1, 1, 1}));
  std::vector<double> b = {0, 0, 0};
  solver.Solve(b.data());
  EXPECT_EQ(b, (std::vector<double>{0, 0, 0}));
}

TEST(DeficientSolver, EntriesThatAreNotFiniteAreRefused) {
  const Matrix m(2);
  const std::vector<double> a = {1, 1, std::numeric_limits<double>::quiet_NaN(), 1};
  DeficientSolver solver;
  EXPECT_FALSE(solver.Factor(m.pattern, a.data(), {1, 1}));
}

}  // namespace
}  // namespace kerf::runtime
