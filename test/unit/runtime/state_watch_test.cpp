// A pendulum x^2 + y^2 = 1 of which x is the state for good: slots 0 and 1 are x and y, 2 and 3 their
// factors.
#include "runtime/state_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

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
    watch = {1, KERF_NO_SET, 2, rows.data(), cols.data(), nominal.data(), 2, {partials, nullptr}};
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

// Two circles x^2 + y^2 = 1 and (x - a)^2 + z^2 = 1: x stands as a state, y and z are candidates with no
// freedom left, a is one that is a state. Slots 0 to 3 are y, z, a, x; 4 to 6 the selection; 7 on the
// factors.
struct WatchedSet {
  std::vector<uint32_t> states{10}, candidates{0, 1, 2}, selection{4, 5, 6};
  std::vector<double> set_nominal{1, 1, 1}, nominal{1, 1, 1, 1};
  std::vector<uint32_t> is_reset{0, 0, 0}, rows{0, 0, 1, 1, 1}, cols{0, 3, 1, 2, 3};
  KerfStateSet set{};
  KerfStateWatch watch{};
  KerfModel model{};
  std::vector<double> w = std::vector<double>(16, 0.0);

  WatchedSet() {
    const auto partials = [](const void*, double* v) {
      v[11] = 2 * v[0];
      v[12] = 2 * v[3];
      v[13] = 2 * v[1];
      v[14] = -2 * (v[3] - v[2]);
      v[15] = 2 * (v[3] - v[2]);
    };
    set = {1,
           3,
           0,
           2,
           states.data(),
           candidates.data(),
           set_nominal.data(),
           is_reset.data(),
           selection.data(),
           0,
           nullptr,
           nullptr,
           11,
           {partials, nullptr}};
    watch = {2, 0, 5, rows.data(), cols.data(), nominal.data(), 11, {partials, nullptr}};
    model.n_state_sets = 1;
    model.state_sets = &set;
    model.n_state_watches = 1;
    model.state_watches = &watch;
    w[6] = 1;
  }

  // The first link at one angle, the second at another.
  auto Look(StateWatch& states_watch, double t, double first, double second) -> bool {
    w[3] = std::sin(first);
    w[0] = std::cos(first);
    w[2] = w[3] - std::sin(second);
    w[1] = std::cos(second);
    return states_watch.Look(t, w.data()).has_value();
  }
};

TEST(StateWatch, ASetMayTakeOtherStatesWhereItsOwnDoNotServe) {
  // z is next to nothing: y and a could be given up instead, so that is for the set to mend.
  WatchedSet circles;
  StateWatch states(circles.model);
  EXPECT_FALSE(circles.Look(states, 0, 0.5, 1.0));
  EXPECT_FALSE(states.VanishedSet());
  EXPECT_FALSE(circles.Look(states, 1, 0.5, kLevel - 1e-5));
  EXPECT_LT(states.LongestStep(), 0.1);
  EXPECT_TRUE(states.VanishedSet());
  std::swap(circles.w[5], circles.w[6]);
  states.Restart();
  EXPECT_FALSE(circles.Look(states, 1, 0.5, kLevel - 1e-5));
  EXPECT_FALSE(states.VanishedSet());
}

TEST(StateWatch, AStateThatStandsMakesASetSingular) {
  // y vanishes, and whatever the set chooses, x does not give it.
  for (const uint32_t state : {5U, 6U}) {
    WatchedSet circles;
    circles.w[6] = 0;
    circles.w[state] = 1;
    StateWatch states(circles.model);
    EXPECT_FALSE(circles.Look(states, 0, 0.5, 1.0));
    EXPECT_FALSE(states.VanishedSet());
    EXPECT_FALSE(circles.Look(states, 1, kLevel - 1e-5, 1.0));
    EXPECT_TRUE(states.VanishedSet());
    // One step that leads past it shows in the sign.
    states.Restart();
    EXPECT_FALSE(circles.Look(states, 1, 1.0, 1.0));
    EXPECT_TRUE(circles.Look(states, 2, 2.0, 1.0));
  }
}

TEST(StateWatch, ASetOfWhichNothingIsLeftToWatchIsLeftAlone) {
  WatchedSet circles;
  circles.watch.n = 0;
  circles.watch.nnz = 0;
  StateWatch states(circles.model);
  for (const double angle : {1.0, kLevel, 2.0}) {
    EXPECT_FALSE(circles.Look(states, angle, angle, angle));
    EXPECT_FALSE(states.VanishedSet());
  }
}

}  // namespace
}  // namespace kerf::runtime
