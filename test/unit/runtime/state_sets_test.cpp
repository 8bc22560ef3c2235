// A pendulum x^2 + y^2 = 1 by hand: slots 0 state, 1 x, 2 y, 3 and 4 selection, 5 and 6 derivatives.
#include "runtime/state_sets.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kerf::runtime {
namespace {

struct Circle {
  std::vector<uint32_t> states{0}, candidates{1, 2}, selection{3, 4}, rows{0, 0}, cols{0, 1};
  std::vector<double> nominal{1, 1};
  std::vector<uint32_t> is_reset{0, 0};
  KerfStateSet set{};
  KerfModel model{};
  std::vector<double> w = std::vector<double>(7, 0.0);

  Circle() {
    const auto partials = [](const void*, double* values) {
      values[5] = 2 * values[1];
      values[6] = 2 * values[2];
    };
    set = {1,
           2,
           0,
           1,
           states.data(),
           candidates.data(),
           nominal.data(),
           is_reset.data(),
           selection.data(),
           2,
           rows.data(),
           cols.data(),
           5,
           {partials, nullptr}};
    model.n_state_sets = 1;
    model.state_sets = &set;
    w[3] = 1;
  }

  void Turn(double angle) {
    w[1] = std::cos(angle);
    w[2] = std::sin(angle);
    w[0] = w[3] * w[1] + w[4] * w[2];
  }
};

TEST(StateSets, AGoodChoiceStays) {
  Circle circle;
  StateSets sets(circle.model);
  circle.Turn(1.3);
  EXPECT_FALSE(sets.Update(circle.w.data()));
  EXPECT_EQ(circle.w[3], 1);
  // x as a state moves y by x/y: a little too much is put up with.
  circle.Turn(0.3);
  EXPECT_FALSE(sets.Update(circle.w.data()));
}

TEST(StateSets, WhatAnEventChangesIsAStateThen) {
  for (const double angle : {0.01, 0.3, 1.0, 2.5, 4.0}) {
    Circle circle;
    StateSets sets(circle.model);
    circle.Turn(angle);
    EXPECT_FALSE(sets.PrepareForEvent(circle.w.data()));
    // y, and x is the state: exchanged, however well x does.
    circle.is_reset[1] = 1;
    EXPECT_TRUE(sets.PrepareForEvent(circle.w.data()));
    EXPECT_EQ(circle.w[4], 1);
    EXPECT_EQ(circle.w[0], circle.w[2]);
    EXPECT_FALSE(sets.PrepareForEvent(circle.w.data()));
  }
  // At the top y cannot be chosen; nor can both.
  Circle circle;
  StateSets sets(circle.model);
  circle.w[1] = 0;
  circle.w[2] = circle.w[0] = 1;
  circle.is_reset[1] = 1;
  EXPECT_FALSE(sets.PrepareForEvent(circle.w.data()));
  circle.Turn(0.8);
  circle.is_reset[0] = 1;
  EXPECT_FALSE(sets.PrepareForEvent(circle.w.data()));
}

TEST(StateSets, ABadOneIsExchanged) {
  Circle circle;
  StateSets sets(circle.model);
  circle.Turn(0.1);
  EXPECT_TRUE(sets.Update(circle.w.data()));
  EXPECT_EQ(circle.w[3], 0);
  EXPECT_EQ(circle.w[4], 1);
  EXPECT_EQ(circle.w[0], std::sin(0.1));
  EXPECT_FALSE(sets.Update(circle.w.data()));
}

TEST(StateSets, EvenWhereItIsSingular) {
  Circle circle;
  StateSets sets(circle.model);
  circle.Turn(0);
  EXPECT_TRUE(sets.Update(circle.w.data()));
  EXPECT_EQ(circle.w[4], 1);
}

TEST(StateSets, ATurnTakesFourChanges) {
  Circle circle;
  StateSets sets(circle.model);
  uint32_t n_changes = 0;
  circle.Turn(0);
  sets.Update(circle.w.data());
  for (int k = 1; k <= 1000; ++k) {
    circle.Turn(k * 2e-3 * std::acos(-1.0));
    n_changes += sets.Update(circle.w.data()) ? 1 : 0;
  }
  EXPECT_EQ(n_changes, 4U);
}

TEST(StateSets, TypicalMagnitudesCount) {
  // A change of y by 1 is nothing if y is a thousand.
  Circle circle;
  circle.nominal = {1, 1000};
  StateSets sets(circle.model);
  circle.Turn(0.1);
  EXPECT_FALSE(sets.Update(circle.w.data()));
}

TEST(StateSets, WithoutConstraintsThatHoldNothingIsChanged) {
  Circle circle;
  StateSets sets(circle.model);
  circle.w[1] = circle.w[2] = 0;
  EXPECT_FALSE(sets.Update(circle.w.data()));
  circle.w[1] = std::nan("");
  EXPECT_FALSE(sets.Update(circle.w.data()));
}

}  // namespace
}  // namespace kerf::runtime
