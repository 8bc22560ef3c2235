// A pendulum x^2 + y^2 = 1 of which x is the state for good: slots 0 and 1 are x and y, 2 and 3 their
// factors.
#include "runtime/state_watch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kerf::runtime {
namespace {

struct WatchedCircle {
  // Column 0 is y, which was given up.
  std::vector<uint32_t> rows{0, 0}, cols{0, 1};
  std::vector<double> nominal{1, 1};
  KerfStateWatch watch{};
  KerfModel model{};
  std::vector<double> w = std::vector<double>(4, 0.0);

  WatchedCircle() {
    const auto partials = [](const void*, double* values) {
      values[2] = 2 * values[1];
      values[3] = 2 * values[0];
    };
    watch = {1, 2, rows.data(), cols.data(), nominal.data(), 2, {partials, nullptr}};
    model.n_state_watches = 1;
    model.state_watches = &watch;
  }

  auto Look(StateWatch& states, double t, double angle) -> bool {
    w[0] = std::sin(angle);
    w[1] = -std::cos(angle);
    return states.Look(t, w.data()).has_value();
  }
};

constexpr double kLevel = 1.5707963267948966;

TEST(StateWatch, AChangeOfSignEndsTheRun) {
  WatchedCircle circle;
  StateWatch states(circle.model);
  EXPECT_FALSE(circle.Look(states, 0, 1.0));
  EXPECT_FALSE(circle.Look(states, 1, 1.3));
  EXPECT_TRUE(circle.Look(states, 2, 1.8));
}

TEST(StateWatch, StepsGetShorterTowardsTheSingularPointUntilItIsFound) {
  // The solution turns back where it ought to pass: without shorter steps that could be one step.
  WatchedCircle circle;
  StateWatch states(circle.model);
  double t = 0;
  EXPECT_FALSE(circle.Look(states, t, 1.0));
  EXPECT_TRUE(std::isinf(states.LongestStep()));
  t = 0.3;
  bool is_found = circle.Look(states, t, 1.0 + t);
  int n_steps = 0;
  while (!is_found && n_steps < 100) {
    ASSERT_LT(t + states.LongestStep(), kLevel - 1.0);
    t += states.LongestStep();
    is_found = circle.Look(states, t, 1.0 + t);
    ++n_steps;
  }
  EXPECT_TRUE(is_found);
  EXPECT_NEAR(t, kLevel - 1.0, 2e-3);
  EXPECT_LT(n_steps, 20);
}

TEST(StateWatch, WhatMovesAwayMayStep) {
  WatchedCircle circle;
  StateWatch states(circle.model);
  EXPECT_FALSE(circle.Look(states, 0, 1.3));
  EXPECT_FALSE(circle.Look(states, 1, 1.0));
  EXPECT_TRUE(std::isinf(states.LongestStep()));
}

TEST(StateWatch, AJumpIsNoPassage) {
  WatchedCircle circle;
  StateWatch states(circle.model);
  EXPECT_FALSE(circle.Look(states, 0, 1.0));
  states.Restart();
  EXPECT_FALSE(circle.Look(states, 0, 2.0));
  EXPECT_FALSE(circle.Look(states, 0.1, 2.1));
}

TEST(StateWatch, TheStartMayBeSingular) {
  WatchedCircle circle;
  StateWatch states(circle.model);
  circle.w = {1, 0, 0, 0};
  EXPECT_TRUE(states.Look(0, circle.w.data()).has_value());
}

}  // namespace
}  // namespace kerf::runtime
