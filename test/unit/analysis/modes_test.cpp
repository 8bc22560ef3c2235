// Eigenvalues and modes against closed forms.
#include "analysis/modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/eigen.h"

namespace kerf::analysis {
namespace {

constexpr double kAccuracy = 1e-12;

auto MatrixOf(std::initializer_list<std::initializer_list<double>> rows) -> Matrix {
  Matrix matrix(static_cast<uint32_t>(rows.size()), static_cast<uint32_t>(rows.begin()->size()));
  uint32_t i = 0;
  for (const auto& row : rows) {
    uint32_t j = 0;
    for (const double entry : row) matrix.at(i, j++) = entry;
    ++i;
  }
  return matrix;
}

TEST(Eigensystem, VectorsSatisfyTheirEquations) {
  const Matrix a = MatrixOf({{0, 1, 2}, {-4, -1, 0.5}, {3, 0, -2}});
  const auto system = TryEigensystem(a);
  ASSERT_TRUE(system);
  for (uint32_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < 3; ++i) {
      std::complex<double> right = 0;
      std::complex<double> left = 0;
      for (uint32_t j = 0; j < 3; ++j) {
        right += a.at(i, j) * system->right[k][j];
        left += std::conj(system->left[k][j]) * a.at(j, i);
      }
      EXPECT_LT(std::abs(right - system->values[k] * system->right[k][i]), kAccuracy);
      EXPECT_LT(std::abs(left - system->values[k] * std::conj(system->left[k][i])), kAccuracy);
    }
  }
}

TEST(Modes, OscillatorHasFrequencyAndDamping) {
  const auto modes = TryModes(MatrixOf({{0, 1}, {-25, -0.5}}));
  ASSERT_TRUE(modes);
  ASSERT_EQ(modes->size(), 1U);
  const Mode& mode = modes->front();
  EXPECT_TRUE(mode.is_pair);
  EXPECT_NEAR(mode.eigenvalue.real(), -0.25, kAccuracy);
  EXPECT_NEAR(mode.eigenvalue.imag(), std::sqrt(25 - 0.0625), kAccuracy);
  EXPECT_NEAR(mode.time_constant, 4, kAccuracy);
  EXPECT_NEAR(mode.frequency, 5 / (2 * std::numbers::pi), kAccuracy);
  EXPECT_NEAR(mode.damping, 0.05, kAccuracy);
  ASSERT_EQ(mode.states.size(), 2U);
  EXPECT_NEAR(mode.states[0].share, 0.5, kAccuracy);
}

TEST(Modes, AreSortedFromSlowToFast) {
  const auto modes = TryModes(MatrixOf({{-5, 0, 0}, {1, 2, 0}, {0, 0, -0.1}}));
  ASSERT_TRUE(modes);
  ASSERT_EQ(modes->size(), 3U);
  EXPECT_NEAR((*modes)[0].time_constant, -0.5, kAccuracy);
  EXPECT_EQ((*modes)[0].damping, -1);
  EXPECT_NEAR((*modes)[1].time_constant, 10, kAccuracy);
  EXPECT_EQ((*modes)[1].states.front().state, 2U);
  EXPECT_NEAR((*modes)[2].time_constant, 0.2, kAccuracy);
}

// Participation does not depend on the units of the states, eigenvectors do.
TEST(Modes, ParticipationKnowsNoUnits) {
  const auto plain = TryModes(MatrixOf({{-1, 2}, {1, -3}}));
  const auto scaled = TryModes(MatrixOf({{-1, 2e6}, {1e-6, -3}}));
  ASSERT_TRUE(plain && scaled);
  for (size_t k = 0; k < 2; ++k) {
    EXPECT_EQ((*plain)[k].states[0].state, (*scaled)[k].states[0].state);
    EXPECT_NEAR((*plain)[k].states[0].share, (*scaled)[k].states[0].share, 1e-9);
  }
}

TEST(Modes, WhatMovesFreelyHasNoTimeConstant) {
  // Two bodies joined by a spring: the whole moves freely.
  const auto modes =
      TryModes(MatrixOf({{0, 1, 0, 0}, {-5000, 0, 5000, 0}, {0, 0, 0, 1}, {700, 0, -700, -1}}));
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->front().eigenvalue.real(), 0);
  EXPECT_TRUE(std::isinf(modes->front().time_constant));
}

TEST(Modes, OfNoStatesAreNone) {
  const auto modes = TryModes(Matrix(0, 0));
  ASSERT_TRUE(modes);
  EXPECT_TRUE(modes->empty());
}

}  // namespace
}  // namespace kerf::analysis
